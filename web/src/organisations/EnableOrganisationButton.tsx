import { texts } from '@console/contract/rules';
import type { ReactNode } from 'react';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import type { PageAction } from '../ui/layout/pageAction.ts';
import { isolated } from '../ui/values/isolated.ts';
import { placeOrganisation } from './organisationListCache.ts';

const enableDocument = graphql(`
  mutation EnableOrganisationButton_Enable($id: ID!, $currentPassword: String) {
    enableOrganisation(id: $id, currentPassword: $currentPassword) {
      organisation {
        ...organisationListCache_organisation @unmask # for the cached lists
        ...OrganisationActions_organisation
      }
    }
  }
`);

interface EnableOrganisationButtonProps {
  organisation: { id: string; brandName: string };
  onChanged: () => void;
  trigger: (action: PageAction) => ReactNode;
}

/** Enables an organisation after a confirmation, with the viewer's own password if the operator requires it. */
export function EnableOrganisationButton({ organisation, onChanged, trigger }: EnableOrganisationButtonProps) {
  const { id, brandName } = organisation;
  return (
    <ConfirmedMutationButton
      label="Enable"
      trigger={(open) => trigger({ label: 'Enable', onClick: open })}
      question={`Activate ${isolated(brandName)}?`}
      confirmLabel="Activate"
      wrongTitle={texts.organisations.invalidPassword}
      mutation={enableDocument}
      variables={(currentPassword) => ({ id, currentPassword })}
      success={texts.organisations.enabled}
      update={(cache, { enableOrganisation: { organisation: changed } }) => {
        if (changed) placeOrganisation(cache, changed, 'DISABLED');
      }}
      onChanged={onChanged}
    >
      The active users of <bdi translate="no">{brandName}</bdi> can sign in again. Inactive users stay inactive. You can
      disable the organisation again.
    </ConfirmedMutationButton>
  );
}
