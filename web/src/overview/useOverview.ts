import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { OverviewQuery } from '../gql/graphql.ts';

export type OverviewData = NonNullable<OverviewQuery['overview']>;

const overviewQuery = graphql(`
  query Overview($organisationId: ID) {
    overview(organisationId: $organisationId) {
      users { role { id name } active inactive }
      signIns { days { day count } never }
      assessmentDetails { statuses { status count } months { month due completed } undated }
    }
  }
`);

/** The figures of an organisation, or of all without an id; a failure is shown in place. */
export function useOverview(organisationId: string | undefined) {
  const { data, failed, retry } = usePageQuery(overviewQuery, { organisationId }, { quiet: true });
  return { overview: data?.overview ?? undefined, failed, retry };
}
