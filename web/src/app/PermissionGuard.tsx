import { useFragment } from '@apollo/client/react';
import { Outlet } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';

// Read from the cache: a viewer who is known already is led away before the page asks for anything, any other as soon as the page's answer is here.
const viewerFragment = graphql(`
  fragment PermissionGuard_viewer on Viewer {
    user {
      id
      organisationId
    }
    can {
      listOrganisations
      manageUsers
      viewUsers
    }
  }
`);

export function PermissionGuard({ needs }: { needs: 'listOrganisations' | 'manageUsers' | 'viewUsers' }) {
  const { data, complete } = useFragment({
    fragment: viewerFragment,
    fragmentName: 'PermissionGuard_viewer',
    from: { __typename: 'Viewer' },
  });
  // Somebody without an organisation may see no users, and is told why by the page.
  const told = needs === 'viewUsers' && complete && data.user.organisationId === null;
  return complete && !data.can[needs] && !told ? <ToPageNotFound /> : <Outlet />;
}
