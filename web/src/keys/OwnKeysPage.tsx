import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OwnOrganisationFrame } from '../ui/page/OwnOrganisationFrame.tsx';
import { OrganisationKeys } from './OrganisationKeys.tsx';

const pageQuery = graphql(`
  query OwnKeysPage { viewer { ...Shell_viewer organisation { id brandName viewerCanManageWebhooks ...OrganisationKeys_organisation } } }
`);

const main = ['viewer.organisation.apiKeys'];

/** The API keys of the viewer's own organisation. */
export function Component() {
  const page = usePageQuery(pageQuery, undefined, { main });
  const { loading, whole, retry } = page;
  return (
    <OwnOrganisationFrame
      title={page.data?.viewer?.organisation?.viewerCanManageWebhooks ? 'API keys and webhooks' : 'API keys'}
      crumbs={[{ label: 'Organisation', to: '/O' }]}
      page={page}
    >
      {(organisation) => (
        <OrganisationKeys organisation={organisation} whole={whole} loading={loading} onRetry={retry} />
      )}
    </OwnOrganisationFrame>
  );
}
