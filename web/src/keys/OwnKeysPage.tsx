import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { NoOrganisation } from '../ui/layout/NoOrganisation.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationKeys } from './OrganisationKeys.tsx';

const pageQuery = graphql(`
  query OwnKeysPage {
    viewer {
      ...Shell_viewer
      organisation {
        id
        brandName
        ...OrganisationKeys_organisation
      }
    }
  }
`);

const main = ['viewer.organisation.apiKeys'];

/** The API keys of the viewer's own organisation. */
export function Component() {
  const { data, loading, failed, missing, whole, retry } = usePageQuery(pageQuery, undefined, { main });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle('API Keys', organisation?.brandName);
  if (missing) return <RedirectToPageNotFound />;
  const header = <PageHeader crumbs={[{ label: 'Organisation', to: '/O' }, { label: 'API Keys' }]} title="API Keys" />;
  if (viewer && !organisation && whole) return <NoOrganisation />;
  if (!organisation)
    return (
      <PagePlaceholder
        header={header}
        what={viewer ? 'Your organisation' : 'This page'}
        failed={failed}
        onRetry={retry}
      />
    );
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        {header}
        <OrganisationKeys organisation={organisation} whole={whole} loading={loading} onRetry={retry} />
      </Stack>
    </Container>
  );
}
