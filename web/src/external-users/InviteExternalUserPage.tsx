import { texts } from '@console/contract/rules';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { OrganisationFormFrame } from '../ui/page/OrganisationFormFrame.tsx';
import { useUserCrumbs } from '../users/useUserCrumbs.ts';
import { InviteExternalUserForm } from './InviteExternalUserForm.tsx';

const pageQuery = graphql(`
  query InviteExternalUserPage($id: ID!, $own: Boolean!) {
    viewer { ...Shell_viewer organisation @include(if: $own) { id brandName viewerCanInviteUsers } }
    organisation(id: $id) @skip(if: $own) { id brandName viewerCanInviteUsers }
    lookups { subscribedModules { id label } }
  }
`);

/** Invites an external user into the viewer's own organisation, or into the one in the address. */
export function Component() {
  const crumbs = useUserCrumbs();
  const page = useOrganisationQuery(pageQuery, { main: ['organisation'] });
  return (
    <OrganisationFormFrame title={texts.mappings.inviteUser} crumbs={crumbs} page={page} needs="viewerCanInviteUsers">
      {({ id }, { lookups }) => (
        <InviteExternalUserForm key={id} organisationId={id} modules={lookups.subscribedModules} />
      )}
    </OrganisationFormFrame>
  );
}
