import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { type Failure, toFailure } from '../apollo/failure.ts';
import { useAct } from '../apollo/useAct.ts';
import { graphql } from '../gql/gql.ts';
import type { DeactivateUserButton_UserFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { focusIfLost } from '../ui/focusIfLost.ts';
import { NoticeDialog } from '../ui/NoticeDialog.tsx';
import { isResponder, responderFailuresOf } from './responders.ts';
import { placeUser } from './userListCache.ts';

const userFragment = graphql(`
  fragment DeactivateUserButton_user on User {
    id
    fullName
    responder {
      continuer
      investigator
      arc
    }
  }
`);

const deactivateDocument = graphql(`
  mutation DeactivateUserButton_Deactivate($id: ID!, $currentPassword: String!) {
    deactivateUser(id: $id, currentPassword: $currentPassword) {
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

interface DeactivateUserButtonProps {
  user: FragmentType<DeactivateUserButton_UserFragment>;
  compact: boolean;
  onChanged: () => void;
}

const inDialog = (failure: Failure): boolean => failure.has('WRONG_PASSWORD') || failure.has('RATE_LIMITED');

/** Asks for the person's own password first; a responder is refused before any question. */
export function DeactivateUserButton({ user, compact, onChanged }: DeactivateUserButtonProps) {
  const { data, complete } = useFragment({
    fragment: userFragment,
    fragmentName: 'DeactivateUserButton_user',
    from: user,
  });
  const [shown, setShown] = useState<'question' | 'refusal' | null>(null);
  const [fault, setFault] = useState<Failure | null>(null);
  const { act, busy } = useAct(deactivateDocument, {
    success: texts.users.deactivated,
    handles: (failure) => inDialog(failure) || failure.has('RESPONDER_ACTIVE'),
    update(cache, { deactivateUser: { user: changed } }) {
      if (changed) placeUser(cache, changed, 'ACTIVE');
    },
  });
  if (!complete) return null;
  const { id, fullName, responder } = data;
  const known = isResponder(responder);
  const failures = known ? [] : responderFailuresOf(responder);

  const open = () => {
    setFault(null);
    setShown(known ? 'refusal' : 'question');
  };
  const deactivate = async (currentPassword = '') => {
    try {
      if (!(await act({ id, currentPassword }))) return;
      setShown(null);
      onChanged();
      focusIfLost();
    } catch (error) {
      const failure = toFailure(error);
      setFault(inDialog(failure) ? failure : null);
      if (failure.has('RESPONDER_ACTIVE')) setShown('refusal');
    }
  };
  const wrong = fault?.has('WRONG_PASSWORD') ?? false;
  return (
    <>
      <Button
        variant="default"
        size={compact ? 'compact-sm' : 'sm'}
        aria-label={`Deactivate ${fullName}`}
        disabled={failures.length > 0}
        title={failures.join('. ') || undefined}
        onClick={open}
      >
        Deactivate
      </Button>
      <ConfirmDialog
        opened={shown === 'question'}
        title={wrong ? texts.users.invalidCredentials : `Deactivate ${fullName}?`}
        confirmLabel="Deactivate"
        danger
        password
        busy={busy}
        error={wrong ? 'This is not your password. Nothing was changed.' : fault?.message}
        onCancel={() => setShown(null)}
        onConfirm={deactivate}
      >
        <Text>{fullName} is signed out everywhere and can sign in no more. Your own password confirms it.</Text>
      </ConfirmDialog>
      <NoticeDialog opened={shown === 'refusal'} title={texts.users.notPermitted} onClose={() => setShown(null)}>
        <Text>{fullName} is a responder in another module. Name somebody else there first.</Text>
      </NoticeDialog>
    </>
  );
}
