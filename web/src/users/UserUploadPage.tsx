import { texts } from '@console/contract/rules';
import { useNavigate } from 'react-router-dom';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { ContentSkeleton } from '../feedback/ContentSkeleton.tsx';
import { LoadFailure } from '../feedback/LoadFailure.tsx';
import { graphql } from '../gql/gql.ts';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { OrganisationFrame } from '../ui/page/OrganisationFrame.tsx';
import { UserSeats } from './UserSeats.tsx';
import { UserUploadForm } from './UserUploadForm.tsx';
import { useUserCrumbs } from './useUserCrumbs.ts';
import { useUserPaths } from './useUserPaths.ts';

const pageQuery = graphql(`
  query UserUploadPage($id: ID!, $own: Boolean!) {
    viewer {
      ...Shell_viewer
      user { id organisationId }
      hasUserFileUpdates
      organisation @include(if: $own) {
        ...UserUploadPage_organisation @unmask # this page's own fields, from either place
      }
    }
    organisation(id: $id) @skip(if: $own) {
      ...UserUploadPage_organisation @unmask # this page's own fields, from either place
    }
    lookups @skip(if: $own) { roles { id key name reachesAllOrganisations } }
  }
`);

graphql(`
  fragment UserUploadPage_organisation on Organisation {
    id
    brandName
    userLimit
    activeUserCount
    viewerCanUploadUsers
    viewerCanEditConfig
    emailDomains
    ...UserSeats_organisation
  }
`);

/** The bulk upload of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { list } = useUserPaths();
  const crumbs = useUserCrumbs();
  const navigate = useNavigate();
  const page = useOrganisationQuery(pageQuery);
  const { own, organisation } = page;
  const title = texts.users.upload;
  return (
    <OrganisationFrame
      title={title}
      header={
        <PageHeader
          crumbs={crumbs(organisation?.brandName)}
          title={title}
          facts={organisation && <UserSeats organisation={organisation} />}
        />
      }
      of="form"
      page={page}
      needs="viewerCanUploadUsers"
    >
      {(loaded, { viewer, lookups }) => {
        const { id, userLimit, activeUserCount, viewerCanEditConfig } = loaded;
        const roles = own ? [] : lookups?.roles;
        // The roles are needed to ask about a role that reaches all organisations.
        if (!roles)
          return page.loading ? (
            <ContentSkeleton of="form" />
          ) : (
            <LoadFailure what="This organisation" onRetry={page.retry} />
          );
        const known = userLimit !== null && activeUserCount !== null;
        return (
          <UserUploadForm
            key={id}
            organisation={loaded}
            own={own || id === viewer?.user.organisationId}
            roles={roles}
            canRaiseLimit={viewerCanEditConfig}
            canUpdate={viewer?.hasUserFileUpdates ?? false}
            seatsLeft={known ? Math.max(0, userLimit - activeUserCount) : null}
            listPath={list}
            onLeave={() => void navigate(list)}
          />
        );
      }}
    </OrganisationFrame>
  );
}
