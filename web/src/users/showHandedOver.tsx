import { Stack, Text } from '@mantine/core';
import { showSuccess } from '../feedback/toasts.tsx';
import type { DeactivateUserButton_DeactivateMutation, UnmovedReason } from '../gql/graphql.ts';
import { countOf, formatCount } from '../ui/values/format.ts';

type HandedOver = NonNullable<DeactivateUserButton_DeactivateMutation['deactivateUser']['handedOver']>;

const reasons: Readonly<Record<UnmovedReason, string>> = {
  HIGHER_ROLE: 'has a higher role than yours, so an Administrator must choose the new supervisor',
  PROVISIONED: 'has a supervisor from the identity provider',
  NEW_SUPERVISOR: 'cannot be their own supervisor',
};

const shownUsers = 5;

/** Reports how many supervised users got a new supervisor, and who did not. */
export function showHandedOver({ movedUserCount, unmovedUsers, unmovedUserCount }: HandedOver): void {
  const all = movedUserCount + unmovedUserCount;
  if (all === 0) return;
  const more = unmovedUserCount - Math.min(unmovedUsers.length, shownUsers);
  showSuccess(
    <>
      <Text fw={600}>{`${formatCount(movedUserCount)} of ${countOf(all, 'supervised user')} moved`}</Text>
      <Stack component="ul" gap={0} m={0} p={0}>
        {unmovedUsers.slice(0, shownUsers).map(({ id, name, reason }) => (
          <Text component="li" size="sm" key={id}>
            <bdi translate="no">{name}</bdi> {reasons[reason]}.
          </Text>
        ))}
        {more > 0 && (
          <Text component="li" size="sm">
            {more} more.
          </Text>
        )}
      </Stack>
    </>,
    unmovedUserCount > 0 ? { autoClose: false, color: 'yellow' } : {},
  );
}
