import { Container, Stack } from '@mantine/core';
import { useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { OrganisationActions } from './OrganisationActions.tsx';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationInformation } from './OrganisationInformation.tsx';
import { OrganisationPlaceholder } from './OrganisationPlaceholder.tsx';
import { SeniorManagement } from './SeniorManagement.tsx';

const pageQuery = graphql(`
  query OrganisationPage($id: ID!) {
    viewer {
      ...Shell_viewer
      user {
        id
        email
      }
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...OrganisationActions_organisation
      ...OrganisationInformation_organisation
      ...SeniorManagement_organisation
    }
  }
`);

/** The Information tab of an organisation. */
export function OrganisationPage({ id }: { id: string }) {
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, { id }, { main: ['organisation'] });
  const organisation = data?.organisation;
  const [acted, setActed] = useState(false);
  usePageTitle('Information', organisation?.brandName);
  if (missing || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!organisation) return <OrganisationPlaceholder id={id} tab="info" failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <OrganisationHeader
          organisation={organisation}
          tab="info"
          settled={acted}
          actions={<OrganisationActions organisation={organisation} onChanged={() => setActed(true)} />}
        />
        <Stack gap="lg" maw={960}>
          <OrganisationInformation organisation={organisation} />
          <SeniorManagement organisation={organisation} viewerEmail={data.viewer?.user.email ?? null} onRetry={retry} />
        </Stack>
      </Stack>
    </Container>
  );
}
