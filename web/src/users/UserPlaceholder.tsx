import { useParams } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { UserAvatar } from './UserAvatar.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';
import { useUserCrumbs } from './useUserCrumbs.ts';

// Fields that a cached list already has.
const userFragment = graphql(`fragment UserPlaceholder_user on User { id fullName status isInvited signInBlockedAt }`);

const organisationFragment = graphql(`fragment UserPlaceholder_organisation on Organisation { id brandName }`);

interface UserPlaceholderProps {
  id: string;
  failed: boolean;
  onRetry: () => void;
}

/** A user's page while its content is loading or after a failure, below the name if that is cached. */
export function UserPlaceholder({ id, failed, onRetry }: UserPlaceholderProps) {
  const { orgId } = useParams();
  const crumbs = useUserCrumbs();
  const { data: user, complete } = useFragment(userFragment, { __typename: 'User', id });
  const { data: organisation, complete: placed } = useFragment(
    organisationFragment,
    orgId === undefined ? null : { __typename: 'Organisation', id: orgId },
  );
  const header = complete && (placed || orgId === undefined) && (
    <PageHeader
      crumbs={crumbs(organisation?.brandName ?? '')}
      avatar={<UserAvatar user={user} size={72} />}
      title={user.fullName}
      badge={<UserStatusBadge user={user} />}
    />
  );
  return <PagePlaceholder of="facts" header={header} what="This user" failed={failed} onRetry={onRetry} />;
}
