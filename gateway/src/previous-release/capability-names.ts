/** Deleted by the release after the next one, which no longer works with a platform of 0.1.0. Such a platform names each of its extensions, always all of them. */
const nameOfPreviousRelease = 'login_attempt';

/** What a product API names, with the name that this release has for what a platform of 0.1.0 names one by one. */
export const capabilityNames = (announced: readonly string[]): ReadonlySet<string> =>
  new Set(announced.includes(nameOfPreviousRelease) ? [...announced, 'extensions'] : announced);
