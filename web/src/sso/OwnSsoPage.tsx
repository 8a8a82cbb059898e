import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { NoOrganisation } from '../ui/layout/NoOrganisation.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { SsoContent } from './SsoContent.tsx';

const pageQuery = graphql(`
  query OwnSsoPage {
    viewer {
      ...Shell_viewer
      organisation {
        id
        brandName
        ...SsoContent_organisation @unmask # whether there are settings
      }
    }
  }
`);

const main = ['viewer.organisation.sso'];

/** Single sign-on of the viewer's own organisation. */
export function Component() {
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, undefined, { main });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle('SSO', organisation?.brandName);
  if (missing) return <RedirectToPageNotFound />;
  const header = <PageHeader crumbs={[{ label: 'SSO' }]} title="SSO" />;
  if (viewer && !organisation && whole) return <NoOrganisation />;
  if (!organisation)
    return (
      <PagePlaceholder
        header={header}
        size={960}
        what={viewer ? 'Your organisation' : 'This page'}
        failed={failed}
        onRetry={retry}
      />
    );
  return (
    <Container size={960} py="lg">
      <Stack gap="lg">
        {header}
        <SsoContent organisation={organisation} whole={whole} failed={failed} onRetry={retry} />
      </Stack>
    </Container>
  );
}
