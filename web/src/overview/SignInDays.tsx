import { countOf } from '../ui/layout/format.ts';
import { ChartCard } from './ChartCard.tsx';
import { ColumnChart } from './ColumnChart.tsx';
import { dayText } from './overviewTexts.ts';
import type { OverviewData } from './useOverview.ts';

/** Sign-ins by day. */
export function SignInDays({ signIns: { days, users, never } }: { signIns: NonNullable<OverviewData['signIns']> }) {
  const rows = days.map(({ day, count }): [string, number] => [dayText(day), count]);
  return (
    <ChartCard
      title={`${countOf(users, 'user')} signed in within 30 days`}
      note={never > 0 ? `${countOf(never, 'active user')} never did, as far as is known.` : undefined}
      columns={['Day (UTC)', 'Sign-ins']}
      rows={rows}
    >
      <ColumnChart
        data={rows.map(([day, count]) => ({ day, 'Sign-ins': count }))}
        of="day"
        series={[{ name: 'Sign-ins', color: 'blue.5' }]}
      />
    </ChartCard>
  );
}
