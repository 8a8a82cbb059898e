import type { OrganisationOverview_OrganisationFragment } from '../gql/graphql.ts';
import { listPaths, type Place, withQuery } from '../ui/navigation/attentionLink.ts';
import type { NextStep } from '../ui/table/NextSteps.tsx';

/** URLs of the lists to which the numbers of an overview lead; undefined if the viewer has no such list. */
export interface OverviewLinks {
  users?: (filter: string) => string;
  assessments?: (filter: string) => string;
}

export interface OverviewChartsProps {
  /** Undefined for the charts of all organisations. */
  organisationId: string | undefined;
  links: OverviewLinks;
  /** The next steps of the viewer in an organisation without data. */
  steps: readonly NextStep[];
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
