import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Locks a user's row until the transaction ends. Inserts that reference it do not wait: two users who change each other would deadlock. */
export async function lockUser(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.selectFrom('ent_usr').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
