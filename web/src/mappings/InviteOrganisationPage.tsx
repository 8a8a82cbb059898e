import { texts } from '@console/contract/rules';
import { Container, Stack } from '@mantine/core';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { InviteOrganisationForm } from './InviteOrganisationForm.tsx';
import { useMappingPaths } from './useMappingPaths.ts';

const pageQuery = graphql(`
  query InviteOrganisationPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) {
        ...InviteOrganisationPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...InviteOrganisationPage_organisation @unmask # this page's own fields, from either place
    }
    lookups {
      subscribedModules {
        id
        label
      }
    }
  }
`);

graphql(`
  fragment InviteOrganisationPage_organisation on Organisation {
    id
    brandName
    viewerCanInviteOrganisations
  }
`);

const main = ['organisation'];

/** Requests a mapping for the viewer's own organisation, or for the one in the address. */
export function Component() {
  const { list, crumbs } = useMappingPaths();
  const { data, organisation, failed, missing, whole, retry } = useOrganisationQuery(pageQuery, { main });
  const title = texts.mappings.inviteOrganisation;
  usePageTitle(title, organisation?.brandName);
  const forbidden = organisation?.viewerCanInviteOrganisations === false;
  if (missing || forbidden || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!data || !organisation) return <PagePlaceholder failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <PageHeader
          crumbs={[...crumbs(organisation.brandName), { label: 'External Mapping', to: list }, { label: title }]}
          title={title}
        />
        <InviteOrganisationForm
          key={organisation.id}
          organisationId={organisation.id}
          modules={data.lookups.subscribedModules}
        />
      </Stack>
    </Container>
  );
}
