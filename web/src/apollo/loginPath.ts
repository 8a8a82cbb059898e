/** URL of the sign-in page that leads back to `here` (path and query). Slashes stay readable; a query allows them. */
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
