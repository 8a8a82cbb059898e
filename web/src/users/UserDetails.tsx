import type { FragmentType } from '@apollo/client';
import { Stack } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserDetails_UserFragment } from '../gql/graphql.ts';
import { PersonDetails } from './PersonDetails.tsx';

const userFragment = graphql(`
  fragment UserDetails_user on User {
    id
    ...PersonFields_user @unmask # missing fields of a masked fragment would not count as incomplete
    role { id canLeadDepartment }
    deptLead
  }
`);

/** The data of a user; their role and status are in the summary. */
export function UserDetails({ user }: { user: FragmentType<UserDetails_UserFragment> }) {
  const { data, complete } = useFragment(userFragment, user);
  if (!complete) return null;
  const { role, deptLead } = data;
  return (
    <Stack gap="md">
      <PersonDetails user={data} deptLead={role?.canLeadDepartment ? (deptLead ?? false) : undefined} withoutRole />
    </Stack>
  );
}
