import type { AuditEntry } from '../core/base/audit-entry.ts';
import { many } from '../core/mail/mail-layout.ts';
import {
  accounts,
  changedFields,
  type NoticeEmail,
  type NoticeRules,
  organisationSettings,
} from '../core/mail/notice-rule.ts';

const settingsEmail: NoticeEmail = {
  kind: 'singleSignOn',
  subject: 'Single sign-on settings were changed',
  advice:
    'Enter the settings of your own identity provider again, and end the sessions of the person who made the change.',
};

const switchedEmail: NoticeEmail = {
  kind: 'singleSignOnSwitched',
  subject: 'The single sign-on status was changed',
  advice: 'Reverse the change, and end the sessions of the person who made it.',
};

const linkReplacedEmail: NoticeEmail = {
  kind: 'providerLinkReplaced',
  subject: 'A user was linked to a new identity provider account',
  advice: 'Deactivate that user, and do not confirm any of their API keys.',
};

const ssoFields: Readonly<Record<string, string>> = {
  client_id: 'client ID',
  tenant_id: 'tenant ID',
  client_secret: 'client secret',
  default_role: 'role of new users',
  secret_expires_on: 'expiry date of the client secret',
  signs_out_at_provider: 'sign-out at the identity provider',
  domains: 'email domains',
};

const ssoSwitches = (after: AuditEntry['after']) => {
  if (after?.enabled === false) return 'was turned off, so no one can sign in through the identity provider';
  if (after?.required)
    return 'is now required for users with an email address in its verified domains, except Organisers and Administrators';
  if (after?.required === false)
    return 'is no longer required, so everyone can sign in with a password or passkey again';
  return 'was turned on, so users with an email address in its verified domains can sign in through its identity provider';
};

const suspendedKeys = (count: number) =>
  count === 0
    ? ''
    : ` ${many(count, 'API key')} of this account ${count === 1 ? 'is' : 'are'} suspended until an Organiser confirms ${count === 1 ? 'it' : 'them'}`;

export const ssoNotices: NoticeRules = {
  'sso:edit': organisationSettings(
    settingsEmail,
    () => true,
    ({ after }, organisation) =>
      `The single sign-on settings of ${organisation} were changed: ${changedFields(ssoFields, after)}`,
  ),
  'sso:activate': organisationSettings(
    switchedEmail,
    () => true,
    ({ after }, organisation) => `Single sign-on of ${organisation} ${ssoSwitches(after)}`,
  ),
  'account:replaceProviderLink': accounts(
    linkReplacedEmail,
    (person, entry) =>
      `${person} was linked to another account at the identity provider. The change was confirmed by email. All sessions were ended. The password, second factors and remembered devices were removed.${suspendedKeys(Number(entry?.after?.suspended_keys ?? 0))}`,
  ),
};
