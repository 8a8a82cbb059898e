import { Navigate, type RouteObject } from 'react-router-dom';
import { LoadingScreen } from '../ui/feedback/LoadingScreen.tsx';
import { RedirectToPageNotFound } from '../ui/layout/RedirectToPageNotFound.tsx';
import { lazyRoute } from './lazyRoute.ts';
import { PageNotFoundPage } from './PageNotFoundPage.tsx';
import type { Right } from './PermissionGuard.tsx';
import { RouteError } from './RouteError.tsx';
import { SessionGuard } from './SessionGuard.tsx';

const loadSignInLayout = () => import('../session/SignInLayout.tsx');
const loadClient = () => import('./ClientLayout.tsx');
const loadLogin = () => import('../session/LoginPage.tsx');
const loadForgotPassword = () => import('../account/ForgotPasswordPage.tsx');
const loadResetPassword = () => import('../account/ResetPasswordPage.tsx');
const loadProfile = () => import('../account/ProfilePage.tsx');
const loadShell = () => import('./Shell.tsx');
const loadOwnOrganisation = () => import('../organisations/OwnOrganisationPage.tsx');
const loadOrganisationList = () => import('../organisations/OrganisationListPage.tsx');
const loadOrganisation = () => import('../organisations/OrganisationTabPage.tsx');
const loadWizard = () => import('../organisations/WizardPage.tsx');
const loadEditOrganisation = () => import('../organisations/EditOrganisationPage.tsx');
const loadOnboard = () => import('../organisations/OnboardPage.tsx');
const loadOnboardOwn = () => import('../organisations/OnboardOwnPage.tsx');
const loadMapping = () => import('../mappings/ExternalMappingPage.tsx');
const loadInviteOrganisation = () => import('../mappings/InviteOrganisationPage.tsx');
const loadInviteUser = () => import('../external-users/InviteUserPage.tsx');
const loadMapExternalUser = () => import('../external-users/MapExternalUserPage.tsx');
const loadOrganisationUsers = () => import('../organisations/OrganisationUsersPage.tsx');
const loadOwnUsers = () => import('../organisations/OwnUsersPage.tsx');
const loadNewUser = () => import('../users/NewUserPage.tsx');
const loadUpload = () => import('../users/UploadPage.tsx');
const loadEditUser = () => import('../users/EditUserPage.tsx');
const loadOwnSso = () => import('../sso/OwnSsoPage.tsx');
const loadUser = () => import('../users/UserPage.tsx');

const permitted = (needs?: Right) =>
  lazyRoute('permission-guard', async () => {
    const { PermissionGuard } = await import('./PermissionGuard.tsx');
    return { element: <PermissionGuard needs={needs} /> };
  });

// Every path is case-sensitive, as in the navigation.
export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <LoadingScreen whole />,
    children: [
      {
        lazy: lazyRoute('sign-in-layout', loadSignInLayout),
        children: [
          { path: '/login', caseSensitive: true, lazy: lazyRoute('login', loadLogin) },
          { path: '/forgot-password', caseSensitive: true, lazy: lazyRoute('forgot-password', loadForgotPassword) },
          {
            lazy: lazyRoute('client', loadClient),
            children: [
              { path: '/reset-password', caseSensitive: true, lazy: lazyRoute('reset-password', loadResetPassword) },
            ],
          },
        ],
      },
      {
        lazy: lazyRoute('client', loadClient),
        children: [{ path: '/org-onboard', caseSensitive: true, lazy: lazyRoute('onboard', loadOnboard) }],
      },
      { path: '/page-not-found', caseSensitive: true, element: <PageNotFoundPage /> },
      { index: true, element: <Navigate to="/O" replace /> },
      {
        element: <SessionGuard />,
        children: [
          {
            lazy: lazyRoute('client', loadClient),
            children: [
              {
                lazy: lazyRoute('shell', loadShell),
                children: [
                  { path: '/profile', caseSensitive: true, lazy: lazyRoute('profile', loadProfile) },
                  {
                    lazy: permitted('onboardOrganisation'),
                    children: [{ path: '/O/add', caseSensitive: true, lazy: lazyRoute('onboard-own', loadOnboardOwn) }],
                  },
                  {
                    lazy: permitted(),
                    children: [
                      { path: '/O', caseSensitive: true, lazy: lazyRoute('own-organisation', loadOwnOrganisation) },
                    ],
                  },
                  {
                    lazy: permitted('createOrganisation'),
                    children: [{ path: '/O/create', caseSensitive: true, lazy: lazyRoute('wizard', loadWizard) }],
                  },
                  {
                    lazy: permitted('editOwnOrganisation'),
                    children: [
                      {
                        path: '/O/edit',
                        caseSensitive: true,
                        lazy: lazyRoute('edit-organisation', loadEditOrganisation),
                      },
                    ],
                  },
                  {
                    lazy: permitted('listOrganisations'),
                    children: [
                      {
                        path: '/T',
                        caseSensitive: true,
                        lazy: lazyRoute('organisation-list', loadOrganisationList),
                      },
                      { path: '/O/:orgId', caseSensitive: true, lazy: lazyRoute('organisation', loadOrganisation) },
                      {
                        lazy: permitted('editOwnOrganisation'),
                        children: [
                          {
                            path: '/O/:orgId/edit',
                            caseSensitive: true,
                            lazy: lazyRoute('edit-organisation', loadEditOrganisation),
                          },
                        ],
                      },
                      {
                        path: '/O/:orgId/user',
                        caseSensitive: true,
                        lazy: lazyRoute('organisation-users', loadOrganisationUsers),
                      },
                      { path: '/O/:orgId/user/new', caseSensitive: true, lazy: lazyRoute('new-user', loadNewUser) },
                      { path: '/O/:orgId/user/upload', caseSensitive: true, lazy: lazyRoute('upload', loadUpload) },
                      {
                        path: '/O/:orgId/user/invite',
                        caseSensitive: true,
                        lazy: lazyRoute('invite-user', loadInviteUser),
                      },
                      { path: '/O/:orgId/mapping', caseSensitive: true, lazy: lazyRoute('mapping', loadMapping) },
                      {
                        lazy: permitted('inviteOrganisations'),
                        children: [
                          {
                            path: '/O/:orgId/mapping/invite',
                            caseSensitive: true,
                            lazy: lazyRoute('invite-organisation', loadInviteOrganisation),
                          },
                        ],
                      },
                      {
                        path: '/O/:orgId/user/:userId/edit',
                        caseSensitive: true,
                        lazy: lazyRoute('edit-user', loadEditUser),
                      },
                      { path: '/O/:orgId/user/:userId', caseSensitive: true, lazy: lazyRoute('user', loadUser) },
                    ],
                  },
                  {
                    lazy: permitted('manageUsers'),
                    children: [
                      { path: '/U/new', caseSensitive: true, lazy: lazyRoute('new-user', loadNewUser) },
                      { path: '/U/upload', caseSensitive: true, lazy: lazyRoute('upload', loadUpload) },
                      { path: '/U/:userId/edit', caseSensitive: true, lazy: lazyRoute('edit-user', loadEditUser) },
                    ],
                  },
                  {
                    lazy: permitted('viewMappings'),
                    children: [{ path: '/M', caseSensitive: true, lazy: lazyRoute('mapping', loadMapping) }],
                  },
                  {
                    lazy: permitted('inviteOrganisations'),
                    children: [
                      {
                        path: '/M/invite',
                        caseSensitive: true,
                        lazy: lazyRoute('invite-organisation', loadInviteOrganisation),
                      },
                    ],
                  },
                  {
                    lazy: permitted('inviteExternalUsers'),
                    children: [
                      { path: '/U/invite', caseSensitive: true, lazy: lazyRoute('invite-user', loadInviteUser) },
                    ],
                  },
                  {
                    lazy: permitted('mapExternalUsers'),
                    children: [
                      {
                        path: '/map-external-user',
                        caseSensitive: true,
                        lazy: lazyRoute('map-external-user', loadMapExternalUser),
                      },
                    ],
                  },
                  {
                    lazy: permitted('viewUsers'),
                    children: [
                      { path: '/U', caseSensitive: true, lazy: lazyRoute('own-users', loadOwnUsers) },
                      { path: '/U/:userId/view', caseSensitive: true, lazy: lazyRoute('user', loadUser) },
                    ],
                  },
                  {
                    lazy: permitted('viewSso'),
                    children: [{ path: '/S', caseSensitive: true, lazy: lazyRoute('own-sso', loadOwnSso) }],
                  },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', element: <RedirectToPageNotFound /> },
    ],
  },
];
