import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { texts } from '@console/contract/rules';
import { Button, Text } from '@mantine/core';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import type { ActivateUserButton_UserFragment, UseUserLimit_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmDialog } from '../ui/dialog/deferredDialogs.ts';
import { isShownInDialog, useConfirmedMutation } from '../ui/dialog/useConfirmedMutation.ts';
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

/** Activates a user after a confirmation, with the viewer's own password if the operator requires it (CHECKLIST OPEN-20). */
export function ActivateUserButton({ user, organisation, compact, onChanged }: ActivateUserButtonProps) {
  const { data, complete } = useFragment({
    fragment: userFragment,
    fragmentName: 'ActivateUserButton_user',
    from: user,
  });
  const limit = useUserLimit(organisation);
  const { mutate, busy } = useMutationAction(activateDocument, {
    success: texts.users.activated,
    handles: (failure) => isShownInDialog(failure) || failure.has('USER_LIMIT_REACHED'),
    update(cache, { activateUser: { user: changed } }) {
      if (changed) placeUser(cache, changed, 'INACTIVE');
    },
  });
  const question = useConfirmedMutation({
    wrongTitle: texts.users.invalidCredentials,
    password: 'whenNeeded',
    onChanged,
    answers(failure) {
      const full = failure.has('USER_LIMIT_REACHED');
      if (full) limit.showNotice();
      return full;
    },
  });
  if (!complete) return null;
  const { id, fullName } = data;

  const open = () => (limit.full ? limit.showNotice() : question.open());
  return (
    <>
      <Button variant="default" size={compact ? 'compact-sm' : 'sm'} aria-label={`Activate ${fullName}`} onClick={open}>
        Activate
      </Button>
      <ConfirmDialog
        {...question.dialog(`Activate ${fullName}?`, (currentPassword) => mutate({ id, currentPassword }))}
        confirmLabel="Activate"
        busy={busy}
      >
        <Text>{fullName} can sign in again, and counts as an active user.</Text>
      </ConfirmDialog>
      {limit.dialog}
    </>
  );
}
