import type { AuditAction, AuditWay } from '../gql/graphql.ts';

/** The actions as the filter lists them. */
export const auditActionLabels: Record<AuditAction, string> = {
  USERS_CREATE: 'User created',
  USERS_EDIT: 'User changed',
  USERS_ACTIVATE: 'User activated',
  USERS_DEACTIVATE: 'User deactivated',
  USERS_UPLOAD: 'User uploaded',
  USERS_INVITE: 'User invited',
  USERS_INVITE_EXTERNAL: 'External user invited',
  USERS_MAP_EXTERNAL: 'External user answered',
  USERS_END_EXTERNAL: 'External user ended',
  USERS_WITHDRAW_EXTERNAL: 'External invitation withdrawn',
  ORGANISATIONS_CREATE: 'Organisation created',
  ORGANISATIONS_EDIT: 'Organisation changed',
  ORGANISATIONS_ONBOARD: 'Organisation onboarded',
  ORGANISATIONS_ENABLE: 'Organisation enabled',
  ORGANISATIONS_DISABLE: 'Organisation disabled',
  ORGANISATIONS_CREATE_ORGANISER: 'Organiser created',
  ORGANISATIONS_CHANGE_ORGANISER: 'Organiser changed',
  ORGANISATIONS_NOMINATE: 'Senior post changed',
  MAPPINGS_INVITE: 'Mapping requested',
  MAPPINGS_ANSWER: 'Mapping answered',
  MAPPINGS_END: 'Mapping ended',
  MAPPINGS_WITHDRAW: 'Mapping request withdrawn',
  ASSESSMENTS_CHANGE_STATUS: 'Assessment status changed',
  SSO_EDIT: 'SSO changed',
  SSO_ACTIVATE: 'SSO switched',
  SSO_SET_SIGN_IN_RULES: 'Sign-in rules changed',
  SSO_TEST: 'SSO tested',
  SSO_VERIFY_DOMAIN: 'SSO domain verified',
  CONFIG_EDIT: 'Configuration changed',
  INVITATIONS_RESEND: 'Invitation sent again',
  INVITATIONS_REVOKE: 'Invitation revoked',
  INVITATIONS_COPY_LINK: 'Invitation link copied',
  BULK_START: 'Bulk act started',
  BULK_CANCEL: 'Bulk act cancelled',
  AUDIT_SET_RETENTION: 'Retention of the activity set',
  LISTS_EXPORT: 'List exported',
  KEYS_CREATE: 'API key created',
  KEYS_ROTATE: 'API key rotated',
  KEYS_REVOKE: 'API key revoked',
  SECURITY_END_SESSION: 'Sessions ended',
  SECURITY_FORGET_DEVICE: 'Device removed',
  SECURITY_ADD_PASSKEY: 'Passkey added',
  SECURITY_REMOVE_PASSKEY: 'Passkey removed',
  SECURITY_SET_UP_APP: 'Authenticator app set up',
  SECURITY_REMOVE_APP: 'Authenticator app removed',
  SECURITY_RENEW_CODES: 'Recovery codes renewed',
  SECURITY_RESET_FACTORS: 'Second factors reset',
  SECURITY_USE_CODE: 'Recovery code used',
  ACCOUNT_CHANGE_PASSWORD: 'Password changed',
  ACCOUNT_PROVE_PASSWORD: 'Password given',
  ACCOUNT_CONFIRM: 'Act confirmed',
  ACCOUNT_REQUEST_RESET: 'Password reset requested',
  ACCOUNT_LINK_PROVIDER: 'First sign-in by the provider confirmed',
  ACCOUNT_RESET_PASSWORD: 'Password set by link',
  SESSION_SIGN_IN: 'Sign-in',
  SESSION_SIGN_OUT: 'Sign-out',
  SESSION_END_BY_PROVIDER: 'Signed out by provider',
  SESSION_SEND_PASSCODE: 'Passcode sent',
  SESSION_BLOCK: 'Sign-in blocked',
  SESSION_USE_KEY: 'Invalid session or key',
  SESSION_HAND_OVER: 'Switch to a module',
  SESSION_ADOPT: 'Arrival from a module',
  ACCESS_REQUEST: 'Other refused request',
};

export const auditWayLabels: Record<AuditWay, string> = {
  CONSOLE: 'Console',
  KEY: 'API key',
  API: 'REST API',
  PUBLIC: 'Without a session',
  SYSTEM: 'System',
};

export const auditOutcomeLabels = { DONE: 'Done', REFUSED: 'Refused' } as const;

/** A field's name in words, e.g. `First name`. */
export function auditFieldLabel(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
