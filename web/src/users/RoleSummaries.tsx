import { Stack, Text } from '@mantine/core';
import { type RoleLookups, useRoleChoices } from './useRoleChoices.ts';

/** The roles that the viewer may assign, with a line each of what they may do. */
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
