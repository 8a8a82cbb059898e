import { useApolloClient, useFragment } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { rememberedRights, rememberRights } from '../apollo/rememberedRights.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { PermissionGuard_ViewerFragment } from '../gql/graphql.ts';
import { NotFoundPath } from '../ui/notFoundPath.ts';
import { PagePlaceholder } from '../ui/PagePlaceholder.tsx';

const viewerFragment = graphql(`
  fragment PermissionGuard_viewer on Viewer {
    can {
      createOrganisation
      editOwnOrganisation
      onboardOrganisation
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

const fragmentName = 'PermissionGuard_viewer';
const from = { __typename: 'Viewer' } as const;

const viewerQuery = graphql(`
  query PermissionGuard {
    viewer {
      ...Shell_viewer
    }
  }
`);

type Can = PermissionGuard_ViewerFragment['can'];
export type Right = Exclude<keyof Can, '__typename'>;

interface PermissionGuardProps {
  /** Left out where an organisation is enough. */
  needs?: Right | undefined;
}

/** Whether the page has nothing that another viewer may not see. */
const isOpen = (needs: Right | undefined): needs is undefined | 'onboardOrganisation' =>
  needs === undefined || needs === 'onboardOrganisation';

/** Where a viewer is led who may not see a page; null for everybody who may. */
const redirectFor = (can: Can, needs: Right | undefined): string | null => {
  if (needs === 'onboardOrganisation') return can.onboardOrganisation ? null : '/O';
  if (can.onboardOrganisation) return '/O/add';
  return needs === undefined || can[needs] ? null : '/page-not-found';
};

/**
 * Decides before a page asks for its data. The viewer is read from the cache; after a reload the rights of the last load let a page ask for both at once,
 * and its answer decides.
 */
export function PermissionGuard({ needs }: PermissionGuardProps) {
  const [remembered] = useState(rememberedRights);
  const client = useApolloClient();
  const { data, complete } = useFragment({ fragment: viewerFragment, fragmentName, from });
  const can = complete ? data.can : null;
  useEffect(
    function rememberForTheNextLoad() {
      if (can) rememberRights(can);
    },
    [can],
  );
  if (!can && !isOpen(needs) && !remembered.includes(needs)) return <ViewerOnly />;
  const to = can && redirectFor(can, needs);
  if (to) return <Navigate to={to} replace />;
  // A page that is refused renders with its answer, before this guard learns from the same answer who the viewer is.
  const notFoundPath = () => {
    const id = client.cache.identify(from);
    const viewer = id === undefined ? null : client.readFragment({ id, fragment: viewerFragment, fragmentName });
    return (viewer && redirectFor(viewer.can, needs)) ?? '/page-not-found';
  };
  return (
    <NotFoundPath value={notFoundPath}>
      <Outlet />
    </NotFoundPath>
  );
}

/** Asks who the viewer is and for nothing else; the guard reads the answer from the cache. */
function ViewerOnly() {
  const { failed, retry } = usePageQuery(viewerQuery);
  return <PagePlaceholder failed={failed} onRetry={retry} />;
}
