import { countOf } from '../ui/layout/format.ts';
import { ChartCard } from './ChartCard.tsx';
import { ColumnChart } from './ColumnChart.tsx';
import { countedAre, monthText } from './overviewTexts.ts';
import type { OverviewData } from './useOverview.ts';

/** Assessments that were due and that were completed, by month. */
export function AssessmentMonths({ details }: { details: NonNullable<OverviewData['assessmentDetails']> }) {
  const { months, overdue, undated } = details;
  return (
    <ChartCard
      title={overdue > 0 ? `${countedAre(overdue, 'assessment')} overdue` : 'No assessment is overdue'}
      note={undated > 0 ? `${countOf(undated, 'completed one')} without a date of completion, in no month.` : undefined}
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
