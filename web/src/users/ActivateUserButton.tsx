import type { FragmentType } from '@apollo/client';
import { texts } from '@console/contract/rules';
import type { ReactNode } from 'react';
import { graphql } from '../gql/gql.ts';
import type { UseUserLimitNotice_OrganisationFragment } from '../gql/graphql.ts';
import { ConfirmedMutationButton } from '../ui/dialog/ConfirmedMutationButton.tsx';
import type { PageAction } from '../ui/layout/pageAction.ts';
import { isolated } from '../ui/values/isolated.ts';
import { placeUser } from './userListCache.ts';
import { useUserLimitNotice } from './useUserLimitNotice.tsx';

export const activateDocument = graphql(`
  mutation ActivateUserButton_Activate($id: ID!, $currentPassword: String) {
    activateUser(id: $id, currentPassword: $currentPassword) {
      user { ...userListCache_user @unmask } # for the cached lists
      organisation { id activeUserCount }
    }
  }
`);

interface ActivateUserButtonProps {
  user: { id: string; fullName: string };
  organisation: FragmentType<UseUserLimitNotice_OrganisationFragment>;
  compact: boolean;
  readsAgain: boolean;
  onChanged: () => void;
  /** Shown instead of the button. */
  trigger?: ((action: PageAction) => ReactNode) | undefined;
}

/** Activates a user after a confirmation, with the viewer's own password if the operator requires it (CHECKLIST OPEN-20). */
export function ActivateUserButton({
  user,
  organisation,
  compact,
  readsAgain,
  onChanged,
  trigger,
}: ActivateUserButtonProps) {
  const { id, fullName } = user;
  const limit = useUserLimitNotice(organisation);
  return (
    <>
      <ConfirmedMutationButton
        label="Activate"
        ariaLabel={`Activate ${isolated(fullName)}`}
        compact={compact}
        trigger={trigger && ((open) => trigger({ label: 'Activate', onClick: open }))}
        onPress={limit.full ? limit.showNotice : undefined}
        readsAgain={readsAgain}
        mutation={activateDocument}
        variables={(currentPassword) => ({ id, currentPassword })}
        success={texts.users.activated}
        refusal={{ code: 'USER_LIMIT_REACHED', show: limit.showNotice }}
        update={(cache, { activateUser: { user: changed } }) => {
          if (changed) placeUser(cache, changed, 'INACTIVE');
        }}
        onChanged={onChanged}
      >
        <bdi translate="no">{fullName}</bdi> can sign in again and counts as an active user. Their role, designation and
        access to other organisations come back, and their API keys unless they were replaced. Responsibilities that
        were handed over do not. You can deactivate them later.
      </ConfirmedMutationButton>
      {limit.dialog}
    </>
  );
}
