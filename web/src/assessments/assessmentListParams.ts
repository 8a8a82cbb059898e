import { type ListFilters, type TableParams, useListParams } from '../ui/table/useListParams.ts';

/** The schema's names of the sortable columns. */
const sorts = { title: 'TITLE', end: 'END_DATE', status: 'STATUS' } as const;

export interface AssessmentListParams {
  narrowing: ListFilters;
  table: TableParams<(typeof sorts)[keyof typeof sorts]>;
}

/** Whether a change of status can change the rows of the page or their order. */
export const dependsOnStatus = ({ narrowing, table }: AssessmentListParams): boolean =>
  'status' in narrowing.filters || 'overdue' in narrowing.filters || table.sort?.key === 'status';

const overdueFilter = new Map([
  ['yes', true],
  ['no', false],
]);

/** The state of the list of assessments, and the variables of its page's query. */
export const useAssessmentListParams = () => {
  const { table, narrowing } = useListParams({ tables: [''], sorts, filters: ['status', 'overdue'] });
  const params: AssessmentListParams = { narrowing, table: table() };
  const { status, overdue = '' } = narrowing.filters;
  const variables = {
    search: narrowing.search || undefined,
    filter: {
      ...(status && { statuses: [status] }),
      ...(overdueFilter.has(overdue) && { overdue: overdueFilter.get(overdue) }),
    },
    ...params.table.variables,
  };
  return { params, variables };
};
