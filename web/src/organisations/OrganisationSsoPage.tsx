import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { SsoSettings } from '../sso/SsoSettings.tsx';
import { ContentSkeleton } from '../ui/feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../ui/feedback/LoadFailure.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';

const pageQuery = graphql(`
  query OrganisationSsoPage($id: ID!) {
    viewer {
      ...Shell_viewer
    }
    organisation(id: $id) {
      id
      brandName
      sso {
        id
      }
      ...OrganisationHeader_organisation
      ...SsoSettings_organisation
    }
  }
`);

const main = ['organisation', 'organisation.sso'];

export function OrganisationSsoPage({ id }: { id: string }) {
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, { id }, { main });
  const organisation = data?.organisation;
  usePageTitle('SSO', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={id} tab="sso" failed={failed} onRetry={retry} />;
  // A null in an incomplete result does not mean that there are no settings.
  const known = organisation.sso !== null || whole;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <OrganisationHeader organisation={organisation} tab="sso" />
        {known && <SsoSettings organisation={organisation} />}
        {!known && (failed ? <LoadFailure what="Single sign-on" onRetry={retry} /> : <ContentSkeleton />)}
      </Stack>
    </Container>
  );
}
