import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** Holds a user's row until the transaction ends. What is read of the user after that is true until then. */
export async function holdUser(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.selectFrom('ent_usr').select('id').where('id', '=', userId).forUpdate().execute();
}
