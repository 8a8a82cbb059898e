import { useFragment } from '@apollo/client/react';
import { Navigate, Outlet } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';

// Read from the cache, as in PermissionGuard.
const viewerFragment = graphql(`
  fragment OrganisationGuard_viewer on Viewer {
    can {
      onboardOrganisation
    }
  }
`);

/** Leads somebody without an organisation to where they bring theirs on board; with `without`, and only then, everybody else away from there. */
export function OrganisationGuard({ without = false }: { without?: boolean }) {
  const { data, complete } = useFragment({
    fragment: viewerFragment,
    fragmentName: 'OrganisationGuard_viewer',
    from: { __typename: 'Viewer' },
  });
  if (!complete || data.can.onboardOrganisation === without) return <Outlet />;
  return <Navigate to={without ? '/O' : '/O/add'} replace />;
}
