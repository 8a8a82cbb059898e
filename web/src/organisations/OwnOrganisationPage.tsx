import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { usePageTitle } from '../ui/layout/usePageTitle.ts';
import { NoOwnOrganisation } from '../ui/page/NoOwnOrganisation.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { OrganisationOverview } from './OrganisationOverview.tsx';
import { SeniorManagement } from './SeniorManagement.tsx';
import { useSeesSeniorPosts } from './useSeesSeniorPosts.ts';

const pageQuery = graphql(`
  query OwnOrganisationPage($seesPosts: Boolean! = true) {
    viewer {
      ...Shell_viewer
      user { id email }
      can { editOwnOrganisation viewUsers }
      organisation {
        id
        brandName
        ...OrganisationOverview_organisation
        ...OrganisationSeats_used @include(if: $seesPosts)
        ...SeniorManagement_organisation @include(if: $seesPosts)
      }
    }
  }
`);

// A viewer without the right has a page without senior posts.
const main = ['viewer.organisation.seniorManagement'];

export function Component() {
  const seesPosts = useSeesSeniorPosts();
  const { data, failed, missing, whole, retry } = usePageQuery(pageQuery, { seesPosts }, { main, keep: () => true });
  const viewer = data?.viewer;
  const organisation = viewer?.organisation;
  usePageTitle('Organisation', organisation?.brandName);
  if (viewer && !organisation && whole) return <NoOwnOrganisation />;
  if (!viewer || !organisation)
    return <PagePlaceholder of="facts" what="Your organisation" failed={failed} onRetry={retry} />;
  return (
    <OrganisationOverview organisation={organisation} editable={viewer.can.editOwnOrganisation}>
      {viewer.can.viewUsers && seesPosts && !missing && (
        <SeniorManagement organisation={organisation} viewerEmail={viewer.user.email} onRetry={retry} />
      )}
    </OrganisationOverview>
  );
}
