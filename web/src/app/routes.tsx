import { Navigate, Outlet, type RouteObject, useLocation } from 'react-router-dom';
import { loginPath } from '../apollo/loginPath.ts';
import { useLacksFactor, useSession, useSignedIn } from '../apollo/SessionProvider.tsx';
import { LoadingScreen } from '../feedback/LoadingScreen.tsx';
import { RedirectToPageNotFound } from '../ui/navigation/RedirectToPageNotFound.tsx';
import { lazyRoute, type RoutePart } from './lazyRoute.ts';
import { type Page, pages, startPath, type ViewerRight } from './pages.ts';
import { RouteError } from './RouteError.tsx';

const pageModules = import.meta.glob<RoutePart>(['../*/*Page.tsx', '!../app/*']);

const signInLayout = lazyRoute('sign-in-layout', () => import('../session/SignInLayout.tsx'));
const pageNotFound = lazyRoute('page-not-found', () => import('./PageNotFoundPage.tsx'));
const client = lazyRoute('client', () => import('./ClientLayout.tsx'));
const shell = lazyRoute('shell', () => import('./Shell.tsx'));

const permitted = (needs: ViewerRight | null) =>
  lazyRoute('permission-guard', async () => {
    const { PermissionGuard } = await import('./PermissionGuard.tsx');
    return { element: <PermissionGuard needs={needs} /> };
  });

const routeOf = ({ path, module, needs }: Page): RouteObject => {
  const load = pageModules[`../${module}.tsx`];
  if (!load) throw new Error(`${path} has no module`);
  return needs.reduceRight<RouteObject>((route, right) => ({ lazy: permitted(right), children: [route] }), {
    path,
    caseSensitive: true,
    lazy: lazyRoute(module, load),
  });
};

const routesIn = (layout: Page['layout']): RouteObject[] => pages.filter((page) => page.layout === layout).map(routeOf);

export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <LoadingScreen whole />,
    children: [
      {
        lazy: signInLayout,
        children: [...routesIn('signIn'), { lazy: client, children: routesIn('signInWithClient') }],
      },
      { lazy: client, children: routesIn('client') },
      { path: '/page-not-found', caseSensitive: true, lazy: pageNotFound },
      { index: true, element: <ToStartPage /> },
      {
        element: <SessionGuard />,
        children: [{ lazy: client, children: [{ lazy: shell, children: routesIn('shell') }] }],
      },
      { path: '*', element: <RedirectToPageNotFound /> },
    ],
  },
];

/** After a sign-in the first page's scripts are not loaded yet. */
function ToStartPage() {
  return (
    <>
      <LoadingScreen whole />
      <Navigate to={startPath} replace />
    </>
  );
}

/** Requires a session. When it ends, the page disappears at once, even while the sign-in page is still loading. */
function SessionGuard() {
  const session = useSession();
  const signedIn = useSignedIn();
  const lacksFactor = useLacksFactor();
  const { key, pathname, search } = useLocation();
  if (signedIn && lacksFactor)
    return <Navigate to={`/required-factor?next=${encodeURIComponent(pathname + search)}`} replace />;
  if (signedIn) return <Outlet />;
  return (
    <>
      <LoadingScreen whole />
      <Navigate to={session.signedOutAt === key ? '/login' : loginPath(pathname + search)} replace />
    </>
  );
}
