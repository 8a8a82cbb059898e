import { organiserRole, roleByName } from '@console/contract/access';
import { sql } from 'kysely';
import { oneLine } from '../core/mail/mail-layout.ts';
import { actsOnAll, among, type NoticeRule, type NoticeRules, personText, targetId } from '../core/mail/notice-rule.ts';

/** Passwords and passkeys in spite of required single sign-on. Administrators are notified if the only other witness would be the user. */
const breakGlassUses: NoticeRule = {
  email: {
    kind: 'breakGlass',
    subject: 'A break-glass password was used',
    advice: 'End the sessions of that account, and have its password changed.',
  },
  mayMatter: ({ after }) => after?.breakGlass === true,
  async find(trx, entries) {
    const users = await trx
      .selectFrom('session')
      .innerJoin('ent_usr', 'ent_usr.id', 'session.ent_usr_id')
      .innerJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
      .leftJoin('role', 'role.id', 'ent_usr.role_id')
      .select(['email', 'firstname', 'lastname', 'ent_org_id', 'brandname', 'role.id_str', 'role.label'])
      .select(
        sql<boolean>`exists (select from ent_usr as other inner join role as its on its.id = other.role_id
          where other.ent_org_id = ent_org.id and other.id <> ent_usr.id and not other.is_disabled
            and its.id_str = ${organiserRole})`.as('has_others'),
      )
      .where(among('session.id', entries.map(targetId)))
      .execute();
    return users.map((user) => ({
      sentence: `${personText(user)} signed in without single sign-on, which is required at ${oneLine(user.brandname)}`,
      organisationId: user.ent_org_id,
      concernsAdministrators: actsOnAll(roleByName(user.id_str, user.label)) || !user.has_others,
    }));
  },
};

export const sessionNotices: NoticeRules = {
  'session:signIn': breakGlassUses,
};
