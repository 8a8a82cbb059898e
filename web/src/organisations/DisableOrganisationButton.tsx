import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { DisableOrganisationButton_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/deferredDialogs.ts';
import { isShownInDialog, useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';
import { placeOrganisation } from './organisationListCache.ts';

const organisationFragment = graphql(`
  fragment DisableOrganisationButton_organisation on Organisation {
    id
    brandName
  }
`);

const disableDocument = graphql(`
  mutation DisableOrganisationButton_Disable($id: ID!, $currentPassword: String!) {
    disableOrganisation(id: $id, currentPassword: $currentPassword) {
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

interface DisableOrganisationButtonProps {
  organisation: FragmentType<DisableOrganisationButton_OrganisationFragment>;
  onChanged: () => void;
}

/** Disables an organisation after a confirmation with the viewer's own password. */
export function DisableOrganisationButton({ organisation, onChanged }: DisableOrganisationButtonProps) {
  const { data, complete } = useFragment({ fragment: organisationFragment, from: organisation });
  const { mutate, busy } = useMutationAction(disableDocument, {
    success: texts.organisations.disabled,
    handles: isShownInDialog,
    update(cache, { disableOrganisation: { organisation: changed } }) {
      if (changed) placeOrganisation(cache, changed, 'ACTIVE');
    },
  });
  const question = useConfirmedMutation({
    wrongTitle: texts.organisations.invalidPassword,
    password: 'always',
    onChanged,
  });
  if (!complete) return null;
  const { id, brandName } = data;
  return (
    <>
      <Button variant="default" onClick={question.open}>
        Disable
      </Button>
      <ConfirmDialog
        {...question.dialog(`Disable ${brandName}?`, (currentPassword = '') => mutate({ id, currentPassword }))}
        confirmLabel="Disable"
        danger
        busy={busy}
      >
        <Text>
          Everybody of {brandName} is signed out everywhere and can sign in no more. Your own password confirms it.
        </Text>
      </ConfirmDialog>
    </>
  );
}
