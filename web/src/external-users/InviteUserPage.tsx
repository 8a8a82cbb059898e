import { texts } from '@console/contract/rules';
import { Container, Stack } from '@mantine/core';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { useUserCrumbs } from '../users/useUserCrumbs.ts';
import { InviteUserForm } from './InviteUserForm.tsx';

const pageQuery = graphql(`
  query InviteUserPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) {
        ...InviteUserPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...InviteUserPage_organisation @unmask # this page's own fields, from either place
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
  fragment InviteUserPage_organisation on Organisation {
    id
    brandName
    viewerCanInviteUsers
  }
`);

const main = ['organisation'];

/** Invites an external user into the viewer's own organisation, or into the one in the address. */
export function Component() {
  const crumbs = useUserCrumbs();
  const { data, organisation, failed, missing, whole, retry } = useOrganisationQuery(pageQuery, { main });
  const title = texts.mappings.inviteUser;
  usePageTitle(title, organisation?.brandName);
  if (missing || (whole && !organisation) || organisation?.viewerCanInviteUsers === false)
    return <RedirectToPageNotFound />;
  if (!data || !organisation) return <PagePlaceholder failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <PageHeader crumbs={[...crumbs(organisation.brandName), { label: title }]} title={title} />
        <InviteUserForm
          key={organisation.id}
          organisationId={organisation.id}
          modules={data.lookups.subscribedModules}
        />
      </Stack>
    </Container>
  );
}
