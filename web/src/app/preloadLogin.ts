/** Loads the sign-in page's chunks while there is a network: signing out must work without one. */
export const preloadLogin = (): void => {
  void import('../session/SignInLayout.tsx').catch(() => undefined);
  void import('../session/LoginPage.tsx').catch(() => undefined);
};
