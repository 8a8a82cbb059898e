/** Why a session may do nothing else, as people read it. */
export const requiredFactorTexts = {
  setUp: 'Your organisation requires a second factor. Please set one up to go on.',
  signInAgain: 'Your organisation requires a second factor. Please sign in again with yours.',
} as const;
