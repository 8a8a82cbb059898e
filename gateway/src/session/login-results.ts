import { calls } from '@console/contract/calls/all';
import { addressNotAllowedText, type SignInRefusal, signInRefusals } from '@console/contract/errors';
import type { SingleSignOnRefusal } from '@console/contract/generated/schema-types';
import { texts } from '@console/contract/rules';
import { ApiFailure } from '../product-api/errors.ts';
import { boolOf, integerOf, type OrganisationBody, type UserBody } from '../product-api/shape.ts';

const maxSentence = 200;

const messages = {
  InvalidOtp: texts.signIn.incorrectOtp,
  InvalidCredentials: texts.signIn.invalidCredentials,
  UserNotFound: texts.signIn.userNotFound,
  UserDisabled: texts.signIn.userInactive,
  OrganisationDisabled: texts.signIn.organisationInactive,
  AddressNotAllowed: addressNotAllowedText,
  SingleSignOnRequired: 'Your organisation uses single sign-on. Use it to sign in.',
} as const;

export interface ViewerParent {
  user: UserBody;
  organisation?: Promise<OrganisationBody | null>;
}

export type LoginOutcome = LoginSuccess | OtpRequired | RefusedLogin;

/** A passcode and its email, or a code of an authenticator app, for which nothing is sent. */
export interface OtpRequired {
  __typename: 'OtpRequired';
  email: string;
  sent: boolean;
  passcodeMailed: boolean;
  resendIn: number;
  factor: 'EMAIL' | 'APP';
  rememberDays: number;
}

export interface LoginSuccess {
  __typename: 'LoginSuccess';
  viewer: ViewerParent;
}

interface RefusedLogin {
  __typename: keyof typeof messages;
  message: string;
  triesLeft?: number | null;
  email?: string | null;
}

export type AdoptOutcome =
  | Exclude<LoginOutcome, { __typename: 'OtpRequired' }>
  | { __typename: 'SessionOfAnother'; fullName: string; email: string }
  | { __typename: 'HandoverInvalid'; message: string };

/** A provider's response that signs no user in. */
export interface RefusedSingleSignOn {
  __typename: 'SingleSignOnRefused';
  reason: SingleSignOnRefusal | null;
  message: string;
  /** Email address that the provider returned. */
  email: string | null;
}

export interface SingleSignOnTestResult {
  organisationId: string | null;
  outcome: 'PASSED' | 'FAILED' | null;
  refusal: RefusedSingleSignOn | null;
}

export type SingleSignOnOutcome =
  | LoginSuccess
  | RefusedSingleSignOn
  | { __typename: 'SingleSignOnOtherEmail'; startedEmail: string; returnedEmail: string }
  | (RefusedLogin & { __typename: 'UserDisabled' | 'OrganisationDisabled' });

export const refusedLogin = <N extends keyof typeof messages>(
  name: N,
  triesLeft: number | null = null,
): RefusedLogin & { __typename: N } => ({
  __typename: name,
  message: messages[name],
  triesLeft,
});

export type LoginRefusal = SignInRefusal | 'UNKNOWN';

const wrong =
  '(?:invalid|incorrect|wrong|bad|mismatch(?:ed)?|not (?:correct|valid|found|known|registered|exist)|(?:do(?:es)? not|doesn.t|don.t) (?:match|exist))';
const credential = '(?:credentials?|password|passcode|otp|one.time code|log.?in|e-?mail|user ?name|user|account)';
/** Words of docs/product-api.md for wrong credentials. */
const wrongCredentials = new RegExp(
  `\\b${wrong}\\b.{0,40}\\b${credential}\\b|\\b${credential}\\b.{0,40}\\b${wrong}\\b|^\\W*(?:unauthori[sz]ed|(?:authentication|login|sign.?in) failed)\\W*$`,
  'i',
);
/** Words of an outage, whatever else a text says. */
const technical =
  /\b(?:sql\w*|exception|database|tables?|columns?|servers?|gateway|connect\w*|sockets?|time[d-]? ?out|maintenance|unavailable|syntax|undefined|fatal)\b/i;
const disabled = /\b(?:inactive|disabled|deactivated|suspended)\b/i;

/** Why a sign-in failed: our platform sends a code, others a sentence (CHECKLIST OPEN-6). Null for a success, UNKNOWN for an unclear text. */
export function refusalOf({ status, message, body }: ApiFailure): LoginRefusal | null {
  if (status === null || status < 400 || status >= 500 || status === 429) return null;
  if (boolOf(body.otp_required)) return 'OTP_REQUIRED';
  const word = message.trim().toUpperCase();
  const refusalCode = signInRefusals.find((refusal) => refusal === word);
  if (refusalCode) return refusalCode;
  if (/\botp\b.*\brequired\b/i.test(message)) return 'OTP_REQUIRED';
  const text = message.replaceAll('_', ' ').slice(0, maxSentence);
  if (status === 422 && technical.test(text)) return 'UNKNOWN';
  if (disabled.test(text) && /\b(?:organi[sz]ation|org|company|tenant)\b/i.test(text)) return 'ORG_INACTIVE';
  if (disabled.test(text) && /\b(?:user|account|person|you)\b/i.test(text)) return 'USER_INACTIVE';
  if (status === 401 || (status === 422 && (message === texts.requestFailed || wrongCredentials.test(text))))
    return 'INVALID_CREDENTIALS';
  return status === 422 ? 'UNKNOWN' : null;
}

/** Result of a refused sign-in, with or without a passcode. Throws for an unknown refusal, which can be an outage. */
export function outcomeOf(refusal: Exclude<LoginRefusal, 'OTP_REQUIRED'>, failure: ApiFailure): LoginOutcome {
  switch (refusal) {
    case 'UNKNOWN':
      throw new ApiFailure(calls.login, 'UPSTREAM_BAD_RESPONSE', { cause: failure });
    case 'USER_INACTIVE':
      return refusedLogin('UserDisabled');
    case 'ORG_INACTIVE':
      return refusedLogin('OrganisationDisabled');
    case 'SINGLE_SIGN_ON_REQUIRED':
      return refusedLogin('SingleSignOnRequired');
    case 'ADDRESS_NOT_ALLOWED':
      return refusedLogin('AddressNotAllowed');
    case 'INVALID_OTP':
      return refusedLogin('InvalidOtp', integerOf(failure.body.tries_left));
    case 'INVALID_CREDENTIALS':
      return refusedLogin('InvalidCredentials');
  }
}
