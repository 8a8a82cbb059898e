import { texts } from '@console/contract/rules';
import { Text } from '@mantine/core';
import { EmailPromise } from '../apollo/EmailPromise.tsx';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
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
  const page = useOrganisationQuery(pageQuery);
  const title = texts.mappings.inviteUser;
  return (
    <OrganisationFrame
      title={title}
      header={<PageHeader crumbs={crumbs(page.organisation?.brandName)} title={title} />}
      side={
        <HelpPanel
          topics={[
            [
              'Emails',
              <Text key="emails">
                <EmailPromise otherwise="Email is not set up, so no one is notified. Tell the invited person, and a colleague who can accept the invitation.">
                  The invited person gets an email. Colleagues who can accept or reject the invitation get one too.
                </EmailPromise>
              </Text>,
            ],
            [
              'Until someone accepts',
              'The invitation is pending in the list of external users, where you can withdraw it.',
            ],
          ]}
        />
      }
      sideLabel="Help"
      of="form"
      page={page}
      needs="viewerCanInviteUsers"
    >
      {({ id, brandName }, { lookups }) => (
        <InviteExternalUserForm
          key={id}
          organisationId={id}
          brandName={brandName}
          modules={lookups.subscribedModules}
        />
      )}
    </OrganisationFrame>
  );
}
