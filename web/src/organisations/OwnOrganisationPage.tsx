import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { LoadFailure } from '../ui/LoadFailure.tsx';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { NoOrganisation } from '../ui/NoOrganisation.tsx';
import { usePageTitle } from '../ui/usePageTitle.ts';
import { OrganisationOverview } from './OrganisationOverview.tsx';

const pageQuery = graphql(`
  query OwnOrganisationPage {
    viewer {
      ...Shell_viewer
      organisation {
        id
        brandName
        ...OrganisationOverview_organisation
      }
    }
  }
`);

export function Component() {
  const { data, failed, whole, retry } = usePageQuery(pageQuery);
  const viewer = data?.viewer;
  usePageTitle('Organisation', viewer?.organisation?.brandName);
  if (!viewer) return failed ? <LoadFailure onRetry={retry} /> : <LoadingScreen />;
  if (!viewer.organisation && whole) return <NoOrganisation />;
  if (!viewer.organisation)
    return failed ? <LoadFailure what="Your organisation" onRetry={retry} /> : <LoadingScreen />;
  return <OrganisationOverview organisation={viewer.organisation} />;
}
