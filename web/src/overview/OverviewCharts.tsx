import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useTrail } from '../ui/layout/useTrail.ts';
import { ColumnChart } from './ColumnChart.tsx';
import classes from './Overview.module.css';
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { Anchor, Paper, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { countOf, formatCount } from '../ui/layout/format.ts';
import { NextSteps } from '../ui/table/NextSteps.tsx';
import { chartColumns } from './ChartsPlaceholder.tsx';
import { LinkedBars } from './LinkedBars.tsx';
import type { OverviewLinks } from './overviewLinks.ts';
import { countedAre, dayText, monthText, sumOf } from './overviewTexts.ts';
import type { OverviewData } from './useOverview.ts';
import { WaitingCard } from './WaitingCard.tsx';

type Attention = NonNullable<OverviewData['attention']>;

const reasons = [
  ['full', 'At user limit', ({ id }: { id: string }) => `/O/${id}/user?from=T`],
  ['withoutOrganiser', 'No active organiser', ({ id }) => `/O/${id}?from=T`],
  ['overdue', 'Overdue assessments', ({ id }) => `/O/${id}?from=T&tab=asmt&overdue=yes`],
  ['neverSignedIn', 'No recorded sign-in', ({ id }) => `/O/${id}/user?from=T`],
] as const satisfies readonly [keyof Attention, string, (organisation: { id: string }) => string][];

/** The organisations that need attention, by reason, the first of each as links. */
function AttentionCard({ attention }: { attention: Attention }) {
  const { trail } = useTrail();
  const found = reasons.filter(([reason]) => attention[reason].count > 0);
  const most = Math.max(...reasons.map(([reason]) => attention[reason].count));
  const title = most === 0 ? 'No organisations need attention' : 'Some organisations need attention';
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

export interface OverviewChartsProps {
  overview: OverviewData;
  links: OverviewLinks;
  /** The next steps of the viewer in an organisation without data. */
  steps: readonly { label: string; to: string }[];
}

/** The charts of an overview; none for unknown figures. */
export function OverviewCharts({ overview, links, steps }: OverviewChartsProps) {
  const { users, signIns, assessmentDetails: details, attention } = overview;
  if (isEmpty(overview)) return <NothingYet steps={steps} />;
  if (!users && !signIns && !details && !attention)
    return (
      <Text c="dimmed">Charts are not available because the connected product API provides only these totals.</Text>
    );
  return (
    <SimpleGrid cols={chartColumns(attention !== null)} spacing="sm">
      {attention && <AttentionCard attention={attention} />}
      {attention && <WaitingCard overview={overview} />}
      {users && <UsersByRole users={users} links={links} />}
      {signIns && <SignInDays signIns={signIns} />}
      {details && <AssessmentsByStatus statuses={details.statuses} links={links} />}
      {details && <AssessmentMonths details={details} />}
    </SimpleGrid>
  );
}

/** The viewer alone, without assessments and mappings. */
const isEmpty = ({ organisations, users, assessments, mappingRequests, invitations }: OverviewData): boolean =>
  organisations === null &&
  users !== null &&
  sumOf(users, ({ active, inactive }) => active + (inactive ?? 0)) <= 1 &&
  assessments?.total === 0 &&
  !mappingRequests?.count &&
  !invitations?.count;

function NothingYet({ steps }: Pick<OverviewChartsProps, 'steps'>) {
  return (
    <Stack gap="sm" align="center" py="md">
      <Text c="dimmed">No data yet. Charts appear once the organisation has users and assessments.</Text>
      <NextSteps steps={steps} />
    </Stack>
  );
}

function UsersByRole({ users, links }: { users: NonNullable<OverviewData['users']>; links: OverviewLinks }) {
  const [active, inactive] = [sumOf(users, (one) => one.active), sumOf(users, (one) => one.inactive ?? 0)];
  const title = countOf(active, 'active user') + (inactive > 0 ? `, ${formatCount(inactive)} inactive` : '');
  const nameOf = ({ role }: (typeof users)[number]) => role?.name ?? 'No role';
  return (
    <ChartCard
      title={title}
      columns={['Role', 'Active', 'Inactive']}
      rows={users.map((one) => [nameOf(one), one.active, one.inactive])}
    >
      <LinkedBars
        bars={users.map((one) => ({
          name: nameOf(one),
          value: one.active,
          to: one.role ? links.users?.(`role=${encodeURIComponent(one.role.id)}`) : undefined,
        }))}
      />
    </ChartCard>
  );
}

type Details = NonNullable<OverviewData['assessmentDetails']>;

function AssessmentsByStatus({ statuses, links }: Pick<Details, 'statuses'> & { links: OverviewLinks }) {
  const total = sumOf(statuses, ({ count }) => count);
  const most = statuses.toSorted((one, other) => other.count - one.count)[0];
  const title =
    total === 0 || !most
      ? 'No assessments yet'
      : `${formatCount(most.count)} of ${countedAre(total, 'assessment', most.count)} ${most.status}`;
  return (
    <ChartCard
      title={title}
      columns={['Status', 'Assessments']}
      rows={statuses.map(({ status, count }) => [status, count])}
    >
      <LinkedBars
        bars={statuses.map(({ status, count }) => ({
          name: status,
          value: count,
          to: links.assessments?.(`status=${encodeURIComponent(status)}`),
        }))}
      />
    </ChartCard>
  );
}

/** Assessments that were due and that were completed, by month. */
function AssessmentMonths({ details }: { details: NonNullable<OverviewData['assessmentDetails']> }) {
  const { months, overdue, undated } = details;
  return (
    <ChartCard
      title={overdue > 0 ? `${countedAre(overdue, 'assessment')} overdue` : 'No assessments are overdue'}
      note={
        undated > 0 ? `Not shown: ${countOf(undated, 'completed assessment')} without a completion date.` : undefined
      }
      columns={['Month (UTC)', 'Due', 'Completed']}
      rows={months.map(({ month, due, completed }) => [monthText(month), due, completed])}
    >
      <ColumnChart
        data={months.map(({ month, due, completed }) => ({ month: monthText(month), Due: due, Completed: completed }))}
        of="month"
        series={[
          { name: 'Due', color: 'gray.5' },
          { name: 'Completed', color: 'green.6' },
        ]}
      />
    </ChartCard>
  );
}

/** Sign-ins by day. */
function SignInDays({ signIns: { days, users, never } }: { signIns: NonNullable<OverviewData['signIns']> }) {
  const rows = days.map(({ day, count }): [string, number] => [dayText(day), count]);
  return (
    <ChartCard
      title={`${countOf(users, 'user')} signed in during the last 30 days`}
      note={
        never > 0 ? `${countOf(never, 'active user')} ${never === 1 ? 'has' : 'have'} no recorded sign-in.` : undefined
      }
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

interface ChartCardProps {
  /** The finding of the chart, as a sentence with its number. */
  title: string;
  /** Below the chart. */
  note?: string | undefined;
  /** The same numbers for screen readers: the headings of the columns, and the rows. */
  columns: readonly string[];
  rows: readonly (readonly [string, ...(number | null)[]])[];
  children: ReactNode;
}

/** A chart under its finding. */
function ChartCard({ title, note, columns, rows, children }: ChartCardProps) {
  return (
    <Paper p="md" component="section" aria-label={title} className={classes.chart}>
      <Stack gap="sm">
        <Title order={3}>{title}</Title>
        {children}
        {note && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
        <VisuallyHidden>
          <table>
            <caption>{title}</caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {values.map((value, place) => (
                    <td key={columns[place + 1]}>{value ?? 'unknown'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </VisuallyHidden>
      </Stack>
    </Paper>
  );
}
