import { Stack, Text } from '@mantine/core';
import { type RoleLookups, useRoleChoices } from './useRoleChoices.ts';

/** Roles that the viewer can assign, with a summary of their permissions. */
export function RoleSummaries({ lookups }: { lookups: RoleLookups }) {
  const roles = useRoleChoices(lookups);
  return (
    <Stack gap="xs">
      {roles.map(({ id, name, summary }) => (
        <div key={id}>
          <Text fw={500}>{name}</Text>
          <Text c="dimmed">{summary}</Text>
        </div>
      ))}
    </Stack>
  );
}
