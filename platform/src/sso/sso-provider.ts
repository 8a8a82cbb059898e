import * as oidc from 'openid-client';
import type { Row } from '../core/database/schema.ts';
import { type Outbound, OutboundError, outboundDeadline } from '../core/outbound/outbound.ts';

/** Accepted difference of clocks, in seconds. */
const clockToleranceSeconds = 60;
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Entered issuer, otherwise that of the Entra tenant; null for another tenant ID. */
export function effectiveIssuer({ issuer, tenant_id }: Pick<Row<'sso'>, 'issuer' | 'tenant_id'>): string | null {
  if (issuer !== null) return issuer;
  return tenantId.test(tenant_id) ? `https://login.microsoftonline.com/${tenant_id.toLowerCase()}/v2.0` : null;
}

export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Whether a URL of the provider is https (http if its issuer is) without a password. */
export function isWebAddress(address: unknown, issuer: string): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && new URL(issuer).protocol === 'http:');
  return isAllowed && username === '' && password === '';
}

/** Requests of one step, which together take at most 5 s. */
export function providerFetch(outbound: Outbound, signal = outboundDeadline()): oidc.CustomFetch {
  return async (address, { method, headers, body }) =>
    outbound.send(address, {
      method,
      headers,
      body: body instanceof URLSearchParams ? String(body) : ((body as string | undefined) ?? undefined),
      signal,
    });
}

/** Discovers the provider, and how our client authenticates. Throws OutboundError, or an error of openid-client. */
export async function discoverProvider(
  fetch: oidc.CustomFetch,
  { issuer, clientId, clientSecret }: ProviderClient,
): Promise<oidc.Configuration> {
  const options: oidc.DiscoveryRequestOptions = {
    [oidc.customFetch]: fetch,
    // The outbound client decides which hosts can use http.
    execute: [oidc.allowInsecureRequests],
  };
  const found = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options);
  const metadata = found.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret);
  const provider = new oidc.Configuration(
    metadata,
    clientId,
    { [oidc.clockTolerance]: clockToleranceSeconds },
    authentication,
  );
  provider[oidc.customFetch] = fetch;
  oidc.allowInsecureRequests(provider);
  // The signature is checked although the token comes from the provider's own URL.
  oidc.enableNonRepudiationChecks(provider);
  return provider;
}

export function* causesOf(error: unknown): Generator<Error, void> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

const outboundError = (error: unknown) => causesOf(error).find((cause) => cause instanceof OutboundError);

/** Whether the provider could not be reached, as opposed to its response. */
export const isUnreachable = (error: unknown): boolean =>
  (outboundError(error)?.problem ?? 'TOO_LARGE') !== 'TOO_LARGE';

/** Text of the outbound client's failure behind an error; null for any other error. */
export const outboundText = (error: unknown): string | null => outboundError(error)?.message ?? null;

/** Whether the provider signed with a key that is not where its metadata says. */
export const isKeyUnknown = (error: unknown): boolean =>
  causesOf(error).some((cause) => 'code' in cause && cause.code === 'OAUTH_KEY_SELECTION_FAILED');
