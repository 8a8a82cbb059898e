import type { CallResponse } from '@console/contract/call';
import type { singleSignOnCalls } from '@console/contract/calls/single-sign-on';
import type { SingleSignOnRefusal } from '@console/contract/calls/single-sign-on-refusals';
import type { Transaction } from 'kysely';
import { addressRefusal, isUserAddressAllowed } from '../core/access/allowed-address.ts';
import { lockOrganisation } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { createSession } from '../core/access/sessions.ts';
import { type AuditEntry, publicActor } from '../core/base/audit-entry.ts';
import type { ClientDevice } from '../core/base/client-device.ts';
import { hourMs } from '../core/base/clock.ts';
import { Failure, refused, withAudit } from '../core/base/failure.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { uncountFailure } from '../core/database/limits.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers, toUserResponse } from '../core/database/user-response.ts';
import { endAcceptedLinks, hasOnlyRevokedInvitations } from '../invitations/issue-invitation.ts';
import { recordDeviceAndMailIfNew } from '../session/new-device.ts';
import { encryptProviderSignOut } from '../session/provider-sign-out.ts';
import { findSignInUser, inactiveReason, lockUnchangedUser } from '../session/sign-in.store.ts';
import { encryptContinuation, isOtherPerson, useContinuation } from './other-email.ts';
import { type ProviderResponse, readProviderPerson } from './provider-claims.ts';
import type { ProviderPerson } from './provider-person.ts';
import { findOrCreateAccount, requireOwnDomain } from './sso-account.ts';
import { mailConfirmation } from './sso-confirmation.ts';
import { findSso, isSameProvider } from './sso-settings.store.ts';
import type { SsoStart } from './sso-start.ts';
import {
  type AuditedReason,
  providerClientOf,
  refusalOf,
  refuseSingleSignOn,
  startCounter,
  useStart,
  whileOptional,
  withEmail,
} from './start-sso-sign-in.ts';

type SignInAnswer = CallResponse<typeof singleSignOnCalls.completeSingleSignOn>;
type ContinuedAnswer = CallResponse<typeof singleSignOnCalls.continueSingleSignOn>;

interface Origin {
  requestId: string;
  device: ClientDevice;
}

interface Completion extends ProviderResponse {
  attempt: string;
  /** Whether the caller can ask about another email than the entered one. */
  asks_other_email?: boolean | undefined;
}

/** Completes a sign-in at the provider (PROTOCOLS 5, steps 5 to 8). Throws 422 with `refusal`, USER_INACTIVE or ORG_INACTIVE. */
export async function completeSsoSignIn(
  services: Services,
  origin: Origin,
  { attempt, asks_other_email: asksOtherEmail = false, ...answer }: Completion,
): Promise<SignInAnswer> {
  let organisationId: number | null = null;
  try {
    const start = await useStart(services, `sign-in ${attempt}`, answer.state);
    organisationId = start.ent_org_id;
    const sso = await findSso(services.db, start.ent_org_id);
    const client = sso && isSameProvider(sso, start) ? providerClientOf(services, sso) : null;
    if (!sso || !client) throw refuseSingleSignOn('TURNED_OFF');
    const person = await readProviderPerson(services, client, start, answer).catch(async (error: unknown) => {
      await storeRefusedClient(services, sso, error);
      throw whileOptional(error, sso);
    });
    if (sso.client_refused_at !== null) await setClientRefused(services, sso, null);
    if (asksOtherEmail && (await isOtherPerson(services.db, start, person)))
      return {
        other_email: { email: person.email, continuation: encryptContinuation(services, attempt, start, person) },
      };
    return await finishSignIn(services, origin, start, person);
  } catch (error) {
    throw error instanceof Failure ? auditedRefusal(error, organisationId) : error;
  }
}

/** Completes a sign-in after its user has agreed to another email than the entered one. Throws as `completeSsoSignIn`. */
export async function continueSsoSignIn(
  services: Services,
  origin: Origin,
  given: { attempt: string; continuation: string },
): Promise<ContinuedAnswer> {
  let organisationId: number | null = null;
  try {
    const { start, person } = await useContinuation(services, given);
    organisationId = start.ent_org_id;
    return await finishSignIn(services, origin, start, person);
  } catch (error) {
    throw error instanceof Failure ? auditedRefusal(error, organisationId) : error;
  }
}

async function finishSignIn(
  services: Services,
  origin: Origin,
  start: SsoStart,
  person: ProviderPerson,
): Promise<ContinuedAnswer> {
  const signedIn = await signInPerson(services, origin, start, person).catch((error: unknown) => {
    throw withEmail(error, person.email);
  });
  await uncountFailure(services.db, startCounter, start.countedAt ?? origin.device.address);
  return signedIn;
}

/** Stores that the provider rejects the client, which the single sign-on page shows until it is accepted. */
async function storeRefusedClient(services: Services, sso: Row<'sso'>, error: unknown): Promise<void> {
  if (sso.client_refused_at === null && refusalOf(error) === 'CLIENT_REFUSED')
    await setClientRefused(services, sso, services.clock());
}

/** The rejection is ignored if another secret was entered since. */
const setClientRefused = (
  { db }: Services,
  { ent_org_id, client_secret_sealed }: Row<'sso'>,
  client_refused_at: Date | null,
) =>
  db
    .updateTable('sso')
    .set({ client_refused_at })
    .where('ent_org_id', '=', ent_org_id)
    .where('client_secret_sealed', '=', client_secret_sealed)
    .execute();

async function signInPerson(
  services: Services,
  { device, requestId }: Origin,
  start: SsoStart,
  person: ProviderPerson,
): Promise<ContinuedAnswer> {
  const { db, clock, settings } = services;
  const known = await findSignInUser(db, person.email);
  noteAccount(known?.id);
  const actor = publicActor(known?.ent_org_id === start.ent_org_id ? known : undefined, {
    requestId,
    address: device.address,
  });
  const outcome = await runCommand<ContinuedAnswer | Failure>(services, actor, async (trx) => {
    const organisation = await lockOrganisation(trx, start.ent_org_id);
    const sso = await findSso(trx, start.ent_org_id);
    if (!organisation || !sso || !isSameProvider(sso, start)) throw refuseSingleSignOn('TURNED_OFF');
    if (organisation.is_disabled) throw refused('ORG_INACTIVE');
    await requireOwnDomain(trx, start.ent_org_id, person.email);
    const account = await findOrCreateAccount(services, trx, { organisation, sso, person });
    const { userId, created, events, isLinked, replacesLink } = account;
    noteAccount(userId);
    const unlocked = await selectUsers(trx).where('ent_usr.id', '=', userId).executeTakeFirstOrThrow();
    const before = await findSignInUser(trx, unlocked.email);
    const user = before && (await lockUnchangedUser(trx, before));
    if (!user) throw refuseSingleSignOn('NO_ACCOUNT');
    const reason = inactiveReason(user);
    if (reason) throw refused(reason);
    // Another organisation may have invited a new user before, and revoked that invitation.
    if (!created && (await hasOnlyRevokedInvitations(trx, userId))) throw refuseSingleSignOn('NO_ACCOUNT');
    if (!(await isUserAddressAllowed(trx, user.id, device.address))) {
      const target = { type: 'ent_usr', id: actor.userId };
      const entry = {
        action: 'session:refuse',
        target,
        organisationId: start.ent_org_id,
        after: { reason: addressRefusal },
      };
      throw withAudit(refuseSingleSignOn(addressRefusal), entry, actor);
    }
    if (!isLinked)
      return {
        answer: await mailConfirmation(services, trx, { organisation, sso, person, user, device, replacesLink }),
        audit: null,
      };
    const { providerSession, signOut } = person;
    await refuseEndedProviderSession(trx, providerSession);
    const keys = await createSession(trx, clock, user.id, settings.sessionHours * hourMs, device, {
      by: 'provider',
      hasFactor: true,
      providerSession,
      providerSignOut: signOut && encryptProviderSignOut(settings, user.id, signOut),
    });
    const isAccepting = unlocked.is_invited === true && created === null;
    if (isAccepting) await endAcceptedLinks(trx, clock(), user.id);
    await recordDeviceAndMailIfNew(services, trx, user, device, { isRemembered: false });
    await trx.updateTable('ent_usr').set({ last_sign_in_at: clock() }).where('id', '=', user.id).execute();
    const row = await selectUsers(trx).where('ent_usr.id', '=', user.id).executeTakeFirstOrThrow();
    // A new user is the actor of neither entry. The event before these says who the user is.
    const signIn: AuditEntry = {
      action: 'session:signIn',
      target: { type: 'session', id: keys.sessionId },
      organisationId: start.ent_org_id,
      after: { how: 'single sign-on', ...(isAccepting && { accepted: 'invitation' }) },
    };
    return {
      answer: { current_ent_usr: { ...toUserResponse(row), api_key: keys.apiKey, session_token: keys.sessionToken } },
      audit: created
        ? [{ action: 'users:create', target: { type: 'ent_usr', id: user.id }, after: created }, ...events, signIn]
        : signIn,
    };
  });
  // Returned until the commit, because the email of a first sign-in must stay.
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

/** The provider's logout can arrive before the sign-in that it ends. */
async function refuseEndedProviderSession(trx: Transaction<Database>, providerSession: string | null): Promise<void> {
  if (providerSession === null) return;
  const ended = await trx
    .selectFrom('logout_token')
    .select('id')
    .where('provider_session', '=', providerSession)
    .executeTakeFirst();
  if (ended) throw refuseSingleSignOn('EXPIRED');
}

/** Audits a failed sign-in without an actor: only the provider says who it was. */
function auditedRefusal(
  failure: Failure & { auditedReason?: AuditedReason | undefined },
  organisationId: number | null,
): Failure {
  const { refusal, message } = failure.body as { refusal?: SingleSignOnRefusal; message?: string };
  if (refusal === addressRefusal) return failure;
  const reason = failure.auditedReason ?? refusal ?? message;
  const entry = { action: 'session:refuse', target: { type: 'ent_usr', id: null }, after: { reason } };
  const of = organisationId === null ? null : String(organisationId);
  return withAudit(failure, entry, { userId: null, organisationId: of, via: 'public' });
}
