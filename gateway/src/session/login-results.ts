import { type SignInRefusal, signInRefusals } from '@console/contract/errors';
import { texts } from '@console/contract/rules';
import type { ApiFailure } from '../product-api/errors.ts';
import { boolOf, integerOf, type OrganisationBody, type UserBody } from '../product-api/shape.ts';

const messages = {
  InvalidOtp: texts.signIn.incorrectOtp,
  InvalidCredentials: texts.signIn.invalidCredentials,
  UserNotFound: texts.signIn.userNotFound,
  UserDisabled: texts.signIn.userInactive,
  OrganisationDisabled: texts.signIn.organisationInactive,
} as const;

export interface ViewerParent {
  user: UserBody;
  /** The user's organisation, if it is being read already. */
  organisation?: Promise<OrganisationBody | null>;
}

/** The members of the schema's LoginResult. */
export type LoginOutcome = LoginSuccess | OtpRequired | RefusedLogin;

/** A passcode is required; describes its mail. */
export interface OtpRequired {
  __typename: 'OtpRequired';
  email: string;
  sent: boolean;
  passcodeMailed: boolean;
  resendIn: number;
}

export interface LoginSuccess {
  __typename: 'LoginSuccess';
  viewer: ViewerParent;
}

interface RefusedLogin {
  __typename: keyof typeof messages;
  message: string;
  triesLeft?: number | null;
}

/** The members of the schema's AdoptResult. */
export type AdoptOutcome =
  | Exclude<LoginOutcome, { __typename: 'OtpRequired' }>
  | { __typename: 'SessionOfAnother'; fullName: string; email: string }
  | { __typename: 'HandoverInvalid'; message: string };

export const refusedLogin = (name: keyof typeof messages, triesLeft: number | null = null): RefusedLogin => ({
  __typename: name,
  message: messages[name],
  triesLeft,
});

/** Why a product API refused a sign-in: our platform uses a code, others a sentence (CHECKLIST OPEN-6). */
export function refusalOf({ status, message, body }: ApiFailure): SignInRefusal | null {
  if (status === null || status < 400 || status >= 500 || status === 429) return null;
  if (boolOf(body.otp_required)) return 'OTP_REQUIRED';
  const word = message.trim().toUpperCase();
  const refusalCode = signInRefusals.find((refusal) => refusal === word);
  if (refusalCode) return refusalCode;
  if (/inactive/i.test(message) && /organi[sz]ation/i.test(message)) return 'ORG_INACTIVE';
  if (/\bUSER_INACTIVE\b/i.test(message)) return 'USER_INACTIVE';
  if (/\botp\b.*\brequired\b/i.test(message)) return 'OTP_REQUIRED';
  return status === 401 || status === 422 ? 'INVALID_CREDENTIALS' : null;
}

/** The result of a refused sign-in, with or without a passcode. */
export function outcomeOf(refusal: Exclude<SignInRefusal, 'OTP_REQUIRED'>, failure: ApiFailure): LoginOutcome {
  switch (refusal) {
    case 'USER_INACTIVE':
      return refusedLogin('UserDisabled');
    case 'ORG_INACTIVE':
      return refusedLogin('OrganisationDisabled');
    case 'INVALID_OTP':
      return refusedLogin('InvalidOtp', integerOf(failure.body.tries_left));
    case 'INVALID_CREDENTIALS':
      return refusedLogin('InvalidCredentials');
  }
}
