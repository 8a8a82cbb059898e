import { Box, Container, Stack } from '@mantine/core';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { withChanges } from '../ui/listAddress.ts';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { OrganisationHeader } from './OrganisationHeader.tsx';
import { OrganisationInformation } from './OrganisationInformation.tsx';

const pageQuery = graphql(`
  query OrganisationPage($id: ID!) {
    viewer {
      ...Shell_viewer
    }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...OrganisationInformation_organisation
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
  return <InformationTab id={orgId} />;
}

function InformationTab({ id }: { id: string }) {
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, { id }, { main: ['organisation'] });
  const organisation = data?.organisation;
  usePageTitle('Information', organisation?.brandName);
  if (missing || (whole && !organisation)) return <ToPageNotFound />;
  if (!organisation) return failed ? <LoadFailure what="This organisation" onRetry={retry} /> : <LoadingScreen />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <OrganisationHeader organisation={organisation} tab="info" />
        <Box maw={960}>
          <OrganisationInformation organisation={organisation} />
        </Box>
      </Stack>
    </Container>
  );
}
