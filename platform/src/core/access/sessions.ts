import type { SessionEnd } from '@console/contract/errors';
import { newSecret } from '@console/server-base/secret-file';
import type { Kysely, Transaction } from 'kysely';
import type { ClientDevice } from '../base/client-device.ts';
import { addMs, type Clock, minuteMs, secondMs } from '../base/clock.ts';
import { type Failure, unauthenticated } from '../base/failure.ts';
import { hashSecret } from '../base/keys.ts';
import { writeIfPossible } from '../database/database.ts';
import type { Database, Row } from '../database/schema.ts';
import { isEndedByRequirement } from './required-sign-on.ts';
import type { Services } from './services.ts';
import { isSignInBlocked } from './sign-in-block.ts';

/** Credentials of a new session; only their hashes are stored. */
export interface SessionKeys {
  sessionId: number;
  apiKey: string;
  sessionToken: string;
}

interface SessionBeginning {
  by: Row<'session'>['began_by'];
  /** True after a second factor, or a sign-in at a provider, which is responsible for it. */
  hasFactor: boolean;
  /** Start of the first session of a handover. */
  at?: Date;
  /** Session at the provider, from `providerSessionHash`. */
  providerSession?: string | null;
  /** Single logout data, from `encryptProviderSignOut`. */
  providerSignOut?: string | null;
}

/** Creates a session and its first token, within the organisation's session limit. The user is locked, so that a new limit waits. */
export async function createSession(
  trx: Transaction<Database>,
  clock: Clock,
  userId: number,
  lifeMs: number,
  { userAgent: user_agent, address: client_address }: ClientDevice,
  beginning: SessionBeginning,
): Promise<SessionKeys> {
  const { by: began_by, hasFactor: has_factor, at: began_at } = beginning;
  const { providerSession: provider_session, providerSignOut: provider_sign_out_sealed } = beginning;
  const now = clock();
  const organisation = await trx
    .selectFrom('ent_org')
    .innerJoin('ent_usr', 'ent_usr.ent_org_id', 'ent_org.id')
    .select('session_minutes')
    .where('ent_usr.id', '=', userId)
    .executeTakeFirst();
  const allowedMs = organisation?.session_minutes ? organisation.session_minutes * minuteMs : lifeMs;
  const apiKey = newSecret();
  const { id: sessionId } = await trx
    .insertInto('session')
    .values({
      ent_usr_id: userId,
      key_hash: hashSecret(apiKey),
      created_at: now,
      last_used_at: now,
      expires_at: addMs(now, Math.min(lifeMs, allowedMs)),
      ended_at: null,
      user_agent,
      client_address,
      began_by,
      began_at,
      provider_session,
      provider_sign_out_sealed,
      has_factor,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { sessionId, apiKey, sessionToken: await addToken(trx, now, sessionId) };
}

export const selectActiveSessions = ({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>) =>
  db
    .selectFrom('session')
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', clock())
    .where('session.last_used_at', '>', addMs(clock(), -settings.sessionIdleMinutes * minuteMs))
    .where(({ not }) => not(isEndedByRequirement(clock())));

/** 401 for a key; with extensions it says why the session has ended. */
export async function sessionRejection(
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
  key: unknown,
): Promise<Failure> {
  if (!settings.extensions || typeof key !== 'string' || !key) return unauthenticated();
  const row = await db
    .selectFrom('session')
    .innerJoin('ent_usr', 'ent_usr.id', 'session.ent_usr_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select(['ended_at', 'expires_at', 'ent_usr.is_disabled', 'ent_org.is_disabled as org_is_disabled'])
    .select(isEndedByRequirement(clock()).as('is_ended_by_requirement'))
    .select(isSignInBlocked.as('is_blocked'))
    .where('key_hash', '=', hashSecret(key))
    .executeTakeFirst();
  return unauthenticated(row && sessionEndOf(row, clock()));
}

interface EndedSession {
  ended_at: Date | null;
  expires_at: Date;
  is_disabled: boolean;
  org_is_disabled: boolean | null;
  is_ended_by_requirement: boolean;
  is_blocked: boolean;
}

function sessionEndOf(session: EndedSession, now: Date): SessionEnd {
  if (session.is_disabled || session.is_blocked) return 'USER_INACTIVE';
  if (session.org_is_disabled) return 'ORG_INACTIVE';
  if (session.ended_at) return 'ENDED';
  return session.expires_at <= now || session.is_ended_by_requirement ? 'EXPIRED' : 'IDLE';
}

/** Ends a session; its key and tokens are invalid from the commit on. */
export async function endSession(trx: Transaction<Database>, clock: Clock, sessionId: number): Promise<void> {
  const ended = { ended_at: clock(), provider_sign_out_sealed: null };
  await trx.updateTable('session').set(ended).where('id', '=', sessionId).execute();
}

const renewAfterMs = 5 * minuteMs;
const graceMs = 30 * secondMs;

export interface SessionTokenRow {
  id: number;
  createdAt: Date;
  firstUsedAt: Date | null;
  expiresAt: Date | null;
}

export interface SessionTokenState {
  /** Whether the token is valid. A call with an outdated token and a valid session is not rejected. */
  valid: boolean;
  /** The token that replaces the sent one. */
  renewed?: string | undefined;
}

/** Renews a token older than 5 minutes, once in 30 s. Older ones stay valid 30 s after a newer one's first use, for parallel calls. */
export async function acceptAndRenewSessionToken(
  db: Kysely<Database>,
  clock: Clock,
  sessionId: number,
  { id, createdAt, firstUsedAt, expiresAt }: SessionTokenRow,
): Promise<SessionTokenState> {
  const now = clock();
  if (expiresAt && expiresAt <= now) return { valid: false };
  if (!firstUsedAt) await writeIfPossible(markFirstUse(db, now, sessionId, id));
  if (createdAt > addMs(now, -renewAfterMs)) return { valid: true };
  return { valid: true, renewed: await writeIfPossible(renewToken(db, now, sessionId)) };
}

const markFirstUse = (db: Kysely<Database>, now: Date, sessionId: number, tokenId: number) =>
  db.transaction().execute(async (trx) => {
    await trx.updateTable('session_token').set({ first_used_at: now }).where('id', '=', tokenId).execute();
    await trx
      .updateTable('session_token')
      .set({ dies_at: addMs(now, graceMs) })
      .where('session_id', '=', sessionId)
      .where('id', '<', tokenId)
      .where('dies_at', 'is', null)
      .execute();
  });

const renewToken = (db: Kysely<Database>, now: Date, sessionId: number) =>
  db.transaction().execute(async (trx) => {
    await trx.selectFrom('session').select('id').where('id', '=', sessionId).forUpdate().execute();
    const newest = await trx
      .selectFrom('session_token')
      .select('created_at')
      .where('session_id', '=', sessionId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return newest.created_at > addMs(now, -graceMs) ? undefined : addToken(trx, now, sessionId);
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
