import { Stack } from '@mantine/core';
import { useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OverviewPlace } from '../overview/OverviewPlace.tsx';
import { OrganisationAccountPanel } from './OrganisationAccountPanel.tsx';
import { OrganisationActions } from './OrganisationActions.tsx';
import { OrganisationInformation } from './OrganisationInformation.tsx';
import { OrganisationTabFrame } from './OrganisationTabFrame.tsx';
import { SeniorManagement } from './SeniorManagement.tsx';

const pageQuery = graphql(`
  query OrganisationInformationPage($id: ID!) {
    viewer { ...Shell_viewer user { id email } }
    organisation(id: $id) {
      id
      brandName
      ...OrganisationHeader_organisation
      ...OrganisationActions_organisation
      ...OrganisationInformation_organisation
      ...OrganisationAccountPanel_organisation
      ...OrganisationSeats_used
      ...OverviewPlace_organisation
      ...SeniorManagement_organisation
    }
  }
`);

/** The Information tab of an organisation. */
export function OrganisationInformationPage({ id }: { id: string }) {
  const page = usePageQuery(pageQuery, { id }, { main: ['organisation'] });
  const [acted, setActed] = useState(false);
  const organisation = page.data?.organisation;
  return (
    <OrganisationTabFrame
      id={id}
      tab="info"
      title="Information"
      page={page}
      settled={acted}
      side={organisation && <OrganisationAccountPanel organisation={organisation} />}
      actions={
        organisation && <OrganisationActions organisation={organisation} compact onChanged={() => setActed(true)} />
      }
    >
      {(shown, { viewer }) => (
        <Stack gap="lg">
          <OverviewPlace organisation={shown} />
          <OrganisationInformation organisation={shown} />
          <SeniorManagement organisation={shown} viewerEmail={viewer?.user.email ?? null} onRetry={page.retry} />
        </Stack>
      )}
    </OrganisationTabFrame>
  );
}
