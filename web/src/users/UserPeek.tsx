import type { FragmentType } from '@apollo/client';
import { Button, Group } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useFragment } from '../apollo/useFragment.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import type { UseUserLimitNotice_OrganisationFragment } from '../gql/graphql.ts';
import { useTrail } from '../ui/navigation/useTrail.ts';
import { PeekFacts } from '../ui/peek/PeekFacts.tsx';
import { PeekPanel } from '../ui/peek/PeekPanel.tsx';
import { usePeekQuery } from '../ui/peek/usePeekQuery.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { mobileText, personLabels, workOf } from './personValues.ts';
import { ResponderBadges } from './ResponderBadges.tsx';
import { UserAvatar } from './UserAvatar.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';
import { UserStatusButton } from './UserStatusButton.tsx';
import { useUserPaths } from './useUserPaths.ts';

// The row already has these fields, so they are shown at once.
const userFragment = graphql(
  `fragment UserPeek_user on User { id fullName email status isInvited signInBlockedAt role { id name } }`,
);

const peekQuery = graphql(`
  query UserPeek($id: ID!) {
    user(id: $id) {
      id
      ...PersonFields_user @unmask # the panel shows these fields itself
      createdAt
      updatedAt
      viewerCanEdit
      ...UserPeek_user
      ...UserStatusButton_user
      ...ResponderBadges_user
    }
  }
`);

interface UserPeekProps {
  id: string | null;
  organisation: FragmentType<UseUserLimitNotice_OrganisationFragment>;
  /** The user was activated or deactivated. */
  onChanged: () => void;
}

/** A user of a list, in the panel next to it. */
export function UserPeek({ id, ...rest }: UserPeekProps) {
  return id !== null && <UserPanel id={id} {...rest} />;
}

function UserPanel({ id, ...rest }: UserPeekProps & { id: string }) {
  const { data, complete } = useFragment(userFragment, { __typename: 'User', id });
  const { view } = useUserPaths();
  return (
    <PeekPanel
      id={id}
      title={complete ? data.fullName : 'User'}
      avatar={complete && <UserAvatar user={data} size={40} />}
      badge={complete && <UserStatusBadge user={data} />}
      to={view(id)}
    >
      {complete && (
        <PeekFacts
          entries={[
            [personLabels.email, data.email],
            [personLabels.roleId, data.role?.name],
          ]}
        />
      )}
      <MoreOfUser key={id} id={id} {...rest} />
    </PeekPanel>
  );
}

function MoreOfUser({ id, organisation, onChanged }: UserPeekProps & { id: string }) {
  const { data, failed, retry } = usePeekQuery(peekQuery, id, 'user');
  const { edit } = useUserPaths();
  const { trail } = useTrail();
  const user = data?.user;
  if (!user) return failed ? <LoadFailure what="This user" onRetry={retry} /> : <ContentSkeleton of="facts" />;
  return (
    <>
      <PeekFacts
        entries={[
          ...workOf(user),
          [personLabels.mobile, mobileText(user)],
          ['Responder', <ResponderBadges key="responder" user={user} />],
          ['Created', user.createdAt && <Moment at={user.createdAt} withTime />],
          ['Updated', user.updatedAt && <Moment at={user.updatedAt} withTime />],
        ]}
      />
      <Group gap="xs">
        {user.viewerCanEdit && (
          <Button component={Link} to={edit(id)} state={trail} variant="default">
            Edit
          </Button>
        )}
        <UserStatusButton user={user} organisation={organisation} onChanged={onChanged} />
      </Group>
    </>
  );
}
