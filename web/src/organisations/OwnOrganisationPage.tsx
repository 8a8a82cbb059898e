import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { NoOrganisation } from '../ui/NoOrganisation.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { OrganisationOverview } from './OrganisationOverview.tsx';
import { SeniorManagement } from './SeniorManagement.tsx';
import { useSeesPosts } from './useSeesPosts.ts';

const pageQuery = graphql(`
  query OwnOrganisationPage($seesPosts: Boolean! = true) {
    viewer {
      ...Shell_viewer
      user {
        id
        email
      }
      can {
        editOwnOrganisation
        viewUsers
      }
      organisation {
        id
        brandName
        ...OrganisationOverview_organisation
        ...SeniorManagement_organisation @include(if: $seesPosts)
      }
    }
  }
`);

// Who may not see the senior posts has a page without them.
const main = ['viewer.organisation.seniorManagement'];

export function Component() {
  const seesPosts = useSeesPosts();
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, { seesPosts }, { main, keep: () => true });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle('Organisation', organisation?.brandName);
  if (!viewer) return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
  if (!organisation && whole) return <NoOrganisation />;
  if (!organisation) return failed ? <LoadFailure what="Your organisation" onRetry={retry} /> : <LoadingScreen />;
  return (
    <OrganisationOverview organisation={organisation} editable={viewer.can.editOwnOrganisation}>
      {viewer.can.viewUsers && seesPosts && !missing && (
        <SeniorManagement organisation={organisation} viewerEmail={viewer.user.email} onRetry={retry} />
      )}
    </OrganisationOverview>
  );
}
