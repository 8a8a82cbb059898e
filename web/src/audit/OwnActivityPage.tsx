import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OwnOrganisationFrame } from '../ui/page/OwnOrganisationFrame.tsx';
import { AuditRetention } from './AuditRetention.tsx';
import { EventFeed } from './EventFeed.tsx';
import { useActivityParams } from './useActivityParams.ts';

const pageQuery = graphql(`
  query OwnActivityPage($filter: AuditEventFilter, $first: Int, $after: String, $last: Int, $before: String) {
    viewer {
      ...Shell_viewer
      can { listOrganisations }
      organisation {
        id
        brandName
        ...AuditRetention_organisation
        auditEvents(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
          ...EventFeed_events @unmask # a page of a list has no cache id
        }
      }
    }
  }
`);

const main = ['viewer.organisation.auditEvents'];

/** The activity of the viewer's own organisation. */
export function Component() {
  const params = useActivityParams();
  const page = usePageQuery(pageQuery, params.variables, { main, keep: () => true });
  const { loading, whole, retry } = page;
  return (
    <OwnOrganisationFrame title="Activity" crumbs={[{ label: 'Organisation', to: '/O' }]} page={page}>
      {(organisation, { viewer }) => (
        <>
          <AuditRetention organisation={organisation} />
          <EventFeed
            events={organisation.auditEvents}
            params={params}
            of={{ organisationId: organisation.id }}
            own={!viewer?.can.listOrganisations}
            whole={whole}
            loading={loading}
            onRetry={retry}
          />
        </>
      )}
    </OwnOrganisationFrame>
  );
}
