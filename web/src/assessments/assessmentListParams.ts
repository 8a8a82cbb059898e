import type { AssessmentFilter } from '../gql/graphql.ts';
import { readYesOrNo, useListParams } from '../ui/table/useListParams.ts';

/** The schema's names of the sortable columns. */
const sorts = { title: 'TITLE', end: 'END_DATE', status: 'STATUS' } as const;

const filters: Record<string, (value: string) => AssessmentFilter> = {
  status: (id) => ({ statuses: [id] }),
  overdue: (value) => ({ overdue: readYesOrNo(value) }),
};

export type AssessmentListParams = ReturnType<typeof useAssessmentListParams>['params'];

/** Whether a change of status can change the rows of the page or their order. */
export const dependsOnStatus = ({ narrowing, table }: AssessmentListParams): boolean =>
  'status' in narrowing.filters || 'overdue' in narrowing.filters || table.sort?.key === 'status';

/** The state of the list of assessments, and the variables of its page's query. */
export const useAssessmentListParams = () => {
  const { tables, narrowing, filter, variables } = useListParams({ tables: { list: '' }, sorts, filters });
  const table = tables.list;
  const matching = { search: variables.search, filter };
  /** The arguments of the list without its page. */
  const exported = { ...matching, orderBy: table.variables.orderBy };
  return { params: { narrowing, table, exported }, variables: { ...matching, ...table.variables } };
};
