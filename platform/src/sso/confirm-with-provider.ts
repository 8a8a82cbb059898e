import { reauthenticationSeconds } from '@console/contract/rules';
import type { IDToken } from 'openid-client';
import type { Caller } from '../core/access/caller.ts';
import { findConfirmationMethods } from '../core/access/confirmation-methods.ts';
import { lockCaller } from '../core/access/locks.ts';
import { emailOf, personOf } from '../core/access/person.ts';
import { recordReauthentication } from '../core/access/reauthentication.ts';
import { requireSession } from '../core/access/require-session.ts';
import type { Services } from '../core/access/services.ts';
import { addMs, minuteMs, secondMs } from '../core/base/clock.ts';
import { clearAttempts, countAttempt } from '../core/database/limits.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type ProviderResponse, readIdToken } from './provider-claims.ts';
import { findSso, isSameProvider } from './sso-settings.store.ts';
import type { SsoStart } from './sso-start.ts';
import { beginAtProvider, providerClientOf, refuseSingleSignOn, useStart, whileOptional } from './start-sso-sign-in.ts';

const begun = { max: 20, windowMs: 15 * minuteMs };
/** Allowed difference of the provider's clock, as for token times. */
const clockToleranceSeconds = 60;
/** Allowed age of the sign-in before the confirmation began, by the provider's clock. */
const ageToleranceSeconds = 5;

const attemptsKey = (sessionId: number) => `sso:confirm:${sessionId}`;

/** Starts a confirmation; returns the URL to open. Throws 403 with an API key, 422 with `refusal`, 429. */
export async function startProviderConfirmation(services: Services, caller: Caller): Promise<string> {
  const sessionId = requireSession(caller);
  const { db, clock } = services;
  const ways = await findConfirmationMethods(db, personOf(caller));
  const sso = ways.includes('SINGLE_SIGN_ON') ? await findSso(db, Number(caller.organisationId)) : null;
  const client = sso && providerClientOf(services, sso);
  if (!sso || !client) throw refuseSingleSignOn('TURNED_OFF');
  await countAttempt(db, clock, attemptsKey(sessionId), begun);
  const email = await emailOf(db, caller);
  return beginAtProvider(services, sso, client, { email, owner: `confirm ${sessionId}` });
}

/** Confirms the session's next action with the provider's response. Throws 403 with an API key, 422 with `refusal`. */
export async function confirmWithProvider(
  services: Services,
  caller: Caller,
  answer: ProviderResponse,
): Promise<string> {
  const sessionId = requireSession(caller);
  const { db, clock } = services;
  const start = await useStart(services, `confirm ${sessionId}`, answer.state);
  const sso = await findSso(db, start.ent_org_id);
  const client = sso && isSameProvider(sso, start) ? providerClientOf(services, sso) : null;
  if (!sso || !client) throw refuseSingleSignOn('TURNED_OFF');
  const token = await readIdToken(services, client, start, answer).catch((error: unknown) => {
    throw whileOptional(error, sso);
  });
  if (!isAnew(services, start, token)) throw refuseSingleSignOn('NOT_REAUTHENTICATED');
  await runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    const now = await findSso(trx, start.ent_org_id);
    const ways = await findConfirmationMethods(trx, personOf(caller));
    if (!now || !isSameProvider(now, start) || !ways.includes('SINGLE_SIGN_ON')) throw refuseSingleSignOn('TURNED_OFF');
    const link = await trx
      .selectFrom('sso_link')
      .select('id')
      .where('ent_usr_id', '=', personOf(caller))
      .where('ent_org_id', '=', start.ent_org_id)
      .where('issuer', '=', start.issuer)
      .where('subject', '=', token.sub)
      .executeTakeFirst();
    if (!link) throw refuseSingleSignOn('OTHER_PERSON');
    // Otherwise one sign-in at the provider could answer several confirmations that began before it.
    const confirmedSince = await trx
      .selectFrom('password_proof')
      .select('id')
      .where('session_id', '=', sessionId)
      .where('proved_at', '>', new Date(start.begunAtMs))
      .executeTakeFirst();
    if (confirmedSince) throw refuseSingleSignOn('EXPIRED');
    const credential = { type: 'session', id: sessionId } as const;
    await recordReauthentication(trx, clock, credential);
    return {
      answer: undefined,
      audit: { action: 'account:confirm', target: credential, after: { by: 'single sign-on' } },
    };
  });
  await clearAttempts(db, [attemptsKey(sessionId)]);
  return addMs(clock(), reauthenticationSeconds * secondMs).toISOString();
}

/** Whether the user signed in after the confirmation began. Both checks: a wrong clock makes one of them pass. */
function isAnew({ clock }: Services, { begunAtMs }: SsoStart, { auth_time, iat }: IDToken): boolean {
  if (!Number.isSafeInteger(auth_time)) return false;
  const signedInAt = Number(auth_time);
  const elapsed = (clock().getTime() - begunAtMs) / secondMs;
  const age = iat - signedInAt;
  return (
    signedInAt >= Math.floor(begunAtMs / secondMs) - clockToleranceSeconds &&
    age <= elapsed + ageToleranceSeconds &&
    age >= -ageToleranceSeconds
  );
}
