import '@mantine/core/styles/ColorSwatch.css';
import '@mantine/charts/styles.css';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { countOf } from '../ui/layout/format.ts';
import { NextSteps } from '../ui/table/NextSteps.tsx';
import { AssessmentMonths } from './AssessmentMonths.tsx';
import { AttentionCard } from './AttentionCard.tsx';
import { ChartCard } from './ChartCard.tsx';
import { chartColumns } from './ChartsPlaceholder.tsx';
import { LinkedBars } from './LinkedBars.tsx';
import type { OverviewLinks } from './overviewLinks.ts';
import { countedAre, sumOf } from './overviewTexts.ts';
import { SignInDays } from './SignInDays.tsx';
import type { OverviewData } from './useOverview.ts';
import { WaitingCard } from './WaitingCard.tsx';

export interface OverviewChartsProps {
  overview: OverviewData;
  links: OverviewLinks;
  /** What the viewer may do next in an organisation that has nothing yet. */
  steps: readonly { label: string; to: string }[];
}

/** The charts of an overview; none for what is not known. */
export function OverviewCharts({ overview, links, steps }: OverviewChartsProps) {
  const { users, signIns, assessmentDetails: details, attention } = overview;
  if (isEmpty(overview)) return <NothingYet steps={steps} />;
  if (!users && !signIns && !details && !attention)
    return <Text c="dimmed">The product API does not say more than these numbers.</Text>;
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
      <Text c="dimmed">
        There is nothing to count yet. Charts are here once the organisation has people and assessments.
      </Text>
      <NextSteps steps={steps} />
    </Stack>
  );
}

function UsersByRole({ users, links }: { users: NonNullable<OverviewData['users']>; links: OverviewLinks }) {
  const [active, inactive] = [sumOf(users, (one) => one.active), sumOf(users, (one) => one.inactive ?? 0)];
  const title = countOf(active, 'active user') + (inactive > 0 ? `, ${countOf(inactive, 'inactive one')}` : '');
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
      ? 'There are no assessments yet'
      : `${countedAre(most.count, 'assessment')} ${most.status}, of ${total} in all`;
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
