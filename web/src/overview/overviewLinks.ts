import { type AttentionKind, attentionKinds } from '@console/contract/attention';
import type { OrganisationOverview_OrganisationFragment } from '../gql/graphql.ts';
import type { NextStep } from '../ui/table/NextSteps.tsx';

/** The lists that the numbers of an overview lead to; none where the viewer has no such list. */
export interface OverviewLinks {
  users?: (filter: string) => string;
  assessments?: (filter: string) => string;
}

export interface OverviewChartsProps {
  /** Undefined: the charts of all organisations. */
  organisationId: string | undefined;
  links: OverviewLinks;
  /** The next steps of the viewer in an organisation without data. */
  steps: readonly NextStep[];
}

interface Place {
  /** The viewer's own organisation: its lists have addresses of their own. */
  own: boolean;
  from: string;
}

/** The address of each list of an organisation. */
const listPaths = (id: string, { own, from }: Place) => ({
  users: own ? '/U' : `/O/${id}/user?from=${from}`,
  mappings: own ? '/M' : `/O/${id}/mapping?from=${from}`,
  assessments: `/O/${id}?from=${from}&tab=asmt`,
  sso: own ? '/S' : `/O/${id}?from=${from}&tab=sso`,
  provisioning: own ? '/S/provisioning' : `/O/${id}?from=${from}&tab=provisioning`,
  reviews: own ? '/O/reviews' : `/O/${id}?from=${from}&tab=reviews`,
  keys: own ? '/O/keys' : `/O/${id}?from=${from}&tab=keys`,
});

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The filtered list of an organisation that has what a kind counts. */
export function attentionLink(kind: AttentionKind, id: string, place: Place): string | undefined {
  const { link } = attentionKinds[kind];
  if (link === null) return undefined;
  const path = listPaths(id, place)[link.list];
  if (!('to' in link)) return path;
  return link.to.startsWith('#') ? `${path}${link.to}` : withQuery(path, link.to.slice(1));
}

export function overviewLinks(
  { id, viewerCanViewAssessments }: Pick<OrganisationOverview_OrganisationFragment, 'id' | 'viewerCanViewAssessments'>,
  place: Place,
): OverviewLinks {
  const paths = listPaths(id, place);
  return {
    users: (filter) => withQuery(paths.users, filter),
    ...(viewerCanViewAssessments && { assessments: (filter) => withQuery(paths.assessments, filter) }),
  };
}
