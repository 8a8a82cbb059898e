import { type SingleSignOnRefusal, singleSignOnRefusals } from '@console/contract/calls/single-sign-on-refusals';
import { signInWindowMinutes } from '@console/contract/rules';
import { newSecret } from '@console/server-base/secret-file';
import * as oidc from 'openid-client';
import type { Services } from '../core/access/services.ts';
import { minuteMs } from '../core/base/clock.ts';
import { Failure, refused } from '../core/base/failure.ts';
import { hashSecret } from '../core/base/keys.ts';
import { noteAccount } from '../core/base/request-account.ts';
import { storedDomain } from '../core/database/email-spelling.ts';
import { countFailure, tryCountAttempt } from '../core/database/limits.ts';
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
import { decryptStart, encryptStart, type SsoStart, type StartOwner, startMs } from './sso-start.ts';
import { storeForEarlierRelease, takeStoredStart } from './starts-for-earlier-release.ts';

/** Counter of sign-ins that are not completed, as failures of their address. */
export const startCounter = 'sso:start';

/** Reason for the activity log, if it differs from the shown one. */
export type AuditedReason = 'USERINFO_REFUSED';

/** A failed provider sign-in: text for the user, and its reason. */
export const refuseSingleSignOn = (
  refusal: SingleSignOnRefusal,
  auditedReason?: AuditedReason,
): Failure & { auditedReason?: AuditedReason | undefined } =>
  Object.assign(refused(singleSignOnRefusals[refusal], { refusal }), { auditedReason });

/** A failure after the provider's response, which names the email of the response. */
export const withEmail = <F>(error: F, email: string | null): F => {
  if (error instanceof Failure && email !== null) error.body.email = email;
  return error;
};

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
    .where('sso_domain.domain', '=', storedDomain(domain))
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
  { email, address, selectsAccount }: { email: string; address: string; selectsAccount: boolean },
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
  const attempt = newSecret();
  const owner = `sign-in ${attempt}` as const;
  return {
    address: await beginAtProvider(services, sso, client, { email, owner, countedAt: address, selectsAccount }),
    attempt,
  };
}

interface Beginning {
  email: string | null;
  owner: StartOwner;
  countedAt?: string;
  /** Whether the provider asks which account to use. */
  selectsAccount?: boolean;
}

/** Starts an authorisation request at the provider; returns its URL. A confirmation forces a new sign-in. */
export async function beginAtProvider(
  services: Pick<Services, 'db' | 'clock' | 'settings' | 'outbound'>,
  sso: Row<'sso'>,
  client: ProviderClient,
  { email, owner, countedAt, selectsAccount = false }: Beginning,
): Promise<string> {
  const { clock, settings, outbound } = services;
  const provider = await discoverProvider(providerFetch(outbound), client).catch((error: unknown) => {
    throw whileOptional(refuseSingleSignOn(isUnreachable(error) ? 'UNREACHABLE' : 'INVALID_ANSWER'), sso);
  });
  const start: SsoStart = {
    ent_org_id: sso.ent_org_id,
    issuer: client.issuer,
    client_id: client.clientId,
    nonce: newSecret(),
    verifier: oidc.randomPKCECodeVerifier(),
    begunAtMs: clock().getTime(),
    countedAt,
    ...(email !== null && { email }),
  };
  const state = encryptStart(services, owner, start);
  const isAnew = owner.startsWith('confirm ');
  const target = await authorizationUrl(provider, {
    ...start,
    state,
    email,
    redirect: redirectUrl(settings),
    isAnew,
    selectsAccount,
  });
  await storeForEarlierRelease(services, owner, state, start);
  return target;
}

/** Uses a start, once. Throws 422 EXPIRED, also for that of another browser, session or purpose. */
export async function useStart(
  services: Pick<Services, 'db' | 'clock' | 'settings'>,
  owner: StartOwner,
  state: string,
): Promise<SsoStart> {
  const { db, clock } = services;
  const stored = await takeStoredStart(services, owner, state);
  const start = decryptStart(services, owner, state) ?? stored;
  if (!start || start.begunAtMs + startMs <= clock().getTime()) throw refuseSingleSignOn('EXPIRED');
  // By the nonce, because other texts of the state are decrypted to the same start.
  const counter = `sso:used:${hashSecret(start.nonce)}`;
  if (!(await tryCountAttempt(db, clock, counter, { max: 1, windowMs: startMs }))) throw refuseSingleSignOn('EXPIRED');
  return start;
}

async function authorizationUrl(
  provider: oidc.Configuration,
  given: {
    state: string;
    nonce: string;
    verifier: string;
    email: string | null;
    redirect: string;
    isAnew: boolean;
    selectsAccount: boolean;
  },
): Promise<string> {
  // The console's page opens this URL.
  const { authorization_endpoint, issuer, prompt_values_supported } = provider.serverMetadata();
  if (!isWebAddress(authorization_endpoint, issuer)) throw refuseSingleSignOn('INVALID_ANSWER');
  const prompts = Array.isArray(prompt_values_supported) ? prompt_values_supported : [];
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: given.redirect,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(given.verifier),
    code_challenge_method: 'S256',
    state: given.state,
    nonce: given.nonce,
    ...(given.email !== null && { login_hint: given.email.trim() }),
    ...(given.selectsAccount && { prompt: prompts.includes('select_account') ? 'select_account' : 'login' }),
    ...(given.isAnew && { max_age: '0', prompt: 'login' }),
  });
  return url.href;
}
