import { type Narrowing, type TableParams, useListParams } from '../ui/table/useListParams.ts';

/** How the sortable columns are called in the schema. */
const sorts = { title: 'TITLE', end: 'END_DATE', status: 'STATUS' } as const;

export interface AssessmentListParams {
  narrowing: Narrowing;
  table: TableParams<(typeof sorts)[keyof typeof sorts]>;
}

/** Whether a status decides who stands on the page, and where. */
export const dependsOnStatus = ({ narrowing, table }: AssessmentListParams): boolean =>
  'status' in narrowing.filters || 'overdue' in narrowing.filters || table.sort?.key === 'status';

const overdueFilter = new Map([
  ['yes', true],
  ['no', false],
]);

/** The state of the list of assessments, and the variables with which its page asks for it. */
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
