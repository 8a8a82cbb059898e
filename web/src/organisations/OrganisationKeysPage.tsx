import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationKeys } from '../keys/OrganisationKeys.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

const pageQuery = graphql(`
  query OrganisationKeysPage($id: ID!) {
    viewer {
      ...Shell_viewer
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...OrganisationKeys_organisation
    }
  }
`);

const main = ['organisation', 'organisation.apiKeys'];

export function OrganisationKeysPage({ id }: { id: string }) {
  const { data, loading, failed, missing, whole, retry } = usePageQuery(pageQuery, { id }, { main });
  const organisation = data?.organisation;
  usePageTitle('API Keys', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={id} tab="keys" failed={failed} onRetry={retry} />;
  return (
    <PageFrame header={<OrganisationHeader organisation={organisation} tab="keys" />}>
      <OrganisationKeys organisation={organisation} whole={whole} loading={loading} onRetry={retry} />
    </PageFrame>
  );
}
