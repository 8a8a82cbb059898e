import { texts } from '@console/contract/rules';
import { Container, Stack } from '@mantine/core';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { PagePlaceholder } from '../ui/layout/PagePlaceholder.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { CreateUserForm } from './CreateUserForm.tsx';
import { useUserCrumbs } from './useUserCrumbs.ts';

const pageQuery = graphql(`
  query NewUserPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      organisation @include(if: $own) {
        ...NewUserPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...NewUserPage_organisation @unmask # this page's own fields, from either place
    }
    lookups {
      ...UserForm_lookups
      ...useRoleChoices_lookups
    }
  }
`);

graphql(`
  fragment NewUserPage_organisation on Organisation {
    id
    brandName
    viewerCanCreateUsers
    ...CreateUserForm_organisation
    ...useUserLimit_organisation
  }
`);

const main = ['organisation'];

/** Creates a user in the viewer's own organisation, or in the one in the address. */
export function Component() {
  const crumbs = useUserCrumbs();
  const { data, organisation, failed, missing, whole, retry } = useOrganisationQuery(pageQuery, { main });
  usePageTitle(texts.users.create, organisation?.brandName);
  if (missing || (whole && !organisation) || organisation?.viewerCanCreateUsers === false)
    return <RedirectToPageNotFound />;
  if (!data || !organisation) return <PagePlaceholder failed={failed} onRetry={retry} />;
  return (
    <Container size="xl" py="lg">
      <Stack gap="lg">
        <PageHeader
          crumbs={[...crumbs(organisation.brandName), { label: texts.users.create }]}
          title={texts.users.create}
        />
        <CreateUserForm key={organisation.id} organisation={organisation} lookups={data.lookups} onRetry={retry} />
      </Stack>
    </Container>
  );
}
