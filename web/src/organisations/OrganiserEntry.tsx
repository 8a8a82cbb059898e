import type { FragmentType } from '@apollo/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFragment } from '../apollo/useFragment.ts';
import { lazyPart } from '../feedback/lazyPart.tsx';
import { graphql } from '../gql/gql.ts';
import type { OrganiserEntry_OrganisationFragment } from '../gql/graphql.ts';
import { EmailAddress } from '../ui/values/EmailAddress.tsx';
import { MissingValue } from '../ui/values/MissingValue.tsx';
import { UserAvatar } from '../users/UserAvatar.tsx';

// A form with its list of users is large, and rarely needed.
const ChangeOrganiserForm = lazyPart(async () => (await import('./ChangeOrganiserForm.tsx')).ChangeOrganiserForm, {
  loadOn: 'need',
});

const organisationFragment = graphql(`
  fragment OrganiserEntry_organisation on Organisation {
    id
    brandName
    organiser { id fullName email status isInvited }
    viewerCanChangeOrganiser
  }
`);

interface OrganiserEntryProps {
  organisation: FragmentType<OrganiserEntry_OrganisationFragment>;
  /** Hides the control. */
  readOnly: boolean;
}

/** The organiser of an organisation; a viewer with the right chooses another one. */
export function OrganiserEntry({ organisation, readOnly }: OrganiserEntryProps) {
  const { data, complete } = useFragment(organisationFragment, organisation);
  // Undefined before the form has been opened for the first time.
  const [changing, setChanging] = useState<boolean>();
  if (!complete) return null;
  const { organiser } = data;
  if (changing) return <ChangeOrganiserForm organisation={data} onClose={() => setChanging(false)} />;
  return (
    <Stack gap="xs" align="flex-start">
      {organiser ? (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <UserAvatar user={organiser} />
          <div>
            <Text>{organiser.fullName}</Text>
            {organiser.fullName !== organiser.email && (
              <Text size="xs" c="dimmed">
                <EmailAddress email={organiser.email} />
              </Text>
            )}
          </div>
        </Group>
      ) : (
        <span>
          <MissingValue />
        </span>
      )}
      {data.viewerCanChangeOrganiser && !readOnly && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label="Change main Organiser"
          // The button replaces the form, which had the focus.
          autoFocus={changing === false}
          onClick={() => setChanging(true)}
        >
          Change
        </Button>
      )}
    </Stack>
  );
}
