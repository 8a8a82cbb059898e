import { Navigate, type RouteObject } from 'react-router-dom';
import { LoadingScreen } from '../ui/LoadingScreen.tsx';
import { lazyRoute } from './lazyRoute.ts';
import { PageNotFoundPage } from './PageNotFoundPage.tsx';
import { RouteError } from './RouteError.tsx';
import { SessionGuard } from './SessionGuard.tsx';

const loadLogin = () => import('../session/LoginPage.tsx');
const loadShell = () => import('./Shell.tsx');
const loadOwnOrganisation = () => import('../organisations/OwnOrganisationPage.tsx');

const toPageNotFound = <Navigate to="/page-not-found" replace />;

// Capitals count in every path, as they do in the navigation.
export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <LoadingScreen whole />,
    children: [
      { path: '/login', caseSensitive: true, lazy: lazyRoute('login', loadLogin) },
      { path: '/page-not-found', caseSensitive: true, element: <PageNotFoundPage /> },
      { index: true, element: <Navigate to="/O" replace /> },
      {
        element: <SessionGuard />,
        children: [
          {
            lazy: lazyRoute('shell', loadShell),
            children: [{ path: '/O', caseSensitive: true, lazy: lazyRoute('own-organisation', loadOwnOrganisation) }],
          },
        ],
      },
      { path: '*', element: toPageNotFound },
    ],
  },
];
