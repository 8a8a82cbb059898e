import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { NoOrganisation } from '../ui/NoOrganisation.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { SsoSettings } from './SsoSettings.tsx';

const pageQuery = graphql(`
  query OwnSsoPage {
    viewer {
      ...Shell_viewer
      organisation {
        id
        brandName
        sso {
          id
        }
        ...SsoSettings_organisation
      }
    }
  }
`);

const main = ['viewer.organisation.sso'];

/** Single sign-on of one's own organisation. */
export function Component() {
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, undefined, { main });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle('SSO', organisation?.brandName);
  if (missing) return <ToPageNotFound />;
  if (!viewer) return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
  if (!organisation && whole) return <NoOrganisation />;
  if (!organisation) return failed ? <LoadFailure what="Your organisation" onRetry={retry} /> : <LoadingScreen />;
  // None in an answer that is not whole may be there nevertheless.
  const known = organisation.sso !== null || whole;
  return (
    <Container size={960} py="lg">
      <Stack gap="lg">
        <PageHeader crumbs={[{ label: 'SSO' }]} title="SSO" />
        {known && <SsoSettings organisation={organisation} />}
        {!known && (failed ? <LoadFailure what="Single sign-on" onRetry={retry} /> : <LoadingScreen />)}
      </Stack>
    </Container>
  );
}
