/** Why a provider's sign-in was refused, besides `USER_INACTIVE` and `ORG_INACTIVE`. */
export const singleSignOnRefusals = {
  EXPIRED: 'This sign-in has expired, or was begun in another browser. Please start again.',
  DENIED: 'Your organisation’s provider has not signed you in.',
  UNREACHABLE:
    'Your organisation’s provider does not answer. Organisers and Administrators can sign in with their password meanwhile.',
  UNREACHABLE_OPTIONAL:
    'Your organisation’s provider does not answer. You can sign in with your email and password meanwhile. If you have none, use ‘Forgot password’ to set one.',
  CLIENT_REFUSED:
    'The client secret of your organisation’s single sign-on has expired or is wrong. Please tell your Organiser.',
  INVALID_ANSWER: 'The answer of your organisation’s provider is not valid. Please tell your Organiser.',
  EMAIL_NOT_VERIFIED: 'Your organisation’s provider has not verified your email. Please tell your Organiser.',
  EMAIL_MISSING: 'Your organisation’s provider has not sent a valid email for you. Please tell your Organiser.',
  WRONG_DOMAIN: 'The domain of your email does not belong to your organisation’s single sign-on.',
  NO_ACCOUNT: 'You have no account in this organisation. Ask its Organiser for an invitation.',
  PASSWORD_NEEDED: 'People of your role sign in here with their email and password.',
  USER_LIMIT: 'Your organisation has reached its user limit. Please tell your Organiser.',
  CONFIRMATION_MAILED:
    'You sign in this way for the first time: a link to confirm it was mailed to you. Open it within 30 minutes.',
  REPLACEMENT_MAILED:
    'Your identity provider knows you as a new person with the same email address. Your account here is linked to the person before. We emailed you a link to confirm the change. Open it within 30 minutes.',
  LINKED_OTHERWISE:
    'Your identity provider knows you as a new person with the same email address. Your account here is linked to the person before. Ask an Administrator to unlink it on your user page, then sign in again.',
  CONFIRMATION_PENDING_ELSEWHERE:
    'Another person with your email has asked to sign in this way. Do not confirm a mail about it; try again in 30 minutes, and tell your Organiser.',
  SWITCHED_OFF: 'Single sign-on of your organisation is switched off, or was changed meanwhile.',
  OTHER_PERSON:
    'You have signed in at your organisation’s provider as another person. Sign in there as yourself. If you were created there again, sign out here and sign in with single sign-on first.',
  NOT_REAUTHENTICATED:
    'Your organisation’s provider has not asked you to sign in again, so that it confirms nothing. Please tell your Organiser.',
} as const;

/** One of the reasons. */
export type SingleSignOnRefusal = keyof typeof singleSignOnRefusals;
