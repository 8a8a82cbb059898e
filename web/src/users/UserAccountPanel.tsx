import type { FragmentType } from '@apollo/client';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserAccountPanel_UserFragment } from '../gql/graphql.ts';
import { CopyableId } from '../ui/layout/CopyableId.tsx';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { Moment } from '../ui/layout/Moment.tsx';
import { personLabels } from './personValues.ts';
import { ResponderBadges } from './ResponderBadges.tsx';
import { UserAvatar } from './UserAvatar.tsx';

const userFragment = graphql(`
  fragment UserAccountPanel_user on User {
    id
    fullName
    status
    isInvited
    role { id name }
    organisation { id brandName }
    createdAt
    updatedAt
    lastSignInAt
    ...ResponderBadges_user
  }
`);

/** The side column of a user's page. */
export function UserAccountPanel({ user }: { user: FragmentType<UserAccountPanel_UserFragment> }) {
  const { data, complete } = useFragment(userFragment, user);
  if (!complete) return null;
  const { id, role, organisation, createdAt, updatedAt, lastSignInAt } = data;
  return (
    <DescriptionGroup
      heading="Account"
      lead={<UserAvatar user={data} size={72} />}
      entries={[
        [personLabels.roleId, role?.name],
        ['Responder', <ResponderBadges key="responder" user={data} />],
        ['Organisation', organisation?.brandName],
        ['Created', createdAt && <Moment at={createdAt} />],
        ['Updated', updatedAt && <Moment at={updatedAt} />],
        ...(lastSignInAt ? [['Last sign-in', <Moment key="lastSignIn" at={lastSignInAt} />] as const] : []),
        ['ID', <CopyableId key="id" id={id} />],
      ]}
    />
  );
}
