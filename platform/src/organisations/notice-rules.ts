import {
  type SettingEmail,
  settingAuditName,
  settingEmails,
  settingRows,
} from '@console/contract/organisation-settings';
import type { AuditEntry } from '../core/base/audit-entry.ts';
import { parseId } from '../core/base/parse-id.ts';
import { type NoticeRules, organisationSettings, privilegedUsers } from '../core/mail/notice-rule.ts';

/** Changed settings of an event. Numbers count only if they became lower; no limit counts as the highest. */
const emailedSettings = ({ action, before, after }: AuditEntry) =>
  settingRows.filter((row) => {
    const name = settingAuditName(row);
    const [from, to] = [before?.[name], after?.[name]];
    const isEmailed =
      !('words' in row) || Number(to ?? Number.POSITIVE_INFINITY) < Number(from ?? Number.POSITIVE_INFINITY);
    return row.event === action && to !== undefined && isEmailed;
  });

const settingRules = Object.fromEntries(
  Object.entries<SettingEmail>(settingEmails).map(([kind, { event, subject, advice, sentence }]) => [
    event,
    organisationSettings(
      { kind, subject, advice },
      (entry) => emailedSettings(entry).length > 0,
      (entry, organisation) => {
        const changes = emailedSettings(entry).map((row) => {
          const name = settingAuditName(row);
          return row.email(organisation, entry.after?.[name] as never, entry.before?.[name] as never);
        });
        return sentence?.(organisation, changes.join('; ')) ?? changes.join('; ');
      },
    ),
  ]),
);

export const organisationNotices: NoticeRules = {
  'organisations:changeOrganiser': privilegedUsers(
    (role) => `was made the main Organiser, with the role ${role}`,
    () => true,
    ({ after }) => parseId(Number(after?.organizer_id)),
  ),
  ...settingRules,
};
