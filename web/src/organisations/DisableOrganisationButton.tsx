import { texts } from '@console/contract/rules';
import type { ReactNode } from 'react';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import type { PageAction } from '../ui/layout/pageAction.ts';
import { isolated } from '../ui/values/isolated.ts';
import type { DisableImpactProps } from './DisableImpact.tsx';
import { placeOrganisation } from './organisationListCache.ts';

const DisableImpact = lazyPart<DisableImpactProps>(async () => (await import('./DisableImpact.tsx')).DisableImpact, {
  loadOn: 'paint',
});

const disableDocument = graphql(`
  mutation DisableOrganisationButton_Disable($id: ID!, $currentPassword: String) {
    disableOrganisation(id: $id, currentPassword: $currentPassword) {
      organisation {
        ...organisationListCache_organisation @unmask # for the cached lists
        ...OrganisationActions_organisation
      }
    }
  }
`);

interface DisableOrganisationButtonProps {
  organisation: { id: string; brandName: string };
  onChanged: () => void;
  trigger: (action: PageAction) => ReactNode;
}

/** Disables an organisation after a confirmation with the viewer's own password. */
export function DisableOrganisationButton({ organisation, onChanged, trigger }: DisableOrganisationButtonProps) {
  const { id, brandName } = organisation;
  return (
    <ConfirmedMutationButton
      label="Disable"
      trigger={(open) => trigger({ label: 'Disable', onClick: open, danger: true })}
      question={`Disable ${isolated(brandName)}?`}
      danger
      wrongTitle={texts.organisations.invalidPassword}
      password="always"
      mutation={disableDocument}
      variables={(currentPassword) => ({ id, currentPassword })}
      success={texts.organisations.disabled}
      update={(cache, { disableOrganisation: { organisation: changed } }) => {
        if (changed) placeOrganisation(cache, changed, 'ACTIVE');
      }}
      onChanged={onChanged}
      details={<DisableImpact id={id} brandName={brandName} />}
    >
      All users of <bdi translate="no">{brandName}</bdi> are signed out everywhere and can no longer sign in. Its
      mappings stay. You can enable it again.
    </ConfirmedMutationButton>
  );
}
