/** The sign-in page's address that leads back to `here` (path and query). Slashes stay readable; they are allowed in a query. */
export const loginPath = (here: string): string => `/login?next=${encodeURIComponent(here).replaceAll('%2F', '/')}`;

/** Pages that need no session. */
export const isPublicPath = (path: string): boolean =>
  [
    '/login',
    '/login/callback',
    '/login/confirm',
    '/forgot-password',
    '/reset-password',
    '/org-onboard',
    '/page-not-found',
  ].includes(path);
