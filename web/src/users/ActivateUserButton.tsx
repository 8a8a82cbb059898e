import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Failure, toFailure } from '../apollo/failure.ts';
import { useAct } from '../apollo/useAct.ts';
import { graphql } from '../gql/gql.ts';
import type { ActivateUserButton_UserFragment, UseUserLimit_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';
import { placeUser } from './userListCache.ts';
import { useUserLimit } from './useUserLimit.tsx';

const userFragment = graphql(`
  fragment ActivateUserButton_user on User {
    id
    fullName
  }
`);

const activateDocument = graphql(`
  mutation ActivateUserButton_Activate($id: ID!, $currentPassword: String) {
    activateUser(id: $id, currentPassword: $currentPassword) {
      user {
        id
        organisationId
        status
        createdAt
        updatedAt
        ...UserTable_user
      }
      organisation {
        id
        activeUserCount
      }
    }
  }
`);

interface ActivateUserButtonProps {
  user: FragmentType<ActivateUserButton_UserFragment>;
  organisation: FragmentType<UseUserLimit_OrganisationFragment>;
  compact: boolean;
  onChanged: () => void;
}

const inDialog = (failure: Failure): boolean => failure.has('WRONG_PASSWORD') || failure.has('RATE_LIMITED');

/** Asks before it activates; for the person's own password only where the operator wants it (CHECKLIST OPEN-20). */
export function ActivateUserButton({ user, organisation, compact, onChanged }: ActivateUserButtonProps) {
  const { data, complete } = useFragment({
    fragment: userFragment,
    fragmentName: 'ActivateUserButton_user',
    from: user,
  });
  const limit = useUserLimit(organisation);
  const [asked, setAsked] = useState(false);
  const [needsPassword, setNeedsPassword] = useState(false);
  const [fault, setFault] = useState<{ failure: Failure; given: boolean } | null>(null);
  const { act, busy } = useAct(activateDocument, {
    success: texts.users.activated,
    handles: (failure) => inDialog(failure) || failure.has('USER_LIMIT_REACHED'),
    update(cache, { activateUser: { user: changed } }) {
      if (changed) placeUser(cache, changed, 'INACTIVE');
    },
  });
  if (!complete) return null;
  const { id, fullName } = data;

  const open = () => {
    setFault(null);
    if (limit.full) limit.tell();
    else setAsked(true);
  };
  const activate = async (currentPassword?: string) => {
    try {
      if (!(await act({ id, currentPassword }))) return;
      setAsked(false);
      onChanged();
      focusIfLost();
    } catch (error) {
      const failure = toFailure(error);
      setFault(inDialog(failure) ? { failure, given: currentPassword !== undefined } : null);
      if (failure.has('WRONG_PASSWORD')) setNeedsPassword(true);
      if (failure.has('USER_LIMIT_REACHED')) {
        setAsked(false);
        limit.tell();
      }
    }
  };
  const refused = fault?.failure.has('WRONG_PASSWORD') ?? false;
  const wrong = refused && fault?.given === true;
  const passwordFault = wrong ? 'This is not your password. Nothing was changed.' : 'Your own password is needed here.';
  return (
    <>
      <Button variant="default" size={compact ? 'compact-sm' : 'sm'} aria-label={`Activate ${fullName}`} onClick={open}>
        Activate
      </Button>
      <ConfirmDialog
        opened={asked}
        title={wrong ? texts.users.invalidCredentials : `Activate ${fullName}?`}
        confirmLabel="Activate"
        password={needsPassword}
        busy={busy}
        error={refused ? passwordFault : fault?.failure.message}
        onCancel={() => setAsked(false)}
        onConfirm={activate}
      >
        <Text>{fullName} can sign in again, and counts as an active user.</Text>
      </ConfirmDialog>
      {limit.dialog}
    </>
  );
}
