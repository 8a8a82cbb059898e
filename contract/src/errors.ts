/** Error codes (`extensions.code` in GraphQL) with HTTP status. 401 means only "no session": browsers sign out on it (CHECKLIST OPEN-53). */
export const errorCodes = {
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  QUERY_INVALID: 400,
  TOO_COSTLY: 422,
  INVALID: 422,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  USER_LIMIT_REACHED: 422,
  RESPONDER_ACTIVE: 422,
  FACTOR_REQUIRED: 403,
  WRONG_PASSWORD: 422,
  USER_LIMIT_TOO_LOW: 422,
  FILE_REFUSED: 422,
  TOKEN_INVALID: 422,
  UPSTREAM_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
  UPSTREAM_BAD_RESPONSE: 502,
  CAPABILITY_UNAVAILABLE: 501,
  IDEMPOTENCY_CONFLICT: 422,
  INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** The closed list of reasons for which a field is refused (`extensions.fields[].code` in GraphQL). */
export const fieldErrorCodes = [
  'REQUIRED',
  'TOO_LONG',
  'TOO_SHORT',
  'FORMAT',
  'TAKEN',
  'UNKNOWN',
  'NOT_ALLOWED',
  'OTHER',
] as const;

export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** Why a field is refused: a code for programs, and a message for users that follows the field's label. */
export interface FieldProblem {
  readonly code: FieldErrorCode;
  readonly message: string;
}

/** `message` of a refused sign-in (CHECKLIST OPEN-6); the `message` of any other failure is a text for people. */
export const signInRefusals = [
  'INVALID_CREDENTIALS',
  'USER_INACTIVE',
  'ORG_INACTIVE',
  'OTP_REQUIRED',
  'INVALID_OTP',
  'SINGLE_SIGN_ON_REQUIRED',
  'ADDRESS_NOT_ALLOWED',
] as const;

/** Message if the organisation does not allow the IP address of a sign-in or session. */
export const addressNotAllowedText =
  'Your organisation does not allow your IP address. Sign in from an allowed network, or tell your Organiser.';

export type SignInRefusal = (typeof signInRefusals)[number];

/** Codes that the body of a refused call may have in `code` (extension), because the status alone is ambiguous. */
export const refusalCodes = [
  'TOKEN_INVALID',
  'WRONG_PASSWORD',
  'USER_LIMIT_REACHED',
  'RESPONDER_ACTIVE',
  'FACTOR_REQUIRED',
  'USER_LIMIT_TOO_LOW',
  'FILE_REFUSED',
  'IDEMPOTENCY_CONFLICT',
] as const satisfies readonly ErrorCode[];

export type RefusalCode = (typeof refusalCodes)[number];

/** Why a session has ended (extension): idle or maximum time, another session or an Administrator, its user or organisation, or its IP address. */
export const sessionEnds = [
  'IDLE',
  'EXPIRED',
  'ENDED',
  'USER_INACTIVE',
  'ORG_INACTIVE',
  'ADDRESS_NOT_ALLOWED',
] as const;

export type SessionEnd = (typeof sessionEnds)[number];

/** Error codes that are audited: refused actions, wrong credentials, exceeded limits. The other codes are about the form or time of a request. */
const auditedCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'RATE_LIMITED',
  'WRONG_PASSWORD',
  'TOKEN_INVALID',
  'USER_LIMIT_REACHED',
  'RESPONDER_ACTIVE',
  'USER_LIMIT_TOO_LOW',
] as const satisfies readonly ErrorCode[];

export type AuditedCode = (typeof auditedCodes)[number];

export const isAuditedCode = (code: unknown): code is AuditedCode =>
  (auditedCodes as readonly unknown[]).includes(code);
