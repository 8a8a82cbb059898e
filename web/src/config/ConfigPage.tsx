import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { ConfigSettings } from './ConfigSettings.tsx';

const pageQuery = graphql(`
  query ConfigPage($id: ID!) {
    viewer { ...Shell_viewer }
    organisation(id: $id) { id brandName ...useOrganisationHeader_organisation ...ConfigSettings_organisation }
    lookups { ...ConfigSettings_lookups }
  }
`);

const main = ['organisation', 'organisation.config'];

export function Component() {
  const { orgId: id = '' } = useParams();
  const page = usePageQuery(pageQuery, { id }, { main });
  const header = useOrganisationHeader('config');
  return (
    <OrganisationFrame
      title="Configuration"
      header={header}
      of="form"
      page={{ ...page, own: false, organisation: page.data?.organisation }}
    >
      {(organisation, { lookups }) => (
        <ConfigSettings organisation={organisation} lookups={lookups} loading={page.loading} onRetry={page.retry} />
      )}
    </OrganisationFrame>
  );
}
