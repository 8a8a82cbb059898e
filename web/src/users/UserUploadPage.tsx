import { texts } from '@console/contract/rules';
import { useNavigate } from 'react-router-dom';
import { useOrganisationQuery } from '../apollo/useOrganisationQuery.ts';
import { graphql } from '../gql/gql.ts';
import { formatCount } from '../ui/layout/format.ts';
import { PageFrame } from '../ui/layout/PageFrame.tsx';
import { HeaderFact, PageHeader } from '../ui/layout/PageHeader.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { NoOwnOrganisation } from '../ui/page/NoOwnOrganisation.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { UploadTemplateButton } from './UploadTemplateButton.tsx';
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
    userLimitText
    activeUserCount
    viewerCanUploadUsers
    viewerCanEditConfig
  }
`);

const main = ['organisation'];

/** The bulk upload of the viewer's own organisation, or of the one in the address. */
export function Component() {
  const { list } = useUserPaths();
  const crumbs = useUserCrumbs();
  const navigate = useNavigate();
  const { data, own, organisation, failed, missing, whole, retry } = useOrganisationQuery(pageQuery, { main });
  usePageTitle(texts.users.upload, organisation?.brandName);
  if (missing || organisation?.viewerCanUploadUsers === false) return <RedirectToPageNotFound />;
  if (whole && !organisation) return own ? <NoOwnOrganisation /> : <RedirectToPageNotFound />;
  const roles = data?.lookups?.roles;
  // Without the roles, one that reaches all organisations could not be asked about.
  if (!organisation || !(own || roles))
    return (
      <PagePlaceholder
        of="form"
        header={<PageHeader crumbs={own ? crumbs('') : []} title={texts.users.upload} />}
        what={own ? 'Your organisation' : 'This organisation'}
        failed={failed || whole}
        onRetry={retry}
      />
    );
  const { id, brandName, userLimit, userLimitText, activeUserCount, viewerCanEditConfig } = organisation;
  const known = userLimit !== null && activeUserCount !== null;
  return (
    <PageFrame
      header={
        <PageHeader
          crumbs={crumbs(brandName)}
          title={texts.users.upload}
          facts={
            <>
              <HeaderFact label={texts.users.limit}>{userLimitText}</HeaderFact>
              <HeaderFact label={texts.users.active}>
                {activeUserCount === null ? '–' : formatCount(activeUserCount)}
              </HeaderFact>
            </>
          }
          actions={<UploadTemplateButton />}
        />
      }
    >
      <UserUploadForm
        key={id}
        organisation={organisation}
        own={own || id === data?.viewer?.user.organisationId}
        roles={roles ?? []}
        canRaiseLimit={viewerCanEditConfig}
        canUpdate={data?.viewer?.hasUserFileUpdates ?? false}
        seatsLeft={known ? Math.max(0, userLimit - activeUserCount) : null}
        listPath={list}
        onLeave={() => void navigate(list)}
      />
    </PageFrame>
  );
}
