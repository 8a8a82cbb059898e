import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Whether a key still works. */
export const usableKeyCondition = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(api_key.revoked_at is null and api_key.suspended_at is null and (api_key.expires_at is null or api_key.expires_at > ${now}::timestamptz))`;

/** The number of usable keys of a user. */
export async function countUsableKeys(db: Kysely<Database>, now: Date, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('ent_usr_id', '=', userId)
    .where(usableKeyCondition(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}
