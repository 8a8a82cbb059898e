import type { ReactNode } from 'react';
import { AssessmentStatusIcon } from '../assessments/AssessmentStatusBadge.tsx';
import { ColumnChart } from './ColumnChart.tsx';
import classes from './Overview.module.css';
import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { Button, Group, Paper, SimpleGrid, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { OverviewQuery } from '../gql/graphql.ts';
import { NextSteps } from '../ui/table/NextSteps.tsx';
import { countOf, formatCount } from '../ui/values/format.ts';
import { ChartsPlaceholder, chartColumns } from './ChartsPlaceholder.tsx';
import { LinkedBars } from './LinkedBars.tsx';
import type { OverviewChartsProps, OverviewLinks } from './overviewLinks.ts';
import { countedAre, dayText, monthText, sumOf } from './overviewTexts.ts';

const overviewQuery = graphql(`
  query Overview($organisationId: ID) {
    overview(organisationId: $organisationId) {
      users { role { id name } active inactive }
      signIns { days { day count } never }
      assessmentDetails { statuses { status count } months { month due completed } undated }
    }
  }
`);

type OverviewData = NonNullable<OverviewQuery['overview']>;

/** Charts with something to count; none for unknown figures. */
export function OverviewCharts({ organisationId, links, steps }: OverviewChartsProps) {
  const { data, failed, retry } = usePageQuery(overviewQuery, { organisationId }, { quiet: true });
  const overview = data?.overview;
  const wholePage = organisationId === undefined;
  if (failed)
    return (
      <Group gap="xs" role="status">
        <Text c="dimmed">The charts could not be loaded.</Text>
        <Button variant="subtle" size="compact-sm" onClick={retry}>
          Try again
        </Button>
      </Group>
    );
  if (!overview) return <ChartsPlaceholder wholePage={wholePage} />;
  const { users, signIns, assessmentDetails: details } = overview;
  if (!users && !signIns && !details)
    return (
      <Text c="dimmed">Charts are not available because the connected product API provides only these totals.</Text>
    );
  const charts = [
    // A chart of the viewer alone would be useless.
    users && sumOf(users, (one) => one.active + (one.inactive ?? 0)) > 1 && (
      <UsersByRole key="users" users={users} links={links} />
    ),
    signIns && sumOf(signIns.days, ({ count }) => count) > 0 && <SignInDays key="signIns" signIns={signIns} />,
    details && sumOf(details.statuses, ({ count }) => count) > 0 && (
      <AssessmentsByStatus key="statuses" statuses={details.statuses} links={links} />
    ),
    details && sumOf(details.months, ({ due, completed }) => due + completed) > 0 && (
      <AssessmentMonths key="months" details={details} />
    ),
  ].filter(Boolean);
  if (charts.length === 0) return <NothingYet steps={steps} />;
  return (
    <SimpleGrid cols={chartColumns(wholePage)} spacing="sm">
      {charts}
    </SimpleGrid>
  );
}

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
          mark: <AssessmentStatusIcon label={status} />,
          to: links.assessments?.(`status=${encodeURIComponent(status)}`),
        }))}
      />
    </ChartCard>
  );
}

/** Assessments that were due and that were completed, by month. */
function AssessmentMonths({ details: { months, undated } }: { details: Details }) {
  const [due, completed] = [sumOf(months, (one) => one.due), sumOf(months, (one) => one.completed)];
  return (
    <ChartCard
      title={`${countOf(due, 'assessment')} due and ${formatCount(completed)} completed in the last 12 months`}
      note={
        undated > 0 ? `Not shown: ${countOf(undated, 'completed assessment')} without a completion date.` : undefined
      }
      columns={['Month (UTC)', 'Due', 'Completed']}
      rows={months.map((one) => [monthText(one.month), one.due, one.completed])}
    >
      <ColumnChart
        data={months.map((one) => ({ month: monthText(one.month), Due: one.due, Completed: one.completed }))}
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
function SignInDays({ signIns: { days, never } }: { signIns: NonNullable<OverviewData['signIns']> }) {
  const rows = days.map(({ day, count }): [string, number] => [dayText(day), count]);
  return (
    <ChartCard
      title={`${countOf(
        sumOf(days, ({ count }) => count),
        'sign-in',
      )} in the last ${days.length} days`}
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
  /** Title of the chart, with its number. */
  title: string;
  /** Below the chart. */
  note?: string | undefined;
  /** Table of the numbers for screen readers: column headings and rows. */
  columns: readonly string[];
  rows: readonly (readonly [string, ...(number | null)[]])[];
  children: ReactNode;
}

/** A chart under its title. */
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
