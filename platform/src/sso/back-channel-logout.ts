import { type LogoutRefusal, logoutRefusals } from '@console/contract/calls/back-channel-logout';
import { signInWindowMinutes } from '@console/contract/rules';
import type { Kysely, Transaction } from 'kysely';
import { lockOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { publicActor, refusalEntry } from '../core/base/audit-entry.ts';
import { minuteMs, secondMs } from '../core/base/clock.ts';
import { Failure, refused, withAudit } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { countFailure, refuseAfterFailures } from '../core/database/limits.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { type LogoutClaims, readLogoutToken } from './logout-token.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { providerSessionHash } from './provider-person.ts';
import { effectiveIssuer } from './sso-provider.ts';
import { findSso } from './sso-settings.store.ts';
import { providerClientOf } from './start-sso-sign-in.ts';

/** Stored used tokens per organisation; beyond, the oldest is deleted. */
const maxTokens = 5_000;

interface Given {
  guid: string;
  token: string;
  address: string;
  requestId: string;
}

const refuseToken = (organisationId: number | null, reason: LogoutRefusal | 'TOKEN_INVALID' | 'CONFLICT'): Failure => {
  const failure = refused('The logout token is not valid. Send a new one.');
  if (organisationId === null) return failure;
  const target = { type: 'ent_org', id: organisationId };
  return withAudit(failure, refusalEntry('session:endByProvider', reason, target), {
    userId: null,
    organisationId: String(organisationId),
    via: 'public',
  });
};

/** Ends the sessions of a logout token (PROTOCOLS 5, step 10); none is fine. Throws 429, and 422 that reveals nothing about organisations. */
export async function endSessionsByProvider(services: Services, keys: ProviderKeys, given: Given): Promise<void> {
  const { db, clock, settings } = services;
  const sso = await findEnabledSso(services, given.guid);
  // Providers send for all their customers from the same addresses.
  const counter = `sso:logout:${sso?.ent_org_id ?? 0}`;
  await refuseAfterFailures(db, clock, counter, given.address);
  try {
    await endByToken(services, keys, sso, given);
  } catch (error) {
    await storeRefusal(services, error);
    // Only rejected tokens count: a provider may sign out everyone at once.
    const limit = { max: settings.signInMaxPerAddress, windowMs: signInWindowMinutes * minuteMs };
    await countFailure(db, clock, counter, given.address, limit);
    throw error;
  }
}

async function endByToken(
  services: Services,
  keys: ProviderKeys,
  sso: Row<'sso'> | undefined,
  given: Given,
): Promise<void> {
  const { db, clock } = services;
  const client = sso && providerClientOf(services, sso);
  if (!sso || !client) throw refuseToken(null, 'TOKEN_INVALID');
  const { ent_org_id } = sso;
  const claims = await readLogoutToken({ clock, keys }, client, given.token);
  if (typeof claims === 'string') throw refuseToken(ent_org_id, claims);
  const ended = { issuer: client.issuer, organisationId: ent_org_id, claims };
  const [session] = await selectEndedSessions(db, await whatIsEnded(db, ended)).execute();
  const user = session && { id: session.ent_usr_id, ent_org_id };
  await runCommand(services, publicActor(user, given), async (trx) => {
    // A sign-in by this provider locks the organisation too.
    await lockOrganisation(trx, ent_org_id);
    const current = await findSso(trx, ent_org_id);
    const isSame = current?.client_id === sso.client_id && effectiveIssuer(current) === client.issuer;
    if (!isSame || current.enabled_at === null) throw refuseToken(ent_org_id, 'CONFLICT');
    const providerSession = providerSessionHash(client.issuer, claims.sid);
    if (!(await useToken(trx, ent_org_id, claims, providerSession))) throw refuseToken(ent_org_id, 'LOGOUT_TOKEN_USED');
    if (current.logout_refused_at !== null)
      await updateRefusal(trx, ent_org_id, { logout_refused_at: null, logout_refusal: null });
    const what = await whatIsEnded(trx, ended);
    const found = await selectEndedSessions(trx, what).execute();
    const userIds = [...new Set(found.map(({ ent_usr_id }) => ent_usr_id))];
    if (userIds.length === 0) return { answer: undefined, audit: null };
    // A handover of one of these sessions locks its user.
    await trx.selectFrom('ent_usr').select('id').where('id', 'in', userIds).orderBy('id').forNoKeyUpdate().execute();
    const all = await selectEndedSessions(trx, what).execute();
    const ids = all.map(({ id }) => id);
    if (ids.length === 0) return { answer: undefined, audit: null };
    await trx.updateTable('session').set({ ended_at: clock() }).where('id', 'in', ids).execute();
    const audit = userIds.map((id) => ({
      action: 'session:endByProvider',
      target: { type: 'ent_usr', id },
      after: { sessions: all.filter(({ ent_usr_id }) => ent_usr_id === id).map((row) => row.id) },
    }));
    return { answer: undefined, audit };
  });
}

/** Stores the last rejection for the single sign-on page: the response says nothing that would help. */
async function storeRefusal({ db, clock }: Services, error: unknown): Promise<void> {
  const { target, after } = (error instanceof Failure && error.audit) || {};
  const reason = String(after?.reason);
  if (target && Object.hasOwn(logoutRefusals, reason))
    await updateRefusal(db, Number(target.id), {
      logout_refused_at: clock(),
      logout_refusal: reason as LogoutRefusal,
    });
}

const updateRefusal = (
  db: Kysely<Database>,
  organisationId: number,
  refusal: Pick<Row<'sso'>, 'logout_refused_at' | 'logout_refusal'>,
) => db.updateTable('sso').set(refusal).where('ent_org_id', '=', organisationId).execute();

const guidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const findEnabledSso = async ({ db }: Services, guid: string): Promise<Row<'sso'> | undefined> =>
  guidForm.test(guid)
    ? db
        .selectFrom('sso')
        .innerJoin('ent_org', 'ent_org.id', 'sso.ent_org_id')
        .selectAll('sso')
        .where('ent_org.guid', '=', guid.toLowerCase())
        .where('sso.enabled_at', 'is not', null)
        .executeTakeFirst()
    : undefined;

/** Stores that a token was used; false if it was used before. */
async function useToken(
  trx: Transaction<Database>,
  ent_org_id: number,
  { jti, lastSecond }: LogoutClaims,
  provider_session: string | null,
): Promise<boolean> {
  const token_hash = hashSecret(`${ent_org_id}\n${jti}`);
  const used = await trx
    .insertInto('logout_token')
    .values({ ent_org_id, token_hash, provider_session, expires_at: new Date(lastSecond * secondMs) })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!used) return false;
  const newest = trx.selectFrom('logout_token').select('id').where('ent_org_id', '=', ent_org_id).orderBy('id', 'desc');
  await trx
    .deleteFrom('logout_token')
    .where('ent_org_id', '=', ent_org_id)
    .where('id', '<', newest.offset(maxTokens - 1).limit(1))
    .execute();
  return true;
}

interface Ended {
  organisationId: number;
  /** User of `sub`; null without one, and without a link. */
  userId: number | null;
  /** Session of `sid`; null without one. */
  providerSession: string | null;
}

async function whatIsEnded(
  db: Kysely<Database>,
  { organisationId, issuer, claims }: { organisationId: number; issuer: string; claims: LogoutClaims },
): Promise<Ended> {
  const link = await db
    .selectFrom('sso_link')
    .select('ent_usr_id')
    .where('ent_org_id', '=', organisationId)
    .where('issuer', '=', issuer)
    .where('subject', '=', claims.sub ?? '')
    .executeTakeFirst();
  return { organisationId, userId: link?.ent_usr_id ?? null, providerSession: providerSessionHash(issuer, claims.sid) };
}

/** Sessions of a `sid`, and with `sub` those of the user without a provider session. Without a `sid` all of the user. */
const selectEndedSessions = (db: Kysely<Database>, { organisationId, userId, providerSession }: Ended) =>
  db
    .selectFrom('session')
    .innerJoin('ent_usr', 'ent_usr.id', 'session.ent_usr_id')
    .select(['session.id', 'session.ent_usr_id'])
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('session.began_by', '=', 'provider')
    .where('session.ended_at', 'is', null)
    .where(({ eb, and, or }) => {
      const ofPerson = eb('session.ent_usr_id', '=', userId ?? 0);
      if (providerSession === null) return ofPerson;
      return or([
        eb('session.provider_session', '=', providerSession),
        and([ofPerson, eb('session.provider_session', 'is', null)]),
      ]);
    })
    .orderBy('session.id');
