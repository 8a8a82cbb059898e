import { type ListFilters, type TableParams, useListParams } from '../ui/table/useListParams.ts';

/** The schema's names of the sortable columns. */
const sorts = { title: 'TITLE', end: 'END_DATE', status: 'STATUS' } as const;

export interface AssessmentListParams {
  narrowing: ListFilters;
  table: TableParams<(typeof sorts)[keyof typeof sorts]>;
  /** The arguments of the list without its page. */
  exported: object;
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
  const { status, overdue = '' } = narrowing.filters;
  const list = table();
  const matching = {
    search: narrowing.search || undefined,
    filter: {
      ...(status && { statuses: [status] }),
      ...(overdueFilter.has(overdue) && { overdue: overdueFilter.get(overdue) }),
    },
  };
  const exported = { ...matching, orderBy: list.variables.orderBy };
  const params: AssessmentListParams = { narrowing, table: list, exported };
  return { params, variables: { ...matching, ...list.variables } };
};
