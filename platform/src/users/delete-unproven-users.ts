import { type Kysely, sql } from 'kysely';
import { isUnproven } from '../core/access/unproven-users.ts';
import { addMs, type Clock, dayMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';

const unusedDays = 90;
/** Rows per transaction: for each, the database searches tables without an index of the reference. */
const mostAtOnce = 10;
/** Transactions per run. */
const mostBatches = 20;

/** Whether an unproven row without organisation has had no invitation, mapping, token or event since a time. */
const isUnused = (since: Date) => sql<boolean>`(ent_usr.ent_org_id is null and ${isUnproven}
  and not exists (select from access_review_item where access_review_item.ent_usr_id = ent_usr.id)
  and ent_usr.updated_at <= ${since}::timestamptz
  and not exists (select from invitation where invitation.ent_usr_id = ent_usr.id
    and (invitation.sent_at > ${since}::timestamptz or invitation.revoked_at > ${since}::timestamptz
      or invitation.kind <> 'external_user' and invitation.revoked_at is null
        and coalesce(invitation.expires_at, 'infinity') > ${since}::timestamptz))
  and not exists (select from user_mapping where user_mapping.ent_usr_id = ent_usr.id
    and (user_mapping.activated is distinct from false or user_mapping.updated_at > ${since}::timestamptz))
  and not exists (select from org_mapping where org_mapping.mapped_user_id = ent_usr.id)
  and not exists (select from user_token where user_token.ent_usr_id = ent_usr.id
    and user_token.expires_at > ${since}::timestamptz)
  and not exists (select from audit_entry where audit_entry.target_type = 'ent_usr'
    and audit_entry.target_id = ent_usr.id::text and audit_entry.at > ${since}::timestamptz)
  and not exists (select from audit_entry where audit_entry.ent_usr_id = ent_usr.id
    and audit_entry.at > ${since}::timestamptz))`;

/** Deletes users without organisation after 90 unproven and unused days. Several platforms can run it at once. */
export async function deleteUnprovenUsers(db: Kysely<Database>, clock: Clock): Promise<number> {
  const since = addMs(clock(), -unusedDays * dayMs);
  const deleteSome = () =>
    db.transaction().execute(async (trx) => {
      const locked = await trx
        .selectFrom('ent_usr')
        .select('id')
        .where(isUnused(since))
        .limit(mostAtOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      const ids = locked.map(({ id }) => id);
      if (ids.length === 0) return 0;
      // An invitation may have been committed before the lock.
      const { numDeletedRows } = await trx
        .deleteFrom('ent_usr')
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .where(isUnused(since))
        .executeTakeFirst();
      return Number(numDeletedRows);
    });
  let deleted = 0;
  for (let batch = 0; batch < mostBatches; batch += 1) {
    const some = await deleteSome();
    deleted += some;
    if (some < mostAtOnce) break;
  }
  return deleted;
}
