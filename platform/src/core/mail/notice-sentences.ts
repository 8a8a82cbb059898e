import { sessionLengthText } from '@console/contract/session-length';
import type { AuditEntry } from '../base/audit-entry.ts';
import { many } from './mail-layout.ts';

/** The fields of single sign-on in words. */
export const ssoFields: Readonly<Record<string, string>> = {
  client_id: 'client ID',
  tenant_id: 'tenant ID',
  client_secret: 'client secret',
  default_role: 'role of new users',
  secret_expires_on: 'expiry date of the client secret',
  signs_out_at_provider: 'sign-out at the identity provider',
  domains: 'email domains',
};

/** The fields of provisioning in words. */
export const provisioningFields: Readonly<Record<string, string>> = {
  default_role: 'default role',
  default_designation: 'default designation',
  default_department: 'default department',
  default_supervisor: 'default supervisor',
  roles: 'roles',
  unmanaged_organisers: 'Organisers that are not managed',
};

/** The fields that an event changed, in words. */
export const changedFields = (names: Readonly<Record<string, string>>, after: AuditEntry['after']): string =>
  Object.keys(after ?? {})
    .map((field) => names[field] ?? field)
    .join(', ');

/** What turning provisioning on or off means. */
export const provisioningSwitch = (after: AuditEntry['after']): string =>
  after?.enabled
    ? 'was turned on, so its identity provider can create, change and deactivate users'
    : 'was turned off, so its identity provider can no longer create, change or deactivate users';

const lengthOf = (fields: AuditEntry['before']): string =>
  fields?.session_minutes == null
    ? 'as long as the operator allows'
    : sessionLengthText(Number(fields.session_minutes));
/** The sign-in rules that an event changed. */
export const ruleChanges = (before: AuditEntry['before'], after: AuditEntry['after']): string[] => [
  ...(after?.session_minutes === undefined
    ? []
    : [`sessions last ${lengthOf(after)} (previously ${lengthOf(before)})`]),
  ...(after?.factor_required === undefined
    ? []
    : [after.factor_required ? 'a second factor is required' : 'a second factor is no longer required']),
];
/** For how many days the activity, or sign-ins and refusals, are kept; without an own number of days, sign-ins and refusals are kept longest. */
const retentionOf = (fields: AuditEntry['before']) =>
  Number(fields?.audit_retention_days ?? fields?.sign_in_retention_days ?? Number.POSITIVE_INFINITY);

export const isRetentionLowered = (before: AuditEntry['before'], after: AuditEntry['after']) =>
  retentionOf(after) < retentionOf(before);

/** What a lowered retention means for an organisation. */
export function retentionSentence({ before, after }: AuditEntry, organisation: string): string {
  const days = retentionOf(after);
  if (after?.sign_in_retention_days !== undefined)
    return `Personal data of sign-ins and refused requests at ${organisation} is now kept for ${days} days`;
  return `The activity of ${organisation} is now kept for ${days} days instead of ${retentionOf(before)}`;
}

/** What turning single sign-on on or off, or requiring it, means. */
export const ssoSwitches = (after: AuditEntry['after']) => {
  if (after?.enabled === false) return 'was turned off, so no one can sign in through the identity provider';
  if (after?.required)
    return 'is now required, so only Organisers and Administrators can sign in with a password or passkey';
  if (after?.required === false)
    return 'is no longer required, so everyone can sign in with a password or passkey again';
  return 'was turned on, so users with an email address in its verified domains can sign in through its identity provider';
};

/** From where users can sign in, as the end of a sentence. */
export const allowedFrom = (after: AuditEntry['after']): string =>
  Array.isArray(after?.allowed_addresses)
    ? `only from ${many(after.allowed_addresses.length, 'allowed network')}`
    : 'from every address';
