import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { ActivityTabs } from '../ui/page/ActivityTabs.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { ActivitySettings } from './ActivitySettings.tsx';
import { EventFeed } from './EventFeed.tsx';
import { useActivityParams } from './useActivityParams.ts';

const pageQuery = graphql(`
  query OrganisationActivityPage(
    $id: ID!, $own: Boolean!, $filter: AuditEventFilter, $first: Int, $after: String, $last: Int, $before: String
  ) {
    viewer {
      ...Shell_viewer
      can { listOrganisations }
      organisation @include(if: $own) {
        ...OrganisationActivityPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...useOrganisationHeader_organisation
      ...OrganisationActivityPage_organisation @unmask # this page's own fields, from either place
    }
  }
`);

graphql(`
  fragment OrganisationActivityPage_organisation on Organisation {
    id
    brandName
    viewerCanViewAccessReviews
    ...ActivitySettings_organisation
    auditEvents(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      ...EventFeed_events @unmask # a page of a list has no cache id
    }
  }
`);

const title = 'Activity';
const main = ['auditEvents'];

/** The activity of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const params = useActivityParams();
  const page = useOrganisationQuery(pageQuery, { main, keep: true }, params.variables);
  const tabs = useOrganisationHeader('activity');
  const { own, whole, loading, retry } = page;
  const both = page.organisation?.viewerCanViewAccessReviews && <ActivityTabs current="activity" />;
  const header = own ? (
    <PageHeader crumbs={[{ label: 'Organisation', to: '/O' }]} title={title} tabs={both} />
  ) : (
    tabs && (
      <>
        {tabs}
        {both}
      </>
    )
  );
  return (
    <OrganisationFrame title={title} header={header} page={page}>
      {(organisation, { viewer }) => (
        <>
          <ActivitySettings organisation={organisation} />
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
    </OrganisationFrame>
  );
}
