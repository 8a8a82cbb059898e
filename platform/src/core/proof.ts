import { passwordProofSeconds } from '@console/contract/rules';
import { sql, type Transaction } from 'kysely';
import type { Caller } from './caller.ts';
import { after, type Clock, second } from './clock.ts';
import { forbidden, refusedAs } from './failure.ts';
import type { Database } from './schema.ts';

/** Remembers that the caller's session has just proven its password. */
export async function addProof(trx: Transaction<Database>, clock: Clock, sessionId: number): Promise<void> {
  await trx.insertInto('password_proof').values({ session_id: sessionId, proved_at: clock(), used_at: null }).execute();
}

/**
 * Takes the newest unused proof of the caller's session for the act of this transaction. Throws 422 WRONG_PASSWORD when there is none of the last 60 s,
 * and 403 with an integration key, which can prove nothing. An act that is rolled back gives its proof back.
 */
export async function takeProof(trx: Transaction<Database>, clock: Clock, { sessionId }: Caller): Promise<void> {
  if (sessionId === undefined) throw forbidden();
  const now = clock();
  const { rows } = await sql`
    update password_proof set used_at = ${now}::timestamptz
    where id = (
      select id from password_proof
      where session_id = ${sessionId}::int and used_at is null
        and proved_at >= ${after(now, -passwordProofSeconds * second)}::timestamptz
      order by id desc limit 1
      for update)
    returning id`.execute(trx);
  if (rows.length === 0) throw refusedAs('WRONG_PASSWORD', 'Please confirm your password first.');
}
