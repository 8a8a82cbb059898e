import { Container, Stack } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { withChanges } from '../ui/listAddress.ts';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { OrganisationActions } from './OrganisationActions.tsx';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationInformation } from './OrganisationInformation.tsx';
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

/** An organisation by its tab; a tab that has a path of its own leads there, one that is unknown is Information. */
export function Component() {
  const { orgId = '' } = useParams();
  const { search, state } = useLocation();
  const address = new URLSearchParams(search);
  if (address.get('tab') === 'user') {
    const kept = withChanges(address, { tab: null });
    return <Navigate to={{ pathname: `/O/${orgId}/user`, search: String(kept) }} state={state} replace />;
  }
  return <InformationTab key={orgId} id={orgId} />;
}

function InformationTab({ id }: { id: string }) {
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, { id }, { main: ['organisation'] });
  const organisation = data?.organisation;
  const [acted, setActed] = useState(false);
  usePageTitle('Information', organisation?.brandName);
  if (missing || (whole && !organisation)) return <ToPageNotFound />;
  if (!organisation) return failed ? <LoadFailure what="This organisation" onRetry={retry} /> : <LoadingScreen />;
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
