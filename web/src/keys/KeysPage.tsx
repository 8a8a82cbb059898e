import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { OrganisationKeys } from './OrganisationKeys.tsx';

const pageQuery = graphql(`
  query KeysPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) { id brandName viewerCanManageWebhooks ...OrganisationKeys_organisation }
    }
    organisation(id: $id) @skip(if: $own) {
      id
      brandName
      viewerCanManageWebhooks
      ...useOrganisationHeader_organisation
      ...OrganisationKeys_organisation
    }
  }
`);

const main = ['apiKeys'];

/** The API keys of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const page = useOrganisationQuery(pageQuery, { main });
  const tabs = useOrganisationHeader('keys');
  const { own, organisation, whole, loading, retry } = page;
  const title = organisation?.viewerCanManageWebhooks === false ? 'API keys' : 'API keys and webhooks';
  const header = own ? <PageHeader crumbs={[{ label: 'Organisation', to: '/O' }]} title={title} /> : tabs;
  return (
    <OrganisationFrame title={title} header={header} page={page}>
      {(loaded) => <OrganisationKeys organisation={loaded} own={own} whole={whole} loading={loading} onRetry={retry} />}
    </OrganisationFrame>
  );
}
