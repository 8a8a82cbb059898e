import { decodeProtectedHeader } from 'jose';
import * as oidc from 'openid-client';
import type { Services } from '../core/access/services.ts';
import { Failure } from '../core/base/failure.ts';
import { endSessionEndpointOf } from '../session/provider-sign-out.ts';
import {
  hasEmail,
  hasMarkedEmail,
  type ProviderClaims,
  type ProviderPerson,
  personFromClaims,
} from './provider-person.ts';
import { discoverProvider, isUnreachable, type ProviderClient, providerFetch } from './sso-provider.ts';
import { redirectUrl } from './sso-settings.store.ts';
import type { SsoStart } from './sso-start.ts';
import { refuseSingleSignOn } from './start-sso-sign-in.ts';
import { type Exchange, isClientRefused, watchExchange } from './watch-exchange.ts';

/** Parameters that the provider has put into the browser's URL. */
export interface ProviderResponse {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** Only asymmetric signatures: the console knows the client secret, and must not be able to sign for the provider. */
export const acceptedAlgorithm = /^(?:RS|PS|ES)(?:256|384|512)$/;

/** A failure with the response to the exchange of the code. */
export type RefusedExchange = Failure & { exchange: Exchange };

/** Person of the provider's response. Throws 422 with the reason. */
export const readProviderPerson = async (...given: Parameters<typeof readProviderClaims>): Promise<ProviderPerson> =>
  personFromClaims(given[1].issuer, await readProviderClaims(...given));

/** Exchanges the code (PROTOCOLS 5, step 6); openid-client checks everything in it. Throws 422 with the reason. */
export const readProviderClaims = (
  services: Pick<Services, 'settings' | 'outbound'>,
  client: ProviderClient,
  start: SsoStart,
  answer: ProviderResponse,
): Promise<ProviderClaims> =>
  exchangeCode(services, client, start, answer, async ({ provider, tokens, claims }) => {
    const { sub, sid } = claims;
    const { userinfo_endpoint, end_session_endpoint } = provider.serverMetadata();
    const endpoint = endSessionEndpointOf(end_session_endpoint);
    const { issuer, clientId } = client;
    const signOut = endpoint === null ? null : { issuer, clientId, endpoint, idToken: tokens.id_token ?? null };
    const ofToken = { sub, sid, source: claims, profile: claims, userinfoRefusal: null, signOut };
    if (hasMarkedEmail(claims) || userinfo_endpoint === undefined) return ofToken;
    const userinfo = await oidc.fetchUserInfo(provider, tokens.access_token, sub).catch(refusalOfUserinfo);
    if (typeof userinfo === 'string') return { ...ofToken, userinfoRefusal: userinfo };
    return {
      ...ofToken,
      profile: { ...userinfo, ...claims },
      source: hasEmail(userinfo) ? userinfo : claims,
    };
  });

/** How userinfo rejected its request, in which case the ID token must suffice. Rethrows other errors. */
function refusalOfUserinfo(error: unknown): string {
  if (!(error instanceof Error) || isUnreachable(error)) throw error;
  const { status, code, cause } = error as Error & { status?: number; code?: string };
  const answered = status ?? (cause instanceof Response ? cause.status : 200);
  if (answered !== 200) return `returned status ${answered}`;
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
    ? 'returned a `sub` that differs from the ID token'
    : 'returned an unreadable response';
}

/** Like `readProviderClaims`, for the ID token alone. */
export const readIdToken = (
  services: Pick<Services, 'settings' | 'outbound'>,
  client: ProviderClient,
  start: SsoStart,
  answer: ProviderResponse,
): Promise<oidc.IDToken> => exchangeCode(services, client, start, answer, async ({ claims }) => claims);

interface Exchanged {
  provider: oidc.Configuration;
  tokens: oidc.TokenEndpointResponse;
  claims: oidc.IDToken;
}

async function exchangeCode<T>(
  { settings, outbound }: Pick<Services, 'settings' | 'outbound'>,
  client: ProviderClient,
  start: SsoStart,
  answer: ProviderResponse,
  read: (exchanged: Exchanged) => Promise<T>,
): Promise<T> {
  const { state, code, iss, error } = answer;
  if (error !== undefined || code === undefined) throw refuseSingleSignOn('DENIED');
  const returned = new URL(redirectUrl(settings));
  const parameters = { code, state, ...(iss !== undefined && { iss }) };
  for (const [name, value] of Object.entries(parameters)) returned.searchParams.set(name, value);
  const { watched, exchange } = watchExchange(outbound);
  try {
    const provider = await discoverProvider(providerFetch(watched), client);
    const tokens = await oidc.authorizationCodeGrant(provider, returned, {
      pkceCodeVerifier: start.verifier,
      expectedState: state,
      expectedNonce: start.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw refuseSingleSignOn('INVALID_ANSWER');
    const header = decodeProtectedHeader(tokens.id_token ?? '');
    if (!acceptedAlgorithm.test(header.alg ?? '')) throw new Error('unexpected algorithm', { cause: { header } });
    return await read({ provider, tokens, claims });
  } catch (thrown) {
    if (thrown instanceof Failure) throw Object.assign(thrown, { exchange });
    const refusal = isUnreachable(thrown)
      ? 'UNREACHABLE'
      : isClientRefused(exchange)
        ? 'CLIENT_REFUSED'
        : 'INVALID_ANSWER';
    throw Object.assign(refuseSingleSignOn(refusal), { cause: thrown, exchange });
  }
}
