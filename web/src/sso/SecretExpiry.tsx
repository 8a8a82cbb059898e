import { daysUntil, secretReminderDays } from '@console/contract/secret-expiry';
import { Badge, Group, Text } from '@mantine/core';
import { countOf, formatDay } from '../ui/layout/format.ts';

/** When the client secret expires, with a warning from 30 days before. */
export function SecretExpiry({ day }: { day: string | null }) {
  if (day === null)
    return (
      <Text c="dimmed" span>
        Not entered: no mail reminds of it
      </Text>
    );
  const left = daysUntil(day, new Date());
  return (
    <Group gap="xs">
      {/* At noon it is the same day in every time zone. */}
      <time dateTime={day}>{formatDay(new Date(`${day}T12:00:00`))}</time>
      {left <= secretReminderDays[0] && (
        <Badge color={left < 0 ? 'red' : 'orange'}>{left < 0 ? 'Expired' : leftText(left)}</Badge>
      )}
      {left < 0 && (
        <Text size="sm" span>
          Make a new secret at the provider, save it above, and enter when it expires.
        </Text>
      )}
    </Group>
  );
}

const leftText = (left: number): string => (left === 0 ? 'Expires today' : `Expires in ${countOf(left, 'day')}`);
