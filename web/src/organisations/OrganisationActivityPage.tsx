import { usePageQuery } from '../apollo/usePageQuery.ts';
import { AuditRetention } from '../audit/AuditRetention.tsx';
import { EventFeed } from '../audit/EventFeed.tsx';
import { useActivityParams } from '../audit/useActivityParams.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';

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
  const page = usePageQuery(
    pageQuery,
    { id, ...params.variables },
    { main, keep: (shown) => shown.organisation?.id === id },
  );
  return (
    <OrganisationTabFrame id={id} tab="activity" title="Activity" page={page}>
      {(organisation) => (
        <>
          <AuditRetention organisation={organisation} />
          <EventFeed
            events={organisation.auditEvents}
            params={params}
            of={{ organisationId: organisation.id }}
            own={false}
            whole={page.whole}
            loading={page.loading}
            onRetry={page.retry}
          />
        </>
      )}
    </OrganisationTabFrame>
  );
}
