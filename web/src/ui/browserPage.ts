/** What the console does to the browser's page as a whole, in one object so that tests can watch it without losing their own page. */
export const browserPage = {
  reload: (): void => window.location.reload(),
  leaveTo: (address: string): void => window.location.replace(address),
  goTo: (address: string): void => window.location.assign(address),
};
