/** Navigations that replace the whole document, in one object that tests can mock. */
export const browserPage = {
  reload: (): void => window.location.reload(),
  leaveTo: (address: string): void => window.location.replace(address),
  goTo: (address: string): void => window.location.assign(address),
  /** A page can only close a window that a page has opened. */
  close: (): void => window.close(),
};
