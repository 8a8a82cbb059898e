import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Holds a user's row until the transaction ends. What is read of the user after that is true until then. It holds nobody up who only refers to the user,
 * as every entry of the audit log does: two people who change each other would wait for each other for ever.
 */
export async function holdUser(trx: Transaction<Database>, userId: number): Promise<void> {
  await trx.selectFrom('ent_usr').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}
