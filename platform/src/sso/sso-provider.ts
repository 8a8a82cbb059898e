import * as oidc from 'openid-client';
import type { Row } from '../core/database/schema.ts';
import { type Outbound, OutboundError, outboundDeadline } from '../core/outbound/outbound.ts';

/** Differences of clocks that are accepted, in seconds. */
const clockToleranceSeconds = 60;
const tenantId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The issuer of the settings: as it was entered, else that of an Entra tenant; null where the tenant is not one of Entra. */
export function effectiveIssuer({ issuer, tenant_id }: Pick<Row<'sso'>, 'issuer' | 'tenant_id'>): string | null {
  if (issuer !== null) return issuer;
  return tenantId.test(tenant_id) ? `https://login.microsoftonline.com/${tenant_id.toLowerCase()}/v2.0` : null;
}

/** The client of an organisation at its provider. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Whether an address that the provider names is one of the web: https, or http where its own issuer is, and without a password. */
export function isWebAddress(address: unknown, issuer: string): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && new URL(issuer).protocol === 'http:');
  return isAllowed && username === '' && password === '';
}

/** The requests of one step, which together take no longer than 5 s. */
export function providerFetch(outbound: Outbound, signal = outboundDeadline()): oidc.CustomFetch {
  return async (address, { method, headers, body }) =>
    outbound.send(address, {
      method,
      headers,
      body: body instanceof URLSearchParams ? String(body) : ((body as string | undefined) ?? undefined),
      signal,
    });
}

/** The provider as it describes itself at its issuer's address, and how our client authenticates there. Throws OutboundError, or an error of openid-client. */
export async function discoverProvider(
  fetch: oidc.CustomFetch,
  { issuer, clientId, clientSecret }: ProviderClient,
): Promise<oidc.Configuration> {
  const options: oidc.DiscoveryRequestOptions = {
    [oidc.customFetch]: fetch,
    // The outbound client decides which hosts may be http.
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
  // The signature is checked although the token comes from the provider's own address.
  oidc.enableNonRepudiationChecks(provider);
  return provider;
}

/** An error with what has caused it. */
function* causesOf(error: unknown): Generator<Error, void> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

const outboundError = (error: unknown) => causesOf(error).find((cause) => cause instanceof OutboundError);

/** Whether a failure is one of reaching the provider, not of what it answered. */
export const isUnreachable = (error: unknown): boolean =>
  (outboundError(error)?.problem ?? 'TOO_LARGE') !== 'TOO_LARGE';

/** The text of the outbound client's refusal behind an error; null for any other error. */
export const outboundText = (error: unknown): string | null => outboundError(error)?.message ?? null;

/** Whether the provider signed with a key that it does not publish where its metadata say. */
export const isKeyUnknown = (error: unknown): boolean =>
  causesOf(error).some((cause) => 'code' in cause && cause.code === 'OAUTH_KEY_SELECTION_FAILED');
