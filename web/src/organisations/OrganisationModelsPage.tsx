import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ModelTable } from '../assessments/ModelTable.tsx';
import { graphql } from '../gql/gql.ts';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';

const pageQuery = graphql(`
  query OrganisationModelsPage($id: ID!) {
    viewer { ...Shell_viewer }
    organisation(id: $id) { id brandName ...OrganisationHeader_organisation ...ModelTable_organisation }
  }
`);

const main = ['organisation', 'organisation.models'];

export function OrganisationModelsPage({ id }: { id: string }) {
  const page = usePageQuery(pageQuery, { id }, { main });
  return (
    <OrganisationTabFrame id={id} tab="model" title="Model" page={page}>
      {(organisation) => <ModelTable organisation={organisation} loading={page.loading} onRetry={page.retry} />}
    </OrganisationTabFrame>
  );
}
