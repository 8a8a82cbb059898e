import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { rememberedRights, rememberRights } from '../apollo/rememberedRights.ts';
import { useSession } from '../apollo/SessionProvider.tsx';
import { useFragment } from '../apollo/useFragment.ts';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import type { PermissionGuard_ViewerFragment } from '../gql/graphql.ts';
import { NotFoundPathContext } from '../ui/navigation/notFoundPathContext.ts';
import { Redirect } from '../ui/navigation/Redirect.tsx';
import { PagePlaceholder } from '../ui/page/PagePlaceholder.tsx';
import { startPath, type ViewerRight } from './pages.ts';

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
      viewApiKeys
      viewActivity
      viewOwnActivity
    }
  }
`);

const from = { __typename: 'Viewer' } as const;

const viewerQuery = graphql(`query PermissionGuard { viewer { ...Shell_viewer } }`);

type Can = PermissionGuard_ViewerFragment['can'];

interface PermissionGuardProps {
  /** The permission that the page needs; null if belonging to an organisation is enough. */
  needs: ViewerRight | null;
}

/** Whether every viewer may see all of the page. */
const isPublic = (needs: ViewerRight | null): needs is null | 'onboardOrganisation' =>
  needs === null || needs === 'onboardOrganisation';

const notFound = '/page-not-found';

/** The redirect of a viewer without the permission; null for a viewer with it. */
const redirectFor = (can: Can, needs: ViewerRight | null): string | null => {
  if (needs === 'onboardOrganisation') return can.onboardOrganisation ? null : '/O';
  if (can.onboardOrganisation) return '/O/add';
  return needs === null || can[needs] ? null : notFound;
};

/** Decides before a page queries. After a reload, remembered rights let it query at once, and the result decides. */
export function PermissionGuard({ needs }: PermissionGuardProps) {
  const [remembered] = useState(rememberedRights);
  const client = useApolloClient();
  const { data, complete } = useFragment(viewerFragment, from);
  const session = useSession();
  const { pathname } = useLocation();
  const [allowedAt, setAllowedAt] = useState<string | null>(null);
  const can = complete ? data.can : null;
  useEffect(
    function rememberForTheNextLoad() {
      if (can) rememberRights(can);
    },
    [can],
  );
  if (!can && !isPublic(needs) && !remembered.includes(needs)) return <ViewerOnly />;
  const to = can && redirectFor(can, needs);
  if (can && !to && allowedAt !== pathname) setAllowedAt(pathname);
  // The role changed while the page was open.
  const withoutRight = allowedAt === pathname ? startPath : notFound;
  const isKept = to === notFound && allowedAt === pathname && session.hasUnsavedForm;
  if (to && !isKept) return <Redirect to={to === notFound ? withoutRight : to} />;
  // A refused page renders with its result, before this guard reads the viewer from the same result.
  const notFoundPath = () => {
    const id = client.cache.identify(from);
    const viewer = id === undefined ? null : client.readFragment({ id, fragment: viewerFragment });
    const path = viewer && redirectFor(viewer.can, needs);
    return path === notFound ? withoutRight : (path ?? notFound);
  };
  return (
    <NotFoundPathContext value={notFoundPath}>
      <Outlet />
    </NotFoundPathContext>
  );
}

/** Queries only the viewer; the guard reads it from the cache. */
function ViewerOnly() {
  const { failed, retry } = usePageQuery(viewerQuery);
  return <PagePlaceholder failed={failed} onRetry={retry} />;
}
