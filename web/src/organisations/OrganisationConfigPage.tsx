import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { ConfigSettings } from '../config/ConfigSettings.tsx';
import { graphql } from '../gql/gql.ts';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

const pageQuery = graphql(`
  query OrganisationConfigPage($id: ID!) {
    viewer {
      ...Shell_viewer
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...ConfigSettings_organisation
    }
    lookups {
      ...ConfigSettings_lookups
    }
  }
`);

const main = ['organisation', 'organisation.config'];

export function OrganisationConfigPage({ id }: { id: string }) {
  const { data, loading, failed, missing, whole, retry } = usePageQuery(pageQuery, { id }, { main });
  const organisation = data?.organisation;
  usePageTitle('Configuration', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={id} tab="config" failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <OrganisationHeader organisation={organisation} tab="config" />
        <ConfigSettings organisation={organisation} lookups={data.lookups} loading={loading} onRetry={retry} />
      </Stack>
    </Container>
  );
}
