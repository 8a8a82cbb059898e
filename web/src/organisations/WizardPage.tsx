import { texts } from '@console/contract/rules';
import { Container, Stack } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { useTrail } from '../ui/useTrail.ts';
import { WizardForm } from './WizardForm.tsx';

const pageQuery = graphql(`
  query WizardPage {
    viewer {
      ...Shell_viewer
      can {
        createOrganisation
      }
    }
    lookups {
      ...OrganisationForm_lookups @unmask
      ...wizardPosts_lookups @unmask
    }
  }
`);

/** A new organisation with its people, in three steps. */
export function Component() {
  const { data, failed, retry } = usePageQuery(pageQuery);
  const { back } = useTrail();
  const viewer = data?.viewer;
  usePageTitle(texts.organisations.create);
  if (viewer?.can.createOrganisation === false) return <ToPageNotFound />;
  if (!data || !viewer) return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <PageHeader
          crumbs={[{ label: 'Setting', to: back('/T') }, { label: texts.organisations.create }]}
          title={texts.organisations.create}
        />
        <WizardForm lookups={data.lookups} />
      </Stack>
    </Container>
  );
}
