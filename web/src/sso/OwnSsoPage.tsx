import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { ContentSkeleton } from '../ui/feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../ui/feedback/LoadFailure.tsx';
import { NoOrganisation } from '../ui/layout/NoOrganisation.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
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
  // A null in an incomplete result does not mean that there are no settings.
  const known = organisation.sso !== null || whole;
  return (
    <Container size={960} py="lg">
      <Stack gap="lg">
        {header}
        {known && <SsoSettings organisation={organisation} />}
        {!known && (failed ? <LoadFailure what="Single sign-on" onRetry={retry} /> : <ContentSkeleton />)}
      </Stack>
    </Container>
  );
}
