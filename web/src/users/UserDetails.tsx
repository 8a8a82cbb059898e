import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { graphql } from '../gql/gql.ts';
import type { UserDetails_UserFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { Moment } from '../ui/layout/Moment.tsx';
import { ResponderBadges } from './ResponderBadges.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';

const userFragment = graphql(`
  fragment UserDetails_user on User {
    id
    firstName
    lastName
    email
    countryCode
    mobile
    designation
    role {
      id
      name
      canLeadDepartment
    }
    deptLead
    supervisorEmail
    department
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
  const { role, mobile, countryCode, createdAt, updatedAt } = data;
  return (
    <Stack gap="md">
      <DescriptionGroup
        heading="Person"
        entries={[
          ['First name', data.firstName],
          ['Last name', data.lastName],
          ['Email', data.email],
          ['Mobile', mobile && [countryCode, mobile].filter(Boolean).join(' ')],
        ]}
      />
      <DescriptionGroup
        heading="Work"
        entries={[
          ['Designation', data.designation],
          ['Role', role?.name],
          ...(role?.canLeadDepartment ? [['Department lead', data.deptLead ? 'Yes' : 'No'] as const] : []),
          ['Supervisor', data.supervisorEmail],
          ['Department', data.department],
        ]}
      />
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
