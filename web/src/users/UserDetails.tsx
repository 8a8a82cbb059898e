import type { FragmentType } from '@apollo/client';
import { Text } from '@mantine/core';
import { useFragment } from '../apollo/useFragment.ts';
import { graphql } from '../gql/gql.ts';
import type { UserDetails_UserFragment } from '../gql/graphql.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { Moment } from '../ui/values/Moment.tsx';
import { mobileText, personLabels, workOf } from './personValues.ts';
import { managedByProvider } from './provisionedInputs.ts';
import { Supervisor } from './Supervisor.tsx';
import { userLabels } from './userValues.ts';

const userFragment = graphql(`
  fragment UserDetails_user on User {
    id
    ...PersonFields_user @unmask # missing fields of a masked fragment would not count as incomplete
    role { id canLeadDepartment }
    deptLead
    organisationId
    provisionedFields
    createdAt
    updatedAt
  }
`);

/** The data of a user; name, email and role are in the head of their page. */
export function UserDetails({ user }: { user: FragmentType<UserDetails_UserFragment> }) {
  const { data, complete } = useFragment(userFragment, user);
  if (!complete) return null;
  const { role, deptLead, organisationId, supervisorEmail, provisionedFields, createdAt, updatedAt } = data;
  // Hidden: the user belongs to another organisation.
  if (!role && !createdAt) return null;
  return (
    <DescriptionGroup
      heading="Details"
      lead={provisionedFields !== null && <Text c="dimmed">{managedByProvider}</Text>}
      entries={[
        ...workOf(
          data,
          supervisorEmail && organisationId && (
            <Supervisor key="supervisor" email={supervisorEmail} organisationId={organisationId} />
          ),
        ),
        ...(role?.canLeadDepartment ? [[userLabels.deptLead, deptLead ? 'Yes' : 'No'] as const] : []),
        [personLabels.mobile, mobileText(data)],
        ['Created', createdAt && <Moment at={createdAt} withTime />],
        ['Updated', updatedAt && <Moment at={updatedAt} withTime />],
      ]}
    />
  );
}
