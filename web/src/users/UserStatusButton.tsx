import type { FragmentType } from '@apollo/client';
import type { ComponentProps } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserStatusButton_UserFragment, UseUserLimitNotice_OrganisationFragment } from '../gql/graphql.ts';
import { ActivateUserButton } from './ActivateUserButton.tsx';
import { DeactivateUserButton } from './DeactivateUserButton.tsx';

const userFragment = graphql(`
  fragment UserStatusButton_user on User {
    id
    fullName
    status
    viewerCanActivate
    viewerCanDeactivate
    responder { continuer investigator arc }
  }
`);

interface UserStatusButtonProps {
  user: FragmentType<UserStatusButton_UserFragment>;
  organisation: FragmentType<UseUserLimitNotice_OrganisationFragment>;
  /** Small, for a table row. */
  compact?: boolean;
  /** Whether the page's queries are sent again, because the page shows data that depends on the status. */
  readsAgain?: boolean;
  /** Called after the cached lists were updated. */
  onChanged?: () => void;
  trigger?: ComponentProps<typeof DeactivateUserButton>['trigger'];
}

const nothing = () => {};

/** Activates an inactive user, deactivates an active one. */
export function UserStatusButton(props: UserStatusButtonProps) {
  const { user, organisation, compact = false, readsAgain = false, onChanged = nothing, trigger } = props;
  const { data, complete } = useFragment(userFragment, user);
  if (!complete) return null;
  const common = { compact, readsAgain, onChanged, trigger };
  if (data.status === 'INACTIVE')
    return data.viewerCanActivate && <ActivateUserButton user={data} organisation={organisation} {...common} />;
  return data.viewerCanDeactivate && <DeactivateUserButton user={data} {...common} />;
}
