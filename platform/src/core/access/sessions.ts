import type { Kysely, Transaction } from 'kysely';
import { after, type Clock, minute, second } from '../base/clock.ts';
import { hashSecret, newSecret } from '../base/keys.ts';
import { writeIfPossible } from '../database/database.ts';
import type { Database } from '../database/schema.ts';

/** The credentials of a sign-in; they are shown once and kept as hashes. */
export interface SessionKeys {
  sessionId: number;
  apiKey: string;
  sessionToken: string;
}

/** Begins a session: a random key and a random token of its own. */
export async function beginSession(
  trx: Transaction<Database>,
  clock: Clock,
  userId: number,
  lifeMs: number,
): Promise<SessionKeys> {
  const now = clock();
  const apiKey = newSecret();
  const { id: sessionId } = await trx
    .insertInto('session')
    .values({
      ent_usr_id: userId,
      key_hash: hashSecret(apiKey),
      created_at: now,
      last_used_at: now,
      expires_at: after(now, lifeMs),
      ended_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId, apiKey, sessionToken: await addToken(trx, now, sessionId) };
}

/** Ends a session; its key and tokens are good for nothing from the commit on. */
export async function endSession(trx: Transaction<Database>, clock: Clock, sessionId: number): Promise<void> {
  await trx.updateTable('session').set({ ended_at: clock() }).where('id', '=', sessionId).execute();
}

const renewAfterMs = 5 * minute;
const graceMs = 30 * second;

/** A token of a session, as it is stored. */
export interface FoundToken {
  id: number;
  createdAt: Date;
  firstUsedAt: Date | null;
  diesAt: Date | null;
}

/** What a session token that came with a call is worth. */
export interface TokenUse {
  /** Whether it is a token of this session that is still good. A stale one is no reason to refuse anything. */
  good: boolean;
  /** The token that the caller should use from now on. */
  renewed?: string | undefined;
}

/**
 * Uses a session token that was found: one older than 5 minutes is renewed, at most once in 30 s for a session, and the older ones die 30 s after the first use of a
 * newer one. So parallel calls get one new token, and an answer that is lost costs nothing.
 */
export async function useToken(
  db: Kysely<Database>,
  clock: Clock,
  sessionId: number,
  { id, createdAt, firstUsedAt, diesAt }: FoundToken,
): Promise<TokenUse> {
  const now = clock();
  if (diesAt && diesAt <= now) return { good: false };
  if (!firstUsedAt) await writeIfPossible(useFirst(db, now, sessionId, id));
  if (createdAt > after(now, -renewAfterMs)) return { good: true };
  return { good: true, renewed: await writeIfPossible(renew(db, now, sessionId)) };
}

const useFirst = (db: Kysely<Database>, now: Date, sessionId: number, tokenId: number) =>
  db.transaction().execute(async (trx) => {
    await trx.updateTable('session_token').set({ first_used_at: now }).where('id', '=', tokenId).execute();
    await trx
      .updateTable('session_token')
      .set({ dies_at: after(now, graceMs) })
      .where('session_id', '=', sessionId)
      .where('id', '<', tokenId)
      .where('dies_at', 'is', null)
      .execute();
  });

const renew = (db: Kysely<Database>, now: Date, sessionId: number) =>
  db.transaction().execute(async (trx) => {
    await trx.selectFrom('session').select('id').where('id', '=', sessionId).forUpdate().execute();
    const newest = await trx
      .selectFrom('session_token')
      .select('created_at')
      .where('session_id', '=', sessionId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return newest.created_at > after(now, -graceMs) ? undefined : addToken(trx, now, sessionId);
  });

async function addToken(trx: Transaction<Database>, now: Date, sessionId: number): Promise<string> {
  const token = newSecret();
  await trx
    .insertInto('session_token')
    .values({
      session_id: sessionId,
      token_hash: hashSecret(token),
      created_at: now,
      first_used_at: null,
      dies_at: null,
    })
    .execute();
  return token;
}
