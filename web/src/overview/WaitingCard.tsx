import { Paper, Stack, Text, Title } from '@mantine/core';
import { countOf } from '../ui/layout/format.ts';
import classes from './Overview.module.css';
import { sumOf, waitingText } from './overviewTexts.ts';
import type { OverviewData } from './useOverview.ts';

const kinds = [
  ['mappingRequests', 'mapping request', 'mapping requests'],
  ['invitations', 'invitation of a person', 'invitations of people'],
  ['organisationInvitations', 'invitation of an organisation', 'invitations of organisations'],
] as const;

/** What waits in all organisations, and for how long; nothing where one of the numbers is not known, because the others would mislead. */
export function WaitingCard({ overview }: { overview: OverviewData }) {
  const known = kinds.flatMap(([kind, one, many]) => {
    const waiting = overview[kind];
    return waiting ? [{ ...waiting, one, many }] : [];
  });
  if (known.length < kinds.length) return null;
  const lines = known
    .filter(({ count }) => count > 0)
    .map(({ count, since, one, many }) => `${countOf(count, one, many)}, ${waitingText(since, overview.countedAt)}`);
  const total = sumOf(known, ({ count }) => count);
  const title =
    total === 0
      ? 'Nothing waits for an answer'
      : countOf(total, 'request or invitation waits', 'requests and invitations wait');
  return (
    <Paper p="md" component="section" aria-label={title} className={classes.chart}>
      <Stack gap="sm">
        <Title order={3}>{title}</Title>
        {lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
      </Stack>
    </Paper>
  );
}
