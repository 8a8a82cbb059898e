import type { PermissionGuard_ViewerFragment } from '../gql/graphql.ts';

export type ViewerRight = Exclude<keyof PermissionGuard_ViewerFragment['can'], '__typename'>;

/** The frame of a page; only the shell needs a session. */
type Layout = 'signIn' | 'signInWithClient' | 'client' | 'shell';

export interface Page {
  layout: Layout;
  /** The router's pattern. It is case-sensitive, as in the navigation. */
  path: string;
  /** Path relative to `src`, without file extension. */
  module: string;
  /** Permissions that the viewer needs, checked in order; null if belonging to an organisation is enough. */
  needs: readonly (ViewerRight | null)[];
}

const page = (layout: Layout, path: string, module: string, ...needs: (ViewerRight | null)[]): Page => ({
  layout,
  path,
  module,
  needs,
});

export const startPath = '/O';

export const pages: readonly Page[] = [
  page('signIn', '/login', 'session/LoginPage'),
  page('signIn', '/login/callback', 'session/SingleSignOnCallbackPage'),
  page('signIn', '/login/confirm', 'session/ConfirmSingleSignOnPage'),
  page('signIn', '/forgot-password', 'account/ForgotPasswordPage'),
  page('signInWithClient', '/reset-password', 'account/ResetPasswordPage'),
  page('signInWithClient', '/required-factor', 'security/RequiredFactorPage'),
  page('client', '/org-onboard', 'organisations/OnboardPage'),
  page('shell', '/profile', 'pages/ProfilePage'),
  page('shell', '/O/add', 'organisations/OnboardOwnPage', 'onboardOrganisation'),
  page('shell', startPath, 'pages/OrganisationPage', null),
  page('shell', '/O/create', 'organisations/OrganisationWizardPage', 'createOrganisation'),
  page('shell', '/O/edit', 'organisations/EditOrganisationPage', 'editOwnOrganisation'),
  page('shell', '/O/keys', 'keys/KeysPage', 'viewApiKeys'),
  page('shell', '/O/activity', 'audit/OrganisationActivityPage', 'viewOwnActivity'),
  page('shell', '/O/reviews', 'reviews/ReviewsPage', 'viewUsers'),
  page('shell', '/O/reviews/new', 'reviews/StartReviewPage', 'viewUsers'),
  page('shell', '/O/reviews/:reviewId', 'reviews/ReviewPage', 'viewUsers'),
  page('shell', '/O/:orgId/reviews/new', 'reviews/StartReviewPage', 'listOrganisations'),
  page('shell', '/pending', 'pending/PendingPage', null),
  page('shell', '/activity', 'audit/ActivityPage', 'viewActivity'),
  page('shell', '/T', 'pages/OrganisationListPage', 'listOrganisations'),
  page('shell', '/O/:orgId', 'pages/OrganisationTabPage', 'listOrganisations'),
  page('shell', '/O/:orgId/edit', 'organisations/EditOrganisationPage', 'listOrganisations', 'editOwnOrganisation'),
  page('shell', '/O/:orgId/user', 'pages/UsersPage', 'listOrganisations'),
  page('shell', '/O/:orgId/user/new', 'users/NewUserPage', 'listOrganisations'),
  page('shell', '/O/:orgId/user/upload', 'users/UserUploadPage', 'listOrganisations'),
  page('shell', '/O/:orgId/user/invite', 'external-users/InviteExternalUserPage', 'listOrganisations'),
  page('shell', '/O/:orgId/mapping', 'pages/ExternalMappingPage', 'listOrganisations'),
  page(
    'shell',
    '/O/:orgId/mapping/invite',
    'mappings/InviteOrganisationPage',
    'listOrganisations',
    'inviteOrganisations',
  ),
  page('shell', '/O/:orgId/user/:userId/edit', 'users/EditUserPage', 'listOrganisations'),
  page('shell', '/O/:orgId/user/:userId', 'pages/UserPage', 'listOrganisations'),
  page('shell', '/U/new', 'users/NewUserPage', 'manageUsers'),
  page('shell', '/U/upload', 'users/UserUploadPage', 'manageUsers'),
  page('shell', '/U/:userId/edit', 'users/EditUserPage', 'manageUsers'),
  page('shell', '/M', 'pages/ExternalMappingPage', 'viewMappings'),
  page('shell', '/M/invite', 'mappings/InviteOrganisationPage', 'inviteOrganisations'),
  page('shell', '/U/invite', 'external-users/InviteExternalUserPage', 'inviteExternalUsers'),
  page('shell', '/map-external-user', 'external-users/MapExternalUserPage', 'mapExternalUsers'),
  page('shell', '/U', 'pages/UsersPage', 'viewUsers'),
  page('shell', '/U/:userId/view', 'pages/UserPage', 'viewUsers'),
  page('shell', '/S', 'sso/SsoPage', 'viewSso'),
  page('shell', '/S/rules', 'pages/SignInRulesPage', 'viewSso'),
  page('shell', '/S/provisioning', 'pages/ProvisioningPage', 'viewApiKeys'),
];
