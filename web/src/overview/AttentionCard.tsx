import { Anchor, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { countOf, formatCount } from '../ui/layout/format.ts';
import { useTrail } from '../ui/layout/useTrail.ts';
import classes from './Overview.module.css';
import type { OverviewData } from './useOverview.ts';

type Attention = NonNullable<OverviewData['attention']>;

const reasons = [
  ['full', 'Full', ({ id }: { id: string }) => `/O/${id}/user?from=T`],
  ['withoutOrganiser', 'Without an active organiser', ({ id }) => `/O/${id}?from=T`],
  ['overdue', 'With overdue assessments', ({ id }) => `/O/${id}?from=T&tab=asmt&overdue=yes`],
  ['neverSignedIn', 'Never signed in', ({ id }) => `/O/${id}/user?from=T`],
] as const satisfies readonly [keyof Attention, string, (organisation: { id: string }) => string][];

/** The organisations that need attention, by reason, the first of each as links. */
export function AttentionCard({ attention }: { attention: Attention }) {
  const { trail } = useTrail();
  const found = reasons.filter(([reason]) => attention[reason].count > 0);
  const most = Math.max(...reasons.map(([reason]) => attention[reason].count));
  const title = most === 0 ? 'No organisation needs attention' : 'Some organisations need attention';
  return (
    <Paper p="md" component="section" aria-label={title} className={classes.chart}>
      <Stack gap="sm">
        <Title order={3}>{title}</Title>
        {found.map(([reason, label, to]) => {
          const { count, first } = attention[reason];
          return (
            <div key={reason}>
              <Text fw={600}>{`${label}: ${formatCount(count)}`}</Text>
              <Text>
                {first.map((organisation, place) => (
                  <span key={organisation.id}>
                    {place > 0 && ', '}
                    <Anchor component={Link} to={to(organisation)} state={trail}>
                      {organisation.brandName}
                    </Anchor>
                  </span>
                ))}
                {count > first.length && ` and ${countOf(count - first.length, 'more', 'more')}`}
              </Text>
            </div>
          );
        })}
      </Stack>
    </Paper>
  );
}
