import { emailCharacterProblem } from '@console/contract/text-rules';
import { isEmail } from '@console/contract/user-rules';
import * as oidc from 'openid-client';
import type { Services } from '../core/access/services.ts';
import { hashSecret } from '../core/base/keys.ts';
import type { Row } from '../core/database/schema.ts';
import { discoverProvider, isUnreachable, type ProviderClient, providerFetch } from './sso-provider.ts';
import { redirectUrl } from './sso-settings.store.ts';
import { refuseSingleSignOn, verifierCipher } from './start-sso-sign-in.ts';

/** What the provider has sent back in the browser's address. */
export interface ProviderAnswer {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** The person as the provider knows them. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** In small letters, and verified by the provider. */
  email: string;
  firstname: string;
  lastname: string;
  /** Its session there, as `providerSessionHash`; null where it names none. */
  providerSession: string | null;
}

/** Asymmetric signatures; a secret that the console has must not be able to sign for the provider. */
export const acceptedAlgorithm = /^(?:RS|PS|ES)(?:256|384|512)$/;
const maxNameLength = 50;

/** What the provider says of a person, in the ID token and, where that is not all, at its userinfo. */
export type ProviderClaims = Record<string, unknown> & { sub: string };

/** The person whom the provider's answer is about. Throws 422 with the reason. */
export const readProviderPerson = async (...given: Parameters<typeof readProviderClaims>): Promise<ProviderPerson> =>
  personOf(given[1].issuer, await readProviderClaims(...given));

/**
 * Exchanges the code (PROTOCOLS 5, step 6). State, issuer, audience, nonce, PKCE, signature and times are checked by openid-client. Throws 422 with the reason.
 */
export const readProviderClaims = (
  services: Pick<Services, 'settings' | 'outbound'>,
  client: ProviderClient,
  start: Row<'sso_start'>,
  answer: ProviderAnswer,
): Promise<ProviderClaims> =>
  exchangeCode(services, client, start, answer, async ({ provider, tokens, claims }) => {
    const isWhole = claims.email !== undefined && (claims.email_verified ?? claims.xms_edov) !== undefined;
    const more =
      isWhole || provider.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
    return { ...more, ...claims };
  });

/** The same for the claims of the ID token alone. */
export const readIdToken = (
  services: Pick<Services, 'settings' | 'outbound'>,
  client: ProviderClient,
  start: Row<'sso_start'>,
  answer: ProviderAnswer,
): Promise<oidc.IDToken> => exchangeCode(services, client, start, answer, async ({ claims }) => claims);

interface Exchanged {
  provider: oidc.Configuration;
  tokens: oidc.TokenEndpointResponse;
  claims: oidc.IDToken;
}

async function exchangeCode<T>(
  { settings, outbound }: Pick<Services, 'settings' | 'outbound'>,
  client: ProviderClient,
  start: Row<'sso_start'>,
  answer: ProviderAnswer,
  read: (exchanged: Exchanged) => Promise<T>,
): Promise<T> {
  const { state, code, iss, error } = answer;
  const pkceCodeVerifier = verifierCipher(settings.secrets).decrypt(start.verifier_sealed, start.state_hash);
  if (pkceCodeVerifier === null) throw refuseSingleSignOn('EXPIRED');
  if (error !== undefined || code === undefined) throw refuseSingleSignOn('DENIED');
  const returned = new URL(redirectUrl(settings));
  const parameters = { code, state, ...(iss !== undefined && { iss }) };
  for (const [name, value] of Object.entries(parameters)) returned.searchParams.set(name, value);
  try {
    const provider = await discoverProvider(providerFetch(outbound), client);
    const tokens = await oidc.authorizationCodeGrant(provider, returned, {
      ...{ pkceCodeVerifier, expectedState: state, expectedNonce: start.nonce, idTokenExpected: true },
    });
    const claims = tokens.claims();
    if (!claims || !acceptedAlgorithm.test(algorithmOf(tokens.id_token))) throw refuseSingleSignOn('INVALID_ANSWER');
    return await read({ provider, tokens, claims });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'Failure') throw thrown;
    throw Object.assign(refuseSingleSignOn(isUnreachable(thrown) ? 'UNREACHABLE' : 'INVALID_ANSWER'), {
      cause: thrown,
    });
  }
}

function algorithmOf(token: string | undefined): string {
  try {
    return String(JSON.parse(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString('utf8')).alg);
  } catch {
    return '';
  }
}

/** The email in small letters; null where it is none. */
export function emailOf({ email }: ProviderClaims): string | null {
  const text = textOf(email).toLowerCase();
  return isEmail(text) && emailCharacterProblem(text) === null ? text : null;
}

/** Entra says `xms_edov` in place of `email_verified`; ADFS sends texts. */
export const isEmailVerified = ({ email_verified, xms_edov }: ProviderClaims): boolean =>
  [email_verified, xms_edov].some((one) => [true, 'true', 1, '1'].includes(one as true));

/** OpenID Connect allows 255 ASCII characters. */
export const isStorableSubject = (subject: string): boolean => /^[ -~]{1,255}$/.test(subject);

function personOf(issuer: string, claims: ProviderClaims): ProviderPerson {
  const email = emailOf(claims);
  if (email === null || !isEmailVerified(claims)) throw refuseSingleSignOn('EMAIL_NOT_VERIFIED');
  if (!isStorableSubject(claims.sub)) throw refuseSingleSignOn('INVALID_ANSWER');
  const [first = '', ...rest] = textOf(claims.name).split(' ');
  return {
    ...{ issuer, subject: claims.sub, email, providerSession: providerSessionHash(issuer, claims.sid) },
    firstname: nameOf(textOf(claims.given_name) || first),
    lastname: nameOf(textOf(claims.family_name) || rest.join(' ')),
  };
}

/** The `sid` of a provider as it is stored: of bounded length, and not to be confused with one of another provider. */
export const providerSessionHash = (issuer: string, sid: unknown): string | null =>
  typeof sid === 'string' && sid !== '' ? hashSecret(`${issuer}\n${sid}`) : null;

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '');

const nameOf = (text: string): string => [...text.replace(/\p{C}/gu, '')].slice(0, maxNameLength).join('').trim();
