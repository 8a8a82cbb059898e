import { Paper, Stack, Text, Title } from '@mantine/core';
import { countOf } from '../ui/layout/format.ts';
import classes from './Overview.module.css';
import { sentText, sumOf } from './overviewTexts.ts';
import type { OverviewData } from './useOverview.ts';

const kinds = [
  ['mappingRequests', 'mapping request', 'mapping requests'],
  ['invitations', 'user invitation', 'user invitations'],
  ['organisationInvitations', 'organisation invitation', 'organisation invitations'],
] as const;

/** What is pending in all organisations, and since when; nothing where one of the numbers is unknown, because the others would mislead. */
export function WaitingCard({ overview }: { overview: OverviewData }) {
  const known = kinds.flatMap(([kind, one, many]) => {
    const waiting = overview[kind];
    return waiting ? [{ ...waiting, one, many }] : [];
  });
  if (known.length < kinds.length) return null;
  const lines = known
    .filter(({ count }) => count > 0)
    .map(
      ({ count, since, one, many }) => `${countOf(count, one, many)}, ${sentText(count, since, overview.countedAt)}`,
    );
  const total = sumOf(known, ({ count }) => count);
  const title =
    total === 0
      ? 'No pending requests or invitations'
      : countOf(total, 'pending request or invitation', 'pending requests and invitations');
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
