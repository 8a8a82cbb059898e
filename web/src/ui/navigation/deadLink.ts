/** The purpose of an emailed link that no longer works. */
export type DeadLink = 'password' | 'onboarding' | 'singleSignOn';

/** The page for links that no longer work, which uses the page for unknown URLs. */
export const deadLinkPath = '/page-not-found';

/** State for the history, so that a reload shows it again. */
export const deadLinkState = (deadLink: DeadLink) => ({ deadLink });

export const deadLinkOf = (state: unknown): DeadLink | undefined => (state as { deadLink?: DeadLink } | null)?.deadLink;
