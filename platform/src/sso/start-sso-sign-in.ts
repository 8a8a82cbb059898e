import { type SingleSignOnRefusal, singleSignOnRefusals } from '@console/contract/calls/single-sign-on-refusals';
import { signInWindowMinutes } from '@console/contract/rules';
import { newSecret } from '@console/server-base/secret-file';
import * as oidc from 'openid-client';
import type { Services } from '../core/access/services.ts';
import { addMs, minuteMs } from '../core/base/clock.ts';
import { Failure, refused } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { createSecretCipher, type SecretCipher } from '../core/base/secret-cipher.ts';
import { countFailure } from '../core/database/limits.ts';
import type { Row } from '../core/database/schema.ts';
import { findSignInUser } from '../session/sign-in.store.ts';
import { emailDomain } from './sso-domains.ts';
import {
  discoverProvider,
  effectiveIssuer,
  isUnreachable,
  isWebAddress,
  type ProviderClient,
  providerFetch,
} from './sso-provider.ts';
import { ssoCipher } from './sso-secrets.ts';
import { redirectUrl } from './sso-settings.store.ts';

const startMs = 10 * minuteMs;
/** Most started sign-ins of an organisation; beyond that, the oldest one ends. */
const maxStarts = 2_000;

/** Counter of sign-ins that are not completed, as failures of their address. */
export const startCounter = 'sso:start';

/** Encrypts each PKCE verifier for its state. */
export const verifierCipher = (secrets: readonly string[]): SecretCipher => createSecretCipher(secrets, 'sso start');

/** Reason for the activity log, if it differs from the shown one. */
export type AuditedReason = 'USERINFO_REFUSED';

/** A failed provider sign-in: text for the user, and its reason. */
export const refuseSingleSignOn = (
  refusal: SingleSignOnRefusal,
  auditedReason?: AuditedReason,
): Failure & { auditedReason?: AuditedReason | undefined } =>
  Object.assign(refused(singleSignOnRefusals[refusal], { refusal }), { auditedReason });

/** Reason of a failed provider sign-in; undefined for any other error. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof Failure && 'refusal' in error.body ? error.body.refusal : undefined;

/** UNREACHABLE_OPTIONAL for an unreachable provider if single sign-on is optional: users with a password can sign in with it. */
export const whileOptional = (error: unknown, { required_at }: Row<'sso'>): unknown =>
  required_at === null && refusalOf(error) === 'UNREACHABLE' ? refuseSingleSignOn('UNREACHABLE_OPTIONAL') : error;

/** Settings of the organisation with this verified domain, if its single sign-on is on. */
export const findSsoOfDomain = ({ db }: Pick<Services, 'db'>, domain: string): Promise<Row<'sso'> | undefined> =>
  db
    .selectFrom('sso_domain')
    .innerJoin('sso', 'sso.ent_org_id', 'sso_domain.ent_org_id')
    .selectAll('sso')
    .where('sso_domain.domain', '=', domain.trim().toLowerCase())
    .where('sso_domain.verified_at', 'is not', null)
    .where('sso.enabled_at', 'is not', null)
    .executeTakeFirst();

/** Provider and client of an organisation. Null if its URL or secret is no longer usable. */
export function providerClientOf({ settings }: Pick<Services, 'settings'>, sso: Row<'sso'>) {
  const issuer = effectiveIssuer(sso);
  const clientSecret = ssoCipher(settings.secrets).decrypt(sso.client_secret_sealed, String(sso.ent_org_id));
  return issuer === null || clientSecret === null ? null : { issuer, clientId: sso.client_id, clientSecret };
}

/** Starts a sign-in (PROTOCOLS 5, step 3): the provider's URL, and a secret that binds it to this browser. Throws 422, 429. */
export async function startSsoSignIn(
  services: Services,
  { email, address }: { email: string; address: string },
): Promise<{ address: string; attempt: string }> {
  const { db, clock, settings } = services;
  const sso = await findSsoOfDomain(services, emailDomain(email));
  const client = sso && providerClientOf(services, sso);
  if (!sso || !client) throw refuseSingleSignOn('TURNED_OFF');
  await countFailure(db, clock, startCounter, address, {
    max: settings.signInMaxPerAddress,
    windowMs: signInWindowMinutes * minuteMs,
  });
  noteAccount((await findSignInUser(db, email))?.id);
  return beginAtProvider(services, sso, client, { email });
}

/** Purpose of a session's request. The state begins with it, so that the return page knows what to complete. */
type Purpose = 'confirm' | 'test';

interface OfSession {
  sessionId: number;
  purpose: Purpose;
}

/** Starts a confirmation or test: the provider's URL. Only one per session, so that an abandoned URL does not work. */
export async function beginForSession(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'outbound'>,
  sso: Row<'sso'>,
  client: ProviderClient,
  { email, ...session }: OfSession & { email: string | null },
): Promise<string> {
  await services.db.deleteFrom('sso_start').where('session_id', '=', session.sessionId).execute();
  return (await beginAtProvider(services, sso, client, { email, session })).address;
}

/** Takes the session's request out of the table, once. A request of another session or purpose looks unknown. Throws 422 EXPIRED. */
export async function takeBegun(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { sessionId, purpose }: OfSession,
  state: string,
): Promise<Row<'sso_start'>> {
  const start = state.startsWith(`${purpose}.`)
    ? await db
        .deleteFrom('sso_start')
        .where('state_hash', '=', hashSecret(state))
        .where('session_id', '=', sessionId)
        .returningAll()
        .executeTakeFirst()
    : undefined;
  if (!start || start.expires_at <= clock()) throw refuseSingleSignOn('EXPIRED');
  return start;
}

/** Starts an authorisation request at the provider. A confirmation forces a new sign-in. */
async function beginAtProvider(
  { db, clock, settings, outbound }: Pick<Services, 'db' | 'clock' | 'settings' | 'outbound'>,
  sso: Row<'sso'>,
  client: ProviderClient,
  { email, session = null }: { email: string | null; session?: OfSession | null },
): Promise<{ address: string; attempt: string }> {
  const provider = await discoverProvider(providerFetch(outbound), client).catch((error: unknown) => {
    throw whileOptional(refuseSingleSignOn(isUnreachable(error) ? 'UNREACHABLE' : 'INVALID_ANSWER'), sso);
  });
  const [random, nonce, attempt] = [newSecret(), newSecret(), newSecret()];
  const state = session ? `${session.purpose}.${random}` : random;
  const verifier = oidc.randomPKCECodeVerifier();
  const target = await authorizationUrl(provider, {
    state,
    nonce,
    verifier,
    email,
    redirect: redirectUrl(settings),
    isAnew: session?.purpose === 'confirm',
  });
  const now = clock();
  const state_hash = hashSecret(state);
  await db.deleteFrom('sso_start').where('expires_at', '<=', now).execute();
  await db
    .insertInto('sso_start')
    .values({
      ent_org_id: sso.ent_org_id,
      state_hash,
      attempt_hash: hashSecret(attempt),
      nonce,
      issuer: client.issuer,
      client_id: client.clientId,
      expires_at: addMs(now, startMs),
      verifier_sealed: verifierCipher(settings.secrets).encrypt(verifier, state_hash),
      ...(session && { session_id: session.sessionId, begun_at: now }),
    })
    .execute();
  const newest = db.selectFrom('sso_start').select('id').where('ent_org_id', '=', sso.ent_org_id).orderBy('id', 'desc');
  await db
    .deleteFrom('sso_start')
    .where('ent_org_id', '=', sso.ent_org_id)
    .where('id', '<', newest.offset(maxStarts - 1).limit(1))
    .execute();
  return { address: target, attempt };
}

async function authorizationUrl(
  provider: oidc.Configuration,
  given: { state: string; nonce: string; verifier: string; email: string | null; redirect: string; isAnew: boolean },
): Promise<string> {
  // The console's page opens this URL.
  const { authorization_endpoint, issuer } = provider.serverMetadata();
  if (!isWebAddress(authorization_endpoint, issuer)) throw refuseSingleSignOn('INVALID_ANSWER');
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: given.redirect,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(given.verifier),
    code_challenge_method: 'S256',
    state: given.state,
    nonce: given.nonce,
    ...(given.email !== null && { login_hint: given.email.trim() }),
    ...(given.isAnew && { max_age: '0', prompt: 'login' }),
  });
  return url.href;
}
