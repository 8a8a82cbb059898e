import type { OverviewPlace_OrganisationFragment } from '../gql/graphql.ts';

/** The lists that the numbers of an overview lead to; none where the viewer has no such list. */
export interface OverviewLinks {
  users?: (filter?: string) => string;
  assessments?: (filter?: string) => string;
  mappings?: (filter?: string) => string;
}

const withFilter = (path: string, filter = ''): string =>
  filter === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${filter}`;

type Rights = Pick<OverviewPlace_OrganisationFragment, 'id' | 'viewerCanViewAssessments' | 'viewerCanViewMappings'>;

/** The viewer's own lists have addresses of their own. */
export function overviewLinks({ id, ...can }: Rights, { own, from }: { own: boolean; from: string }): OverviewLinks {
  return {
    users: (filter) => withFilter(own ? '/U' : `/O/${id}/user?from=${from}`, filter),
    ...(can.viewerCanViewAssessments && {
      assessments: (filter) => withFilter(`/O/${id}?from=${from}&tab=asmt`, filter),
    }),
    ...(can.viewerCanViewMappings && {
      mappings: (filter) => withFilter(own ? '/M' : `/O/${id}/mapping?from=${from}`, filter),
    }),
  };
}
