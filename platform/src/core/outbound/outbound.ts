import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { secondMs } from '../base/clock.ts';
import { isPublicAddress, isPublicName } from './public-address.ts';
import { createPublicResolver, type ResolveHost, resolveAsSystem } from './resolve-host.ts';

const totalMs = 5 * secondMs;
/** Node's 250 ms would give up all addresses of a receiver behind a slow line. */
const addressMs = secondMs;
const maxBodyBytes = 1024 * 1024;

/** Texts for people. They contain neither addresses of this network nor the response. */
const texts = {
  ADDRESS_REFUSED: 'The URL is not a public https URL.',
  CREDENTIALS: 'The URL contains a user name or a password. Remove them.',
  UNREACHABLE: 'The server cannot be reached. Check the URL and the firewall in front of the server.',
  HOST_NOT_FOUND: 'The host name was not found in DNS. Check its spelling and its DNS record.',
  CONNECTION_REFUSED: 'No server is listening at this host and port. Check the port, and that the server is running.',
  CONNECTION_CLOSED: 'The server closed the connection without a response. Check its log.',
  NOT_TLS: 'The server does not use TLS at this port. Check the port, and that the server offers https at it.',
  CERTIFICATE_UNTRUSTED:
    'The certificate is not signed by a public authority, or the server does not send the intermediate certificate. Install the complete chain. For an authority of your own, ask the operator to set NODE_EXTRA_CA_CERTS.',
  CERTIFICATE_EXPIRED: 'The certificate has expired or is not valid yet. Renew it, and check the clock of the server.',
  CERTIFICATE_NAME: 'The certificate is for another host name. Install one for the host name of the URL.',
  TIMEOUT: 'The server did not respond within 5 seconds.',
  TOO_LARGE: 'The response is larger than 1 MB.',
} as const;

export type OutboundProblem = keyof typeof texts;

/** Problems by Node's codes of TLS and network. */
const problemsByCode: Readonly<Record<string, OutboundProblem>> = {
  ENOTFOUND: 'HOST_NOT_FOUND',
  EAI_NONAME: 'HOST_NOT_FOUND',
  ENODATA: 'HOST_NOT_FOUND',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_CLOSED',
  EPIPE: 'CONNECTION_CLOSED',
  UND_ERR_SOCKET: 'CONNECTION_CLOSED',
  ERR_SSL_WRONG_VERSION_NUMBER: 'NOT_TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'NOT_TLS',
  ERR_SSL_HTTP_REQUEST: 'NOT_TLS',
  EPROTO: 'NOT_TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'CERTIFICATE_UNTRUSTED',
  SELF_SIGNED_CERT_IN_CHAIN: 'CERTIFICATE_UNTRUSTED',
  UNABLE_TO_GET_ISSUER_CERT: 'CERTIFICATE_UNTRUSTED',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'CERTIFICATE_UNTRUSTED',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'CERTIFICATE_UNTRUSTED',
  CERT_UNTRUSTED: 'CERTIFICATE_UNTRUSTED',
  CERT_HAS_EXPIRED: 'CERTIFICATE_EXPIRED',
  CERT_NOT_YET_VALID: 'CERTIFICATE_EXPIRED',
  ERR_TLS_CERT_ALTNAME_INVALID: 'CERTIFICATE_NAME',
  ETIMEDOUT: 'TIMEOUT',
  UND_ERR_CONNECT_TIMEOUT: 'TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'TIMEOUT',
};

export class OutboundError extends Error {
  override name = 'OutboundError';
  readonly problem: OutboundProblem;

  constructor(problem: OutboundProblem, cause?: unknown) {
    super(texts[problem], { cause });
    this.problem = problem;
  }
}

interface OutboundRequest {
  method?: string | undefined;
  headers?: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal?: AbortSignal | undefined;
  /** Number of bytes of the response that are read. The rest is left unread, without an error. */
  keptBytes?: number | undefined;
}

/** Sends requests to URLs that a customer entered. */
export interface Outbound {
  /** The response of any status; redirects are not followed. Throws OutboundError. */
  send(address: string, request?: OutboundRequest): Promise<Response>;
  close(): Promise<void>;
}

/** One time limit for several requests together. */
export const outboundDeadline = (): AbortSignal => AbortSignal.timeout(totalMs);

/**
 * Public https only, checked at connection, so that DNS changes have no effect. `allowedHosts`: `host` or `host:port`,
 * also http and private. `connections`: most per address; null if the caller limits them.
 */
export function createOutbound({
  allowedHosts,
  resolveHost,
  connections = 8,
  onFault,
}: {
  allowedHosts: readonly string[];
  resolveHost?: ResolveHost | undefined;
  connections?: number | null;
  /** Logs host and fault of each request without a response. */
  onFault?: ((fault: { host: string; problem: OutboundProblem; code: string | undefined }) => void) | undefined;
}): Outbound {
  const resolvePublic = createPublicResolver();
  const agent = (isAllowed: boolean) =>
    new Agent({
      connect: {
        lookup: checkedLookup(resolveHost ?? (isAllowed ? resolveAsSystem : resolvePublic), isAllowed),
        timeout: totalMs,
        autoSelectFamilyAttemptTimeout: addressMs,
      },
      headersTimeout: totalMs,
      bodyTimeout: totalMs,
      keepAliveTimeout: secondMs,
      connections,
    });
  const agents = { public: agent(false), allowed: agent(true) };

  const send: Outbound['send'] = async (given, { method = 'GET', headers = {}, body, signal, keptBytes } = {}) => {
    const address = acceptedAddress(allowedHosts, given);
    if (typeof address === 'string') throw new OutboundError(address);
    const deadline = signal ? AbortSignal.any([signal, outboundDeadline()]) : outboundDeadline();
    try {
      const answer = await request(address, {
        method: method as 'GET',
        // Uncompressed, so that a small response cannot become large.
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: body ?? null,
        signal: deadline,
        dispatcher: isAllowedHost(allowedHosts, address) ? agents.allowed : agents.public,
      });
      const bytes = await readBody(answer.body, keptBytes);
      const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304;
      return new Response(hasBody ? bytes : null, {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      });
    } catch (error) {
      const failure = outboundError(error, deadline);
      // Do not log a request that the caller aborted, for example when the server stops.
      if (!signal?.aborted)
        onFault?.({ host: address.host, problem: failure.problem, code: codesOf(failure.cause)[0] });
      throw failure;
    }
  };
  const close = async () => void (await Promise.all([agents.public.destroy(), agents.allowed.destroy()]));
  return { send, close };
}

/** A URL that can be requested, as far as known without DNS; otherwise the problem. */
export function acceptedAddress(
  allowedHosts: readonly string[],
  given: string,
): URL | 'ADDRESS_REFUSED' | 'CREDENTIALS' {
  const address = URL.canParse(given) ? new URL(given) : null;
  if (!address || !/^https?:$/.test(address.protocol)) return 'ADDRESS_REFUSED';
  if (address.username || address.password) return 'CREDENTIALS';
  if (isAllowedHost(allowedHosts, address)) return address;
  // An IP address is connected to without a DNS look-up.
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
  return address.protocol === 'https:' && isPublic ? address : 'ADDRESS_REFUSED';
}

function isAllowedHost(allowedHosts: readonly string[], { hostname, port, host, protocol }: URL): boolean {
  const named = port === '' ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : host;
  return allowedHosts.some((allowed) => allowed === named || (port === '' && allowed === hostname));
}

/** DNS look-up of a connection: rejected unless all addresses of the host are public. */
function checkedLookup(resolveHost: ResolveHost, isAllowed: boolean): LookupFunction {
  return (host, options, callback) => {
    resolveHost(host).then(
      (found) => {
        const [first] = found;
        if (!first || !(isAllowed || found.every(({ address }) => isPublicAddress(address))))
          return callback(new OutboundError(first ? 'ADDRESS_REFUSED' : 'HOST_NOT_FOUND'), '', 0);
        if (options.all) return callback(null, [...found]);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

async function readBody(
  body: AsyncIterable<Uint8Array> & { destroy(): unknown },
  keptBytes: number | undefined,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    chunks.push(chunk);
    // Leaving the loop ends the connection.
    if (keptBytes !== undefined && bytes >= keptBytes) break;
    if (bytes > maxBodyBytes) throw new OutboundError('TOO_LARGE');
  }
  return Buffer.concat(chunks).subarray(0, keptBytes);
}

function outboundError(error: unknown, deadline: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error;
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof OutboundError) return cause;
  if (deadline.aborted) return new OutboundError('TIMEOUT', error);
  const problem = codesOf(error).map((code) => problemsByCode[code]);
  return new OutboundError(problem.find((one) => one !== undefined) ?? 'UNREACHABLE', error);
}

/** Codes of an error and of its causes. An error for several addresses contains an error for each. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: string };
  const of = error instanceof AggregateError ? error.errors : [error.cause];
  return [...(code === undefined ? [] : [code]), ...of.flatMap(codesOf)];
}
