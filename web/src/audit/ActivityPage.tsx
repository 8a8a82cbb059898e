import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { EventFeed } from './EventFeed.tsx';
import { useActivityParams } from './useActivityParams.ts';

const pageQuery = graphql(`
  query ActivityPage(
    $organisationId: ID, $filter: AuditEventFilter, $first: Int, $after: String, $last: Int, $before: String
  ) {
    viewer { ...Shell_viewer }
    auditEvents(
      organisationId: $organisationId, filter: $filter, first: $first, after: $after, last: $last, before: $before
    ) {
      ...EventFeed_events @unmask # a page of a list has no cache id
    }
  }
`);

/** The activity of all organisations. */
export function Component() {
  const params = useActivityParams({ all: true });
  const organisationId = params.values.org || undefined;
  const { data, loading, missing, whole, retry } = usePageQuery(
    pageQuery,
    { organisationId, ...params.variables },
    { main: ['auditEvents'], keep: () => true },
  );
  usePageTitle('Activity');
  if (missing) return <RedirectToPageNotFound />;
  return (
    <PageFrame header={<PageHeader title="Activity" />}>
      <EventFeed
        events={data?.auditEvents}
        params={params}
        of={{ organisationId }}
        own={false}
        all
        whole={whole}
        loading={loading}
        onRetry={retry}
      />
    </PageFrame>
  );
}
