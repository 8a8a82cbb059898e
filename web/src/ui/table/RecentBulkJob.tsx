import { useEffect, useEffectEvent } from 'react';
import { usePageQuery } from '../../apollo/usePageQuery.ts';
import { graphql } from '../../gql/gql.ts';

const recentQuery = graphql(
  `query RecentBulkJob($organisationId: ID!) { recentBulkJobs(organisationId: $organisationId) { id action } }`,
);

export interface RecentBulkJobProps {
  of: 'users' | 'invitations';
  organisationId: string;
  onFound: (id: string) => void;
}

/** Finds the job that the viewer last started on a list, in any browser. */
export function RecentBulkJob({ of, organisationId, onFound }: RecentBulkJobProps) {
  const { data } = usePageQuery(recentQuery, { organisationId }, { quiet: true });
  const jobs = data?.recentBulkJobs ?? [];
  const found = jobs.find(({ action }) => action.endsWith('_INVITATION') === (of === 'invitations'))?.id;
  const report = useEffectEvent(onFound);
  useEffect(
    function reportFound() {
      if (found !== undefined) report(found);
    },
    [found],
  );
  return null;
}
