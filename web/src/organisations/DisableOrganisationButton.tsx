import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Failure, toFailure } from '../apollo/failure.ts';
import { useAct } from '../apollo/useAct.ts';
import { graphql } from '../gql/gql.ts';
import type { DisableOrganisationButton_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';
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
        updatedAt
        ...OrganisationTable_organisation @unmask
      }
    }
  }
`);

interface DisableOrganisationButtonProps {
  organisation: FragmentType<DisableOrganisationButton_OrganisationFragment>;
  onChanged: () => void;
}

const inDialog = (failure: Failure): boolean => failure.has('WRONG_PASSWORD') || failure.has('RATE_LIMITED');

/** Asks for the person's own password before an organisation is shut out. */
export function DisableOrganisationButton({ organisation, onChanged }: DisableOrganisationButtonProps) {
  const { data, complete } = useFragment({ fragment: organisationFragment, from: organisation });
  const [asked, setAsked] = useState(false);
  const [fault, setFault] = useState<Failure | null>(null);
  const { act, busy } = useAct(disableDocument, {
    success: texts.organisations.disabled,
    handles: inDialog,
    update(cache, { disableOrganisation: { organisation: changed } }) {
      if (changed) placeOrganisation(cache, changed, 'ACTIVE');
    },
  });
  if (!complete) return null;
  const { id, brandName } = data;

  const open = () => {
    setFault(null);
    setAsked(true);
  };
  const disable = async (currentPassword = '') => {
    try {
      if (!(await act({ id, currentPassword }))) return;
      setAsked(false);
      onChanged();
      focusIfLost();
    } catch (error) {
      const failure = toFailure(error);
      setFault(inDialog(failure) ? failure : null);
    }
  };
  const wrong = fault?.has('WRONG_PASSWORD') ?? false;
  return (
    <>
      <Button variant="default" onClick={open}>
        Disable
      </Button>
      <ConfirmDialog
        opened={asked}
        title={wrong ? texts.organisations.invalidPassword : `Disable ${brandName}?`}
        confirmLabel="Disable"
        danger
        password
        busy={busy}
        error={wrong ? 'This is not your password. Nothing was changed.' : fault?.message}
        onCancel={() => setAsked(false)}
        onConfirm={disable}
      >
        <Text>
          Everybody of {brandName} is signed out everywhere and can sign in no more. Your own password confirms it.
        </Text>
      </ConfirmDialog>
    </>
  );
}
