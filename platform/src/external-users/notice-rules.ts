import type { AuditEntry } from '../core/base/audit-entry.ts';
import { among, byId, type NoticeRule, type NoticeRules, privilegedUsers, targetId } from '../core/mail/notice-rule.ts';

/** External users that an organisation accepts. The target of these events is the mapping. */
const externalUsers = (says: (role: string) => string): NoticeRule => {
  const rule = privilegedUsers(says);
  return {
    ...rule,
    async find(trx, entries) {
      const mappings = await trx
        .selectFrom('user_mapping')
        .select(['id', 'ent_usr_id'])
        .where(among('id', entries.map(targetId)))
        .execute();
      const users = byId(mappings);
      const about = (entry: AuditEntry) => ({ type: 'ent_usr', id: users.get(targetId(entry))?.ent_usr_id ?? 0 });
      return rule.find(
        trx,
        entries.map((entry) => ({ ...entry, target: about(entry) })),
      );
    },
  };
};

export const externalUserNotices: NoticeRules = {
  'users:mapExternal': externalUsers((role) => `was accepted as an external user with the role ${role}`),
};
