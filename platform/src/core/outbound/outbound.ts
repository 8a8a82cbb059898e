import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { secondMs } from '../base/clock.ts';
import { isPublicAddress } from './public-address.ts';
import { createPublicResolver, type ResolveHost, resolveAsSystem } from './resolve-host.ts';

const totalMs = 5 * secondMs;
const maxBodyBytes = 1024 * 1024;

/** Why an address could not be read. The text is for people and names neither addresses of this network nor what was answered. */
export type OutboundProblem = 'ADDRESS_REFUSED' | 'UNREACHABLE' | 'TIMEOUT' | 'TOO_LARGE';

const texts: Record<OutboundProblem, string> = {
  ADDRESS_REFUSED: 'The address is not a public https address.',
  UNREACHABLE: 'The address cannot be reached.',
  TIMEOUT: 'The address does not answer within 5 seconds.',
  TOO_LARGE: 'The address answers more than 1 MB.',
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
  /** Of the answer no more is read, and what is left is no error. */
  keptBytes?: number | undefined;
}

/** Requests addresses that a customer entered. */
export interface Outbound {
  /** The answer, whatever its status; redirects are not followed. Throws OutboundError. */
  send(address: string, request?: OutboundRequest): Promise<Response>;
  close(): Promise<void>;
}

/** A signal for requests that together may take as long as one. */
export const outboundDeadline = (): AbortSignal => AbortSignal.timeout(totalMs);

/**
 * Public https only. The addresses of a host are checked where the connection takes them from, so that a name that changes after a check leads nowhere
 * else. `allowedHosts`: as `host` (the port of its scheme) or `host:port`; these may be http and private. `connections`: at most so many to one address; null
 * where the caller bounds its requests itself.
 */
export function createOutbound({
  allowedHosts,
  resolveHost,
  connections = 8,
}: {
  allowedHosts: readonly string[];
  resolveHost?: ResolveHost | undefined;
  connections?: number | null;
}): Outbound {
  const resolvePublic = createPublicResolver();
  const agent = (isAllowed: boolean) =>
    new Agent({
      connect: {
        lookup: checkedLookup(resolveHost ?? (isAllowed ? resolveAsSystem : resolvePublic), isAllowed),
        timeout: totalMs,
      },
      headersTimeout: totalMs,
      bodyTimeout: totalMs,
      keepAliveTimeout: secondMs,
      connections,
    });
  const agents = { public: agent(false), allowed: agent(true) };

  const send: Outbound['send'] = async (given, { method = 'GET', headers = {}, body, signal, keptBytes } = {}) => {
    const address = acceptedAddress(allowedHosts, given);
    if (!address) throw new OutboundError('ADDRESS_REFUSED');
    const deadline = signal ? AbortSignal.any([signal, outboundDeadline()]) : outboundDeadline();
    try {
      const answer = await request(address, {
        method: method as 'GET',
        // Without compression, so that a small answer cannot become a large one.
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
      throw outboundError(error, deadline);
    }
  };
  const close = async () => void (await Promise.all([agents.public.destroy(), agents.allowed.destroy()]));
  return { send, close };
}

/** An address that may be requested, as far as it is known without a look-up; null for any other. */
export function acceptedAddress(allowedHosts: readonly string[], given: string): URL | null {
  const address = URL.canParse(given) ? new URL(given) : null;
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password) return null;
  if (isAllowedHost(allowedHosts, address)) return address;
  // A host that is an IP address is connected to without a look-up.
  const host = address.hostname.replace(/^\[|\]$/g, '');
  return address.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host)) ? null : address;
}

function isAllowedHost(allowedHosts: readonly string[], { hostname, port, host, protocol }: URL): boolean {
  const named = port === '' ? `${hostname}:${protocol === 'https:' ? 443 : 80}` : host;
  return allowedHosts.some((allowed) => allowed === named || (port === '' && allowed === hostname));
}

/** The look-up of a connection. All addresses of a host must be public: it is refused as a whole otherwise. */
function checkedLookup(resolveHost: ResolveHost, isAllowed: boolean): LookupFunction {
  return (host, options, callback) => {
    resolveHost(host).then(
      (found) => {
        const [first] = found;
        if (!first || !(isAllowed || found.every(({ address }) => isPublicAddress(address))))
          return callback(new OutboundError(first ? 'ADDRESS_REFUSED' : 'UNREACHABLE'), '', 0);
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
  const { code } = error as { code?: string };
  const isLate = deadline.aborted || /^UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT$/.test(code ?? '');
  return new OutboundError(isLate ? 'TIMEOUT' : 'UNREACHABLE', error);
}
