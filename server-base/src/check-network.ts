import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { isLocalAddress, systemErrorReason } from './settings.ts';

/** Result of a check, and what to do about a problem. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem';
  subject: string;
  text: string;
}

export const printFindings = (findings: readonly Finding[]): string =>
  findings.map(({ level, subject, text }) => `${level.padEnd(8)} ${subject.padEnd(12)} ${text}\n`).join('');

export const hasProblem = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'problem');

const timeoutMs = 8_000;
const dayMs = 86_400_000;
const soonDays = 21;
const secondsOff = { warning: 5, problem: 25 };

/** Status and clock of a server's response, or why there is none. */
export interface Probe {
  status?: number;
  headers?: Headers;
  date?: Date;
  failure?: string;
}

/** Requests a URL without key and body, which changes nothing. */
export async function probe(address: URL, headers: Record<string, string> = {}): Promise<Probe> {
  try {
    const answer = await fetch(address, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await answer.body?.cancel();
    const date = new Date(answer.headers.get('date') ?? '');
    return { status: answer.status, headers: answer.headers, ...(!Number.isNaN(date.getTime()) && { date }) };
  } catch (error) {
    const { cause = error, name } = error as { cause?: unknown; name: string };
    return {
      failure:
        name === 'TimeoutError'
          ? `no response within ${timeoutMs / 1000} s`
          : ((cause as { code?: string }).code ?? systemErrorReason(cause)),
    };
  }
}

/** Whether the product API is reachable. The console's own platform may be stopped: the doctor can run before a start. */
export function describeProductApi(address: URL, isOwn: boolean, { status, failure }: Probe): Finding {
  const about = (level: Finding['level'], text: string): Finding => ({ level, subject: 'product API', text });
  if (failure)
    return isOwn && failure === 'ECONNREFUSED'
      ? about('ok', `The built-in product API is not running on ${address.origin}.`)
      : about(
          'problem',
          `${address.origin} cannot be reached (${failure}). Correct ${isOwn ? 'PLATFORM_PORT and HOST' : 'PRODUCT_API_URL'}, or start it.`,
        );
  if (status !== undefined && status >= 500)
    return about('problem', `${address.origin} returns ${status}. See its log for the reason.`);
  if (status !== undefined && status >= 300 && status < 400)
    return about('warning', `${address.origin} redirects (${status}). Use the URL that it redirects to.`);
  const checked = isOwn ? 'is ready.' : `responds. To check it, run check-api ${address.origin}${address.pathname}`;
  return about('ok', `${address.origin} ${checked}`);
}

/** Compares this machine's clock with other servers' clocks, by name. Empty if there are no other servers. */
export function describeClock(now: Date, others: ReadonlyMap<string, Date>): Finding[] {
  const about = (level: Finding['level'], text: string): Finding => ({ level, subject: 'clock', text });
  return Array.from(others, ([name, date]) => {
    const seconds = Math.round((now.getTime() - date.getTime()) / 1000);
    const off = Math.abs(seconds);
    const level = off > secondsOff.problem ? 'problem' : off > secondsOff.warning ? 'warning' : 'ok';
    const text = `The clock is ${off} s ${seconds > 0 ? 'ahead of' : 'behind'} ${name}. Set it with NTP, because codes of authenticator apps depend on it.`;
    return about(level, level === 'ok' ? `The clock agrees with ${name}.` : text);
  });
}

const tlsOf = { http: { secure: 'https', port: 443 }, redis: { secure: 'rediss', port: 6379 } };

/** Certificate of an https or rediss URL; `name` is its setting. */
export async function checkTls(name: string, address: URL, now: Date, ca?: string): Promise<Finding> {
  const about = (level: Finding['level'], text: string): Finding => ({
    level,
    subject: 'TLS',
    text: `${name}: ${text}`,
  });
  const { secure, port } = address.protocol.startsWith('redis') ? tlsOf.redis : tlsOf.http;
  if (address.protocol !== `${secure}:`)
    return isLocalAddress(address)
      ? about('ok', 'TLS is not needed on this machine.')
      : about('warning', `no TLS to ${address.host}. Use ${secure}, or a private network.`);
  const { failure, expires } = await readCertificate(address, port, { timeoutMs, ca });
  if (failure) return about('problem', `${address.host}: ${failure}.`);
  const days = Math.floor(((expires?.getTime() ?? 0) - now.getTime()) / dayMs);
  const until = expires?.toISOString().slice(0, 10);
  if (days < soonDays)
    return about('warning', `the certificate of ${address.host} expires on ${until}, in ${days} days. Renew it.`);
  return about('ok', `the certificate of ${address.host} is accepted and valid until ${until}.`);
}

/** End of a server's certificate, or why there is none. `acceptsAny` includes invalid ones: nothing is sent. */
export const readCertificate = (
  { hostname, port }: URL,
  defaultPort: number,
  { timeoutMs, ca, acceptsAny = false }: { timeoutMs: number; ca?: string | undefined; acceptsAny?: boolean },
) =>
  new Promise<{ failure?: string; expires?: Date }>((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      host,
      port: Number(port) || defaultPort,
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca && { ca }),
      rejectUnauthorized: !acceptsAny,
    });
    const end = (found: { failure?: string; expires?: Date }) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(timeoutMs, () => end({ failure: `no response within ${timeoutMs / 1000} s` }));
    socket.once('secureConnect', () => end({ expires: new Date(socket.getPeerCertificate().valid_to) }));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      end({ failure: `${error.message} (${error.code ?? 'TLS'})` }),
    );
  });
