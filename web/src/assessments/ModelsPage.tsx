import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { useOrganisationHeader } from '../ui/page/useOrganisationHeader.tsx';
import { ModelTable } from './ModelTable.tsx';

const pageQuery = graphql(`
  query ModelsPage($id: ID!) {
    viewer { ...Shell_viewer }
    organisation(id: $id) { id brandName ...useOrganisationHeader_organisation ...ModelTable_organisation }
  }
`);

const main = ['organisation', 'organisation.models'];

export function Component() {
  const { orgId: id = '' } = useParams();
  const page = usePageQuery(pageQuery, { id }, { main });
  const header = useOrganisationHeader('model');
  return (
    <OrganisationFrame
      title="Model"
      header={header}
      page={{ ...page, own: false, organisation: page.data?.organisation }}
    >
      {(organisation) => <ModelTable organisation={organisation} loading={page.loading} onRetry={page.retry} />}
    </OrganisationFrame>
  );
}
