import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { UserDetails_UserFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { Moment } from '../ui/layout/Moment.tsx';
import { PersonDetails } from './PersonDetails.tsx';
import { ResponderBadges } from './ResponderBadges.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';

const userFragment = graphql(`
  fragment UserDetails_user on User {
    id
    ...PersonFields_user @unmask # missing fields of a masked fragment would not count as incomplete
    role {
      id
      canLeadDepartment
    }
    deptLead
    status
    createdAt
    updatedAt
    ...ResponderBadges_user
  }
`);

/** The details of a user. */
export function UserDetails({ user }: { user: FragmentType<UserDetails_UserFragment> }) {
  const { data, complete } = useFragment({
    fragment: userFragment,
    fragmentName: 'UserDetails_user',
    from: user,
  });
  if (!complete) return null;
  const { role, deptLead, createdAt, updatedAt } = data;
  return (
    <Stack gap="md">
      <PersonDetails user={data} deptLead={role?.canLeadDepartment ? (deptLead ?? false) : undefined} />
      <DescriptionGroup
        heading="Account"
        entries={[
          ['Status', <UserStatusBadge key="status" status={data.status} />],
          ['Responder', <ResponderBadges key="responder" user={data} />],
          ['Created', createdAt && <Moment at={createdAt} />],
          ['Updated', updatedAt && <Moment at={updatedAt} />],
        ]}
      />
    </Stack>
  );
}
