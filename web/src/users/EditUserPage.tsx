import { useParams } from 'react-router-dom';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { EditUserPageQuery } from '../gql/graphql.ts';
import { DescriptionList } from '../ui/layout/DescriptionList.tsx';
import { HelpPanel } from '../ui/layout/HelpPanel.tsx';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { Redirect } from '../ui/navigation/Redirect.tsx';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { isolated } from '../ui/values/isolated.ts';
import { Moment } from '../ui/values/Moment.tsx';
import { EditUserForm } from './EditUserForm.tsx';
import { supervisorHelp } from './personValues.ts';
import { RoleSummaries } from './RoleSummaries.tsx';
import { UserStatusBadge } from './UserStatusBadge.tsx';
import { useUserCrumbs } from './useUserCrumbs.ts';
import { useUserPaths } from './useUserPaths.ts';

const pageQuery = graphql(`
  query EditUserPage($id: ID!) {
    viewer { ...Shell_viewer user { id organisationId } can { manageUsers } }
    user(id: $id) {
      id
      fullName
      organisationId
      organisation { id brandName facility { country } }
      status
      isInvited
      signInBlockedAt
      createdAt
      lastSignInAt
      viewerCanEdit
      ...UserForm_user @unmask # the form's initial values
    }
    lookups { ...UserForm_lookups ...useRoleChoices_lookups }
  }
`);

/** Edits a user of the viewer's own organisation, or of the one in the address; the viewer's own record is the profile. */
export function Component() {
  const { orgId, userId = '' } = useParams();
  const crumbs = useUserCrumbs();
  const { view } = useUserPaths();
  const { data, failed, missing, whole, retry } = usePageQuery(
    pageQuery,
    { id: userId },
    { main: ['user', 'user.organisation'] },
  );
  const user = data?.user;
  const organisation = user?.organisation;
  const viewer = data?.viewer?.user;
  usePageTitle(user ? `Edit ${isolated(user.fullName)}` : 'Edit', organisation?.brandName);
  if (viewer?.id === userId)
    return data?.viewer?.can.manageUsers ? <Redirect to="/profile" /> : <RedirectToPageNotFound />;
  const place = orgId ?? viewer?.organisationId;
  const settled = whole || (user && place !== undefined);
  const unknown = settled && (user?.organisationId !== place || !user?.viewerCanEdit);
  if (missing || unknown || (whole && !organisation)) return <RedirectToPageNotFound />;
  if (!user || !organisation) return <PagePlaceholder of="form" what="This user" failed={failed} onRetry={retry} />;
  return (
    <PageFrame
      header={
        <PageHeader
          crumbs={[...crumbs(organisation.brandName), { label: user.fullName, to: view(user.id) }]}
          title={`Edit ${isolated(user.fullName)}`}
        />
      }
      side={
        <HelpPanel
          topics={[
            ['Account', <Account key="account" user={user} />],
            ['Supervisor', supervisorHelp],
            ['Roles', <RoleSummaries key="roles" lookups={data.lookups} />],
          ]}
        />
      }
      sideLabel="Help"
    >
      <EditUserForm
        key={user.id}
        user={user}
        organisation={organisation}
        own={organisation.id === viewer?.organisationId}
        lookups={data.lookups}
        onRetry={retry}
      />
    </PageFrame>
  );
}

/** The state of the user and its dates. */
function Account({ user }: { user: NonNullable<EditUserPageQuery['user']> }) {
  const { createdAt, updatedAt, lastSignInAt } = user;
  return (
    <DescriptionList
      narrow
      entries={[
        ['Status', <UserStatusBadge key="status" user={user} />],
        ['Created', createdAt && <Moment at={createdAt} />],
        ['Updated', updatedAt && <Moment at={updatedAt} />],
        ['Last sign-in', lastSignInAt && <Moment at={lastSignInAt} />],
      ]}
    />
  );
}
