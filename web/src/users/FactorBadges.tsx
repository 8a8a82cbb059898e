import { Badge, Group, Text } from '@mantine/core';
import type { SecondFactorKind } from '../gql/graphql.ts';

const names: Record<SecondFactorKind, string> = { AUTHENTICATOR_APP: 'Authenticator app', PASSKEY: 'Passkey' };

/** The options of the filter by second factor; their values are those in the URL. */
export const factorChoices = [
  { value: 'none', label: 'None' },
  { value: 'any', label: 'Any' },
  { value: 'app', label: names.AUTHENTICATOR_APP },
  { value: 'passkey', label: names.PASSKEY },
];

/** The second factors of a user; a dash if the viewer may not see them. */
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
