import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Failure, toFailure } from '../apollo/failure.ts';
import { useAct } from '../apollo/useAct.ts';
import { graphql } from '../gql/gql.ts';
import type { EnableOrganisationButton_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';
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
        updatedAt
        ...OrganisationTable_organisation @unmask
      }
    }
  }
`);

interface EnableOrganisationButtonProps {
  organisation: FragmentType<EnableOrganisationButton_OrganisationFragment>;
  onChanged: () => void;
}

const inDialog = (failure: Failure): boolean => failure.has('WRONG_PASSWORD') || failure.has('RATE_LIMITED');

/** Asks before it enables; for the person's own password only where the operator wants it. */
export function EnableOrganisationButton({ organisation, onChanged }: EnableOrganisationButtonProps) {
  const { data, complete } = useFragment({ fragment: organisationFragment, from: organisation });
  const [asked, setAsked] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(false);
  const [fault, setFault] = useState<{ failure: Failure; given: boolean } | null>(null);
  const { act, busy } = useAct(enableDocument, {
    success: texts.organisations.enabled,
    handles: inDialog,
    update(cache, { enableOrganisation: { organisation: changed } }) {
      if (changed) placeOrganisation(cache, changed, 'DISABLED');
    },
  });
  if (!complete) return null;
  const { id, brandName } = data;

  const open = () => {
    setFault(null);
    setAsked(true);
  };
  const enable = async (currentPassword?: string) => {
    try {
      if (!(await act({ id, currentPassword }))) return;
      setAsked(false);
      onChanged();
      focusIfLost();
    } catch (error) {
      const failure = toFailure(error);
      setFault(inDialog(failure) ? { failure, given: currentPassword !== undefined } : null);
      if (failure.has('WRONG_PASSWORD')) setNeedsPassword(true);
    }
  };
  const refused = fault?.failure.has('WRONG_PASSWORD') ?? false;
  const wrong = refused && fault?.given === true;
  const passwordFault = wrong ? 'This is not your password. Nothing was changed.' : 'Your own password is needed here.';
  return (
    <>
      <Button variant="default" onClick={open}>
        Enable
      </Button>
      <ConfirmDialog
        opened={asked}
        title={wrong ? texts.organisations.invalidPassword : `Activate ${brandName}?`}
        confirmLabel="Activate"
        password={needsPassword}
        busy={busy}
        error={refused ? passwordFault : fault?.failure.message}
        onCancel={() => setAsked(false)}
        onConfirm={enable}
      >
        <Text>The active users of {brandName} can sign in again.</Text>
      </ConfirmDialog>
    </>
  );
}
