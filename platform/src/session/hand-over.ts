import type { SignInRefusal } from '@console/contract/errors';
import { handOverTokenSeconds } from '@console/contract/rules';
import { newSecret } from '@console/server-base/secret-file';
import { type Kysely, sql, type Transaction } from 'kysely';
import { addressRefusal, isAddressAllowed } from '../core/access/allowed-address.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller, lockUser } from '../core/access/locks.ts';
import { requireSession } from '../core/access/require-session.ts';
import { isEndedByRequirement } from '../core/access/required-sign-on.ts';
import type { Services } from '../core/access/services.ts';
import { createSession, type SessionKeys, sessionRejection } from '../core/access/sessions.ts';
import { isSignInBlocked } from '../core/access/sign-in-block.ts';
import { publicActor } from '../core/base/audit-entry.ts';
import type { ClientDevice } from '../core/base/client-device.ts';
import { addMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { refused, unauthenticated, withAudit } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { noteAccount } from '../core/base/request-account.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';

type Outcome = (SessionKeys & { userId: number }) | SignInRefusal | null;

/** Creates a token for a session handover to a module. Throws 403 with an API key. */
export async function createHandOverToken(services: Services, caller: Caller, moduleId: string): Promise<string> {
  const sessionId = requireSession(caller);
  const now = services.clock();
  const token = newSecret();
  await runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    await trx
      .insertInto('handover_token')
      .values({
        session_id: sessionId,
        module_id: moduleId,
        token_hash: hashSecret(token),
        created_at: now,
        expires_at: addMs(now, handOverTokenSeconds * secondMs),
        used_at: null,
      })
      .execute();
    const target = { type: 'session', id: sessionId };
    return { answer: undefined, audit: { action: 'session:handOver', target, after: { module: moduleId } } };
  });
  return token;
}

/** Creates a session, no longer than the token's, from a handover token, which is always used up (without extensions a session token). Throws 401, 422 if disabled or by address. */
export async function adoptSession(
  services: Services,
  { requestId, device }: { requestId: string; device: ClientDevice },
  { token, isConsole }: { token: string; isConsole: boolean },
): Promise<SessionKeys & { userId: number }> {
  const { db, settings } = services;
  const { address } = device;
  const unlocked = await findTokenSession(services, db, { token, isConsole, address });
  if (!unlocked) throw await sessionRejection(services, token);
  const { ent_usr_id: id, ent_org_id } = unlocked;
  noteAccount(id);
  const actor = publicActor({ id, ent_org_id }, { requestId, address });
  const outcome = await runCommand<Outcome>(services, actor, async (trx) => {
    await lockUser(trx, unlocked.ent_usr_id);
    const owner = await findTokenSession(services, trx, { token, isConsole, address });
    if (!owner) return { answer: null, audit: null };
    if (settings.extensions) await consumeHandOverToken(services, trx, token);
    const target = { type: 'session', id: owner.session_id };
    const reason =
      owner.is_disabled || owner.is_blocked ? 'USER_INACTIVE' : owner.org_is_disabled ? 'ORG_INACTIVE' : null;
    if (reason) return { answer: reason, audit: null };
    if (!isSessionActive(services, owner)) return { answer: null, audit: null };
    if (!owner.is_address_allowed) return { answer: addressRefusal, audit: null };
    const lifeMs = owner.expires_at.getTime() - services.clock().getTime();
    const keys = await createSession(trx, services.clock, owner.ent_usr_id, lifeMs, device, {
      by: owner.began_by,
      at: owner.began_at ?? owner.created_at,
      hasFactor: owner.has_factor,
      providerSession: owner.provider_session,
      providerSignOut: owner.provider_sign_out_sealed,
    });
    return {
      answer: { ...keys, userId: owner.ent_usr_id },
      audit: { action: 'session:adopt', target, after: { session: keys.sessionId } },
    };
  });
  if (outcome === null) throw unauthenticated();
  if (typeof outcome !== 'string') return outcome;
  const target = { type: 'session', id: unlocked.session_id };
  throw withAudit(refused(outcome), { action: 'session:refuse', target, after: { reason: outcome } }, actor);
}

type TokenSession = NonNullable<Awaited<ReturnType<typeof findTokenSession>>>;

const isSessionActive = ({ clock, settings }: Services, session: TokenSession) => {
  const { ended_at, expires_at, last_used_at, is_ended_by_requirement } = session;
  return (
    !is_ended_by_requirement &&
    ended_at === null &&
    expires_at > clock() &&
    last_used_at > addMs(clock(), -settings.sessionIdleMinutes * minuteMs)
  );
};

const findTokenSession = (
  { clock, settings }: Services,
  db: Kysely<Database>,
  { token, isConsole, address }: { token: string; isConsole: boolean; address: string },
) =>
  db
    .selectFrom('session')
    .innerJoin('ent_usr', 'ent_usr.id', 'session.ent_usr_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .select([
      'session.id as session_id',
      'session.ent_usr_id',
      'session.ended_at',
      'session.expires_at',
      'session.last_used_at',
      'session.has_factor',
      'session.created_at',
      'session.began_at',
      'session.began_by',
      'session.provider_session',
      'session.provider_sign_out_sealed',
      'ent_usr.is_disabled',
      'ent_usr.ent_org_id',
      'ent_org.is_disabled as org_is_disabled',
    ])
    .select(isEndedByRequirement(clock()).as('is_ended_by_requirement'))
    .select(isSignInBlocked.as('is_blocked'))
    .select(isAddressAllowed('session.ent_usr_id', address).as('is_address_allowed'))
    .where('session.id', 'in', (from) =>
      settings.extensions
        ? from
            .selectFrom('handover_token')
            .select('session_id')
            .where('token_hash', '=', hashSecret(token))
            // A module must not sign the user in to the console with its own token.
            .where(sql<boolean>`(not ${isConsole}::boolean or module_id = 'console')`)
            .where('used_at', 'is', null)
            .where('expires_at', '>', clock())
        : from
            .selectFrom('session_token')
            .select('session_id')
            .where('token_hash', '=', hashSecret(token))
            .where((or) => or.or([or('dies_at', 'is', null), or('dies_at', '>', clock())])),
    )
    .executeTakeFirst();

const consumeHandOverToken = ({ clock }: Services, trx: Transaction<Database>, token: string) =>
  trx.updateTable('handover_token').set({ used_at: clock() }).where('token_hash', '=', hashSecret(token)).execute();
