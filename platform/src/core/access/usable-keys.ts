import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database, Row } from '../database/schema.ts';

export const usableKeyCondition = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(api_key.revoked_at is null and api_key.suspended_at is null and (api_key.expires_at is null or api_key.expires_at > ${now}::timestamptz))`;

export type KeyOwnerColumns = Partial<Pick<Row<'api_key'>, 'ent_usr_id' | 'owner_org_id' | 'purpose'>>;

export async function countUsableKeys(db: Kysely<Database>, now: Date, owner: KeyOwnerColumns): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where(({ and }) => and(owner))
    .where(usableKeyCondition(now))
    .executeTakeFirstOrThrow();
  return Number(count);
}
