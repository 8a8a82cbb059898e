import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { EnableOrganisationButton_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/deferredDialogs.ts';
import { isShownInDialog, useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';
import { placeOrganisation } from './organisationListCache.ts';

const organisationFragment = graphql(`
  fragment EnableOrganisationButton_organisation on Organisation {
    id
    brandName
  }
`);

const enableDocument = graphql(`
  mutation EnableOrganisationButton_Enable($id: ID!, $currentPassword: String) {
    enableOrganisation(id: $id, currentPassword: $currentPassword) {
      organisation {
        id
        state
        createdAt
        updatedAt
        ...OrganisationTable_organisation
      }
    }
  }
`);

interface EnableOrganisationButtonProps {
  organisation: FragmentType<EnableOrganisationButton_OrganisationFragment>;
  onChanged: () => void;
}

/** Enables an organisation after a confirmation, with the viewer's own password if the operator requires it. */
export function EnableOrganisationButton({ organisation, onChanged }: EnableOrganisationButtonProps) {
  const { data, complete } = useFragment({ fragment: organisationFragment, from: organisation });
  const { mutate, busy } = useMutationAction(enableDocument, {
    success: texts.organisations.enabled,
    handles: isShownInDialog,
    update(cache, { enableOrganisation: { organisation: changed } }) {
      if (changed) placeOrganisation(cache, changed, 'DISABLED');
    },
  });
  const question = useConfirmedMutation({
    wrongTitle: texts.organisations.invalidPassword,
    password: 'whenNeeded',
    onChanged,
  });
  if (!complete) return null;
  const { id, brandName } = data;
  return (
    <>
      <Button variant="default" onClick={question.open}>
        Enable
      </Button>
      <ConfirmDialog
        {...question.dialog(`Activate ${brandName}?`, (currentPassword) => mutate({ id, currentPassword }))}
        confirmLabel="Activate"
        busy={busy}
      >
        <Text>The active users of {brandName} can sign in again.</Text>
      </ConfirmDialog>
    </>
  );
}
