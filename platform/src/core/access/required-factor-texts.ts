/** The error messages of a session that may do nothing else. */
export const requiredFactorTexts = {
  setUp: 'Your organisation requires a second factor. Set one up to continue.',
  signInAgain: 'Your organisation requires a second factor. Sign in again with yours.',
} as const;
