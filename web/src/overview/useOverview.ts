import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { OverviewQuery } from '../gql/graphql.ts';

export type OverviewData = NonNullable<OverviewQuery['overview']>;

const overviewQuery = graphql(`
  query Overview($organisationId: ID) {
    overview(organisationId: $organisationId) {
      countedAt
      organisations { active disabled }
      seats { used limit organisationsWithoutLimit }
      users { role { id name } active inactive }
      signIns { days { day count } users never }
      assessments { pending completed total }
      assessmentDetails { statuses { status count } months { month due completed } overdue undated }
      mappingRequests { count since }
      invitations { count since }
      organisationInvitations { count since }
      attention {
        full { count first { id brandName } }
        withoutOrganiser { count first { id brandName } }
        overdue { count first { id brandName } }
        neverSignedIn { count first { id brandName } }
      }
    }
  }
`);

/** The figures of an organisation, or of all without an id. Figures and charts share one request; a failure is shown in place. */
export function useOverview(organisationId: string | undefined, { settled = false } = {}) {
  const { data, failed, retry } = usePageQuery(overviewQuery, { organisationId }, { quiet: true, settled });
  return { overview: data?.overview ?? undefined, failed, retry };
}
