import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ConfigSettings } from '../config/ConfigSettings.tsx';
import { graphql } from '../gql/gql.ts';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';

const pageQuery = graphql(`
  query OrganisationConfigPage($id: ID!) {
    viewer { ...Shell_viewer }
    organisation(id: $id) { id brandName ...OrganisationHeader_organisation ...ConfigSettings_organisation }
    lookups { ...ConfigSettings_lookups }
  }
`);

const main = ['organisation', 'organisation.config'];

export function OrganisationConfigPage({ id }: { id: string }) {
  const page = usePageQuery(pageQuery, { id }, { main });
  return (
    <OrganisationTabFrame id={id} tab="config" title="Configuration" page={page}>
      {(organisation, { lookups }) => (
        <ConfigSettings organisation={organisation} lookups={lookups} loading={page.loading} onRetry={page.retry} />
      )}
    </OrganisationTabFrame>
  );
}
