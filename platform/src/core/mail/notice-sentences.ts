import type { AuditEntry } from '../base/audit-entry.ts';

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

/** What turning single sign-on on or off, or requiring it, means. */
export const ssoSwitches = (after: AuditEntry['after']) => {
  if (after?.enabled === false) return 'was turned off, so no one can sign in through the identity provider';
  if (after?.required)
    return 'is now required, so only Organisers and Administrators can sign in with a password or passkey';
  if (after?.required === false)
    return 'is no longer required, so everyone can sign in with a password or passkey again';
  return 'was turned on, so users with an email address in its verified domains can sign in through its identity provider';
};
