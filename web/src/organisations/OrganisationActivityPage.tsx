import { usePageQuery } from '../apollo/usePageQuery.ts';
import { AuditRetention } from '../audit/AuditRetention.tsx';
import { EventFeed } from '../audit/EventFeed.tsx';
import { useActivityParams } from '../audit/useActivityParams.ts';
import { graphql } from '../gql/gql.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

const pageQuery = graphql(`
  query OrganisationActivityPage($id: ID!, $filter: AuditEventFilter, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      ...Shell_viewer
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...AuditRetention_organisation
      auditEvents(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        ...EventFeed_events @unmask # a page of a list has no cache id
      }
    }
  }
`);

const main = ['organisation', 'organisation.auditEvents'];

export function OrganisationActivityPage({ id }: { id: string }) {
  const params = useActivityParams();
  const { data, loading, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { id, ...params.variables },
    { main, keep: (shown) => shown.organisation?.id === id },
  );
  const organisation = data?.organisation;
  usePageTitle('Activity', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={id} tab="activity" failed={failed} onRetry={retry} />;
  return (
    <PageFrame header={<OrganisationHeader organisation={organisation} tab="activity" />}>
      <AuditRetention organisation={organisation} />
      <EventFeed
        events={organisation.auditEvents}
        params={params}
        own={false}
        whole={whole}
        loading={loading}
        onRetry={retry}
      />
    </PageFrame>
  );
}
