import { addressNotAllowedText } from '../errors.ts';

/** Why a single sign-on was refused, other than `USER_INACTIVE` and `ORG_INACTIVE`. */
export const singleSignOnRefusals = {
  EXPIRED: 'This sign-in has expired or was started in another browser. Start again.',
  DENIED: 'Your identity provider did not sign you in. Try again, or tell your Organiser.',
  UNREACHABLE:
    'Your identity provider is not responding. Until it responds, only Organisers and Administrators can sign in, with their password.',
  UNREACHABLE_OPTIONAL:
    'Your identity provider is not responding. Sign in with your email and password instead. If you have no password, use “Forgot password” to set one.',
  CLIENT_REFUSED:
    'The client secret of your organisation’s single sign-on has expired or is wrong. Tell your Organiser.',
  INVALID_ANSWER: 'The response of your identity provider is not valid. Tell your Organiser.',
  EMAIL_NOT_VERIFIED: 'Your identity provider has not verified your email address. Tell your Organiser.',
  EMAIL_MISSING: 'Your identity provider did not send a valid email address for you. Tell your Organiser.',
  WRONG_DOMAIN:
    'The domain of your email address is not set up for your organisation’s single sign-on. Tell your Organiser.',
  NO_ACCOUNT: 'You have no account in this organisation. Ask its Organiser for an invitation.',
  PASSWORD_NEEDED: 'Users with your role cannot use single sign-on. Sign in with your email and password.',
  USER_LIMIT: 'Your organisation has reached its user limit. Tell your Organiser.',
  CONFIRMATION_EMAILED:
    'This is your first single sign-on. We emailed you a link to confirm it. Open it within 30 minutes.',
  REPLACEMENT_EMAILED:
    'Your identity provider has a new user with your email address. Your account is linked to the previous one. We emailed you a link to confirm the change. Open it within 30 minutes.',
  LINKED_OTHERWISE:
    'Your identity provider has a new user with your email address. Your account is linked to the previous one. Ask an Administrator to unlink it on your user page, then sign in again.',
  CONFIRMATION_PENDING_ELSEWHERE:
    'Another person with your email address has tried to sign in this way. Do not confirm an email about it. Tell your Organiser, and try again in 30 minutes.',
  ADDRESS_NOT_ALLOWED: addressNotAllowedText,
  TURNED_OFF: 'Single sign-on was turned off or changed in the meantime. Start again.',
  OTHER_PERSON:
    'You signed in at your identity provider as a different user. Sign in at the provider as yourself. If your user was created again at the provider, sign out of the console first, and sign in with single sign-on.',
  NOT_REAUTHENTICATED:
    'Your identity provider did not ask you to sign in again, so the action was not confirmed. Tell your Organiser.',
} as const;

export type SingleSignOnRefusal = keyof typeof singleSignOnRefusals;
