import { useFragment } from '@apollo/client/react';
import { Outlet } from 'react-router-dom';
import { graphql } from '../gql/gql.ts';
import type { PermissionGuard_ViewerFragment } from '../gql/graphql.ts';
import { ToPageNotFound } from '../ui/ToPageNotFound.tsx';

// Read from the cache: a viewer who is known already is led away before the page asks for anything, any other as soon as the page's answer is here.
const viewerFragment = graphql(`
  fragment PermissionGuard_viewer on Viewer {
    user {
      id
      organisationId
    }
    can {
      createOrganisation
      editOwnOrganisation
      listOrganisations
      manageUsers
      viewSso
      viewUsers
      viewMappings
      inviteOrganisations
      inviteExternalUsers
      mapExternalUsers
    }
  }
`);

export type Right = Exclude<keyof PermissionGuard_ViewerFragment['can'], '__typename'>;

export function PermissionGuard({ needs }: { needs: Right }) {
  const { data, complete } = useFragment({
    fragment: viewerFragment,
    fragmentName: 'PermissionGuard_viewer',
    from: { __typename: 'Viewer' },
  });
  // Somebody without an organisation may see neither users nor single sign-on, and is told why by the page.
  const told = (needs === 'viewUsers' || needs === 'viewSso') && complete && data.user.organisationId === null;
  return complete && !data.can[needs] && !told ? <ToPageNotFound /> : <Outlet />;
}
