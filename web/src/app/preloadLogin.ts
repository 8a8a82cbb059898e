/** Brings the sign-in page's chunk while there is a network: signing out must work without one. */
export const preloadLogin = (): void => {
  void import('../session/LoginPage.tsx').catch(() => undefined);
};
