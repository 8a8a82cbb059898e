import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Group, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { graphql } from '../gql/gql.ts';
import type { PersonalInformation_UserFragment } from '../gql/graphql.ts';
import { useDraft } from '../ui/form/useDraft.ts';
import { DescriptionGroup } from '../ui/layout/DescriptionGroup.tsx';
import { ProfileForm } from './ProfileForm.tsx';

const userFragment = graphql(`
  fragment PersonalInformation_user on User {
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
    }
    supervisorEmail
    department
  }
`);

interface PersonalInformationProps {
  user: FragmentType<PersonalInformation_UserFragment>;
  /** The organisation, if the viewer may see its users. */
  organisationId: string | null;
}

/** The viewer's own data; Edit replaces it with the form. */
export function PersonalInformation({ user, organisationId }: PersonalInformationProps) {
  const { data, complete } = useFragment({
    fragment: userFragment,
    fragmentName: 'PersonalInformation_user',
    from: user,
  });
  const draft = useDraft('profile');
  const [editing, setEditing] = useState(draft.stored !== null);
  if (!complete) return null;
  if (editing)
    return (
      <ProfileForm
        user={data}
        organisationId={organisationId}
        draft={draft}
        onDone={() => {
          draft.forget();
          setEditing(false);
        }}
      />
    );
  const { mobile, countryCode } = data;
  return (
    <Box maw={960}>
      <Stack gap="md">
        <Group justify="flex-end">
          <Button leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />} onClick={() => setEditing(true)}>
            Edit
          </Button>
        </Group>
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
            ['Role', data.role?.name],
            ['Supervisor', data.supervisorEmail],
            ['Department', data.department],
          ]}
        />
      </Stack>
    </Box>
  );
}
