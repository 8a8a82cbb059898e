import type { AuditEntry } from '../core/base/audit-entry.ts';
import { oneLine } from '../core/mail/mail-layout.ts';
import {
  accounts,
  changedFields,
  type NoticeEmail,
  type NoticeRules,
  organisationSettings,
} from '../core/mail/notice-rule.ts';

const settingsEmail: NoticeEmail = {
  kind: 'provisioning',
  subject: 'Provisioning was changed',
  advice: 'Reverse the change, revoke the SCIM keys, and end the sessions of the person who made the change.',
};

const resetEmail: NoticeEmail = {
  kind: 'accountReset',
  subject: 'Your identity provider created a former user again',
  advice: 'Deactivate that user, and check your identity provider.',
};

const provisioningFields: Readonly<Record<string, string>> = {
  default_role: 'default role',
  default_designation: 'default designation',
  default_department: 'default department',
  default_supervisor: 'default supervisor',
  roles: 'role mapping',
  unmanaged_organisers: 'Organisers excluded from provisioning',
};

const provisioningSwitch = (after: AuditEntry['after']): string =>
  after?.enabled
    ? 'was turned on, so its identity provider can create, change and deactivate users'
    : 'was turned off, so its identity provider can no longer create, change or deactivate users';

export const provisioningNotices: NoticeRules = {
  'scim:edit': organisationSettings(
    settingsEmail,
    () => true,
    ({ after }, organisation) =>
      `The provisioning settings of ${organisation} were changed: ${changedFields(provisioningFields, after)}`,
  ),
  'scim:switch': organisationSettings(
    settingsEmail,
    () => true,
    ({ after }, organisation) => `Provisioning of ${organisation} ${provisioningSwitch(after)}`,
  ),
  'scim:resetAccount': accounts(resetEmail, (person, entry) => {
    const former = [entry?.before?.firstname, entry?.before?.lastname].filter(Boolean).join(' ');
    return `${person} was created again by the identity provider. The account belonged to ${oneLine(former)} and was reset. The former password, second factors, API keys and responsibilities were removed.`;
  }),
};
