import { useApolloClient, useFragment } from '@apollo/client/react';
import { Navigate, Outlet } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';
import { NotFoundPath } from '../ui/notFoundPath.ts';

// Read from the cache, as in PermissionGuard.
const viewerFragment = graphql(`
  fragment OrganisationGuard_viewer on Viewer {
    can {
      onboardOrganisation
    }
  }
`);
const fragmentName = 'OrganisationGuard_viewer';
const from = { __typename: 'Viewer' } as const;

/** Leads somebody without an organisation to where they bring theirs on board; with `without`, and only then, everybody else away from there. */
export function OrganisationGuard({ without = false }: { without?: boolean }) {
  const client = useApolloClient();
  const { data, complete } = useFragment({ fragment: viewerFragment, fragmentName, from });
  const elsewhere = without ? '/O' : '/O/add';
  if (complete && data.can.onboardOrganisation !== without) return <Navigate to={elsewhere} replace />;
  // A page that is refused renders with its answer, before this guard learns from the same answer who the viewer is.
  const notFoundPath = () => {
    const id = client.cache.identify(from);
    const viewer = id === undefined ? null : client.readFragment({ id, fragment: viewerFragment, fragmentName });
    return viewer && viewer.can.onboardOrganisation !== without ? elsewhere : '/page-not-found';
  };
  return (
    <NotFoundPath value={notFoundPath}>
      <Outlet />
    </NotFoundPath>
  );
}
