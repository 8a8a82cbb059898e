import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationKeys } from '../keys/OrganisationKeys.tsx';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';

const pageQuery = graphql(`
  query OrganisationKeysPage($id: ID!) {
    viewer { ...Shell_viewer }
    organisation(id: $id) { id brandName viewerCanManageWebhooks ...OrganisationHeader_organisation ...OrganisationKeys_organisation }
  }
`);

const main = ['organisation', 'organisation.apiKeys'];

export function OrganisationKeysPage({ id }: { id: string }) {
  const page = usePageQuery(pageQuery, { id }, { main });
  return (
    <OrganisationTabFrame
      id={id}
      tab="keys"
      title={page.data?.organisation?.viewerCanManageWebhooks ? 'API keys and webhooks' : 'API keys'}
      page={page}
    >
      {(organisation) => (
        <OrganisationKeys organisation={organisation} whole={page.whole} loading={page.loading} onRetry={page.retry} />
      )}
    </OrganisationTabFrame>
  );
}
