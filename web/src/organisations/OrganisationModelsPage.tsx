import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ModelTable } from '../assessments/ModelTable.tsx';
import { graphql } from '../gql/gql.ts';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

const pageQuery = graphql(`
  query OrganisationModelsPage($id: ID!) {
    viewer {
      ...Shell_viewer
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...ModelTable_organisation
    }
  }
`);

const main = ['organisation', 'organisation.models'];

export function OrganisationModelsPage({ id }: { id: string }) {
  const { data, loading, failed, missing, whole, retry } = usePageQuery(pageQuery, { id }, { main });
  const organisation = data?.organisation;
  usePageTitle('Model', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={id} tab="model" failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <OrganisationHeader organisation={organisation} tab="model" />
        <ModelTable organisation={organisation} loading={loading} onRetry={retry} />
      </Stack>
    </Container>
  );
}
