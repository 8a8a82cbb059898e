import { texts } from '@console/contract/rules';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { CreateUserForm } from './CreateUserForm.tsx';
import { InvitationHelp } from './InvitationHelp.tsx';
import { supervisorHelp } from './personValues.ts';
import { RoleSummaries } from './RoleSummaries.tsx';
import { UserLimitHelp } from './UserLimitHelp.tsx';
import { useUserCrumbs } from './useUserCrumbs.ts';

const pageQuery = graphql(`
  query NewUserPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      user { id organisationId }
      organisation @include(if: $own) {
        ...NewUserPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...NewUserPage_organisation @unmask # this page's own fields, from either place
    }
    lookups { ...UserForm_lookups ...useRoleChoices_lookups }
  }
`);

graphql(`
  fragment NewUserPage_organisation on Organisation {
    id
    brandName
    viewerCanCreateUsers
    ...CreateUserForm_organisation
    ...useUserLimitNotice_organisation
    ...UserLimitHelp_organisation
  }
`);

/** Creates a user in the viewer's own organisation, or in the one in the address. */
export function Component() {
  const crumbs = useUserCrumbs();
  const page = useOrganisationQuery(pageQuery);
  const title = texts.users.create;
  return (
    <OrganisationFrame
      title={title}
      header={<PageHeader crumbs={crumbs(page.organisation?.brandName)} title={title} />}
      side={
        page.organisation &&
        page.data && (
          <HelpPanel
            topics={[
              ['User limit', <UserLimitHelp key="limit" organisation={page.organisation} />],
              ['Invitation', <InvitationHelp key="invitations" />],
              ['Supervisor', supervisorHelp],
              ['Roles', <RoleSummaries key="roles" lookups={page.data.lookups} />],
            ]}
          />
        )
      }
      sideLabel="Help"
      of="form"
      page={page}
      needs="viewerCanCreateUsers"
    >
      {(organisation, { viewer, lookups }) => (
        <CreateUserForm
          key={organisation.id}
          organisation={organisation}
          own={organisation.id === viewer?.user.organisationId}
          lookups={lookups}
          onRetry={page.retry}
        />
      )}
    </OrganisationFrame>
  );
}
