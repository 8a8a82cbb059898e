import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { DeactivateUserButton_UserFragment } from '../gql/graphql.ts';
import { ConfirmDialog, NoticeDialog } from '../ui/dialog/deferredDialogs.ts';
import { isShownInDialog, useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';
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

/** Deactivates a user after a confirmation with the viewer's own password; a responder is refused first. */
export function DeactivateUserButton({ user, compact, onChanged }: DeactivateUserButtonProps) {
  const { data, complete } = useFragment({
    fragment: userFragment,
    fragmentName: 'DeactivateUserButton_user',
    from: user,
  });
  const [refused, setRefused] = useState(false);
  const { mutate, busy } = useMutationAction(deactivateDocument, {
    success: texts.users.deactivated,
    handles: (failure) => isShownInDialog(failure) || failure.has('RESPONDER_ACTIVE'),
    update(cache, { deactivateUser: { user: changed } }) {
      if (changed) placeUser(cache, changed, 'ACTIVE');
    },
  });
  const question = useConfirmedMutation({
    wrongTitle: texts.users.invalidCredentials,
    password: 'always',
    onChanged,
    answers(failure) {
      const responds = failure.has('RESPONDER_ACTIVE');
      if (responds) setRefused(true);
      return responds;
    },
  });
  if (!complete) return null;
  const { id, fullName, responder } = data;
  const known = isResponder(responder);
  const failures = known ? [] : responderFailuresOf(responder);
  const open = () => (known ? setRefused(true) : question.open());
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
        {...question.dialog(`Deactivate ${fullName}?`, (currentPassword = '') => mutate({ id, currentPassword }))}
        confirmLabel="Deactivate"
        danger
        busy={busy}
      >
        <Text>{fullName} is signed out everywhere and can sign in no more. Your own password confirms it.</Text>
      </ConfirmDialog>
      <NoticeDialog opened={refused} title={texts.users.notPermitted} onClose={() => setRefused(false)}>
        <Text>{fullName} is a responder in another module. Name somebody else there first.</Text>
      </NoticeDialog>
    </>
  );
}
