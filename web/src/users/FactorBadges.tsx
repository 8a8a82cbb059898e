import { Badge, Group, Text } from '@mantine/core';
import type { SecondFactorKind } from '../gql/graphql.ts';

const names: Record<SecondFactorKind, string> = { AUTHENTICATOR_APP: 'Authenticator app', PASSKEY: 'Passkey' };

/** The choices of the filter by second factor; their values are those of the address. */
export const factorChoices = [
  { value: 'none', label: 'None' },
  { value: 'any', label: 'Any' },
  { value: 'app', label: names.AUTHENTICATOR_APP },
  { value: 'passkey', label: names.PASSKEY },
];

/** What a user has set up beside the password; a dash where the viewer may not see it. */
export function FactorBadges({ factors }: { factors: readonly SecondFactorKind[] | null }) {
  if (factors === null) return '–';
  if (factors.length === 0)
    return (
      <Text component="span" inherit c="dimmed">
        None
      </Text>
    );
  return (
    <Group component="span" gap={4} wrap="nowrap">
      {factors.map((kind) => (
        <Badge key={kind} color="gray" flex="none">
          {names[kind]}
        </Badge>
      ))}
    </Group>
  );
}
