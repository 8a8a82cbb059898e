import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { SsoContent } from '../sso/SsoContent.tsx';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';

const pageQuery = graphql(`
  query OrganisationSsoPage($id: ID!) {
    viewer { ...Shell_viewer }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...SsoContent_organisation @unmask # whether there are settings
    }
  }
`);

const main = ['organisation', 'organisation.sso'];

export function OrganisationSsoPage({ id }: { id: string }) {
  const page = usePageQuery(pageQuery, { id }, { main });
  return (
    <OrganisationTabFrame id={id} tab="sso" title="SSO" page={page}>
      {(organisation) => (
        <SsoContent organisation={organisation} whole={page.whole} failed={page.failed} onRetry={page.retry} />
      )}
    </OrganisationTabFrame>
  );
}
