import { createHash, randomBytes } from 'node:crypto';
import { probeOperations } from '@console/contract/probe-operations';
import { readCertificate } from '@console/server-base/check-network';
import { systemErrorReason } from '@console/server-base/settings';

/** Time limit of each step: a user would not wait longer. */
const stepMs = 10_000;
const steps = ['page', 'sign_in', 'read', 'sign_out'] as const;
type ProbeStep = (typeof steps)[number];

export interface ProbeTarget {
  publicUrl: URL;
  email: string;
  password: string;
}

export interface ProbeResult {
  /** Milliseconds of the steps that were reached. */
  took: ReadonlyMap<ProbeStep, number>;
  failure: ProbeFailure | null;
  /** Null without TLS. */
  certificateEnds: Date | null;
}

/** `isRefusal`: the account or password was refused, so an immediate retry would fail and be counted. */
class ProbeFailure extends Error {
  readonly step: ProbeStep;
  readonly isRefusal: boolean;
  constructor(step: ProbeStep, cause: string, { isRefusal = false } = {}) {
    super(cause);
    this.step = step;
    this.isRefusal = isRefusal;
  }
}

const renew = 'Run probe --create-user, or correct PROBE_PASSWORD_FILE';
const refusals: Readonly<Record<string, string>> = {
  InvalidCredentials: `the password is wrong. ${renew}`,
  UserNotFound: 'no user has the email of PROBE_EMAIL. Run probe --create-user',
  UserDisabled: 'the user of PROBE_EMAIL is inactive',
  OrganisationDisabled: 'the organisation of PROBE_EMAIL is disabled',
  OtpRequired: 'a passcode is required. Turn passcodes off for the organisation of PROBE_EMAIL',
  AddressNotAllowed: 'the organisation of PROBE_EMAIL does not allow the IP address of this machine',
  SingleSignOnRequired: 'single sign-on is required. Make it optional for the organisation of PROBE_EMAIL',
};

/** Opens the console, signs in, reads a page and signs out, also after a failed read. `refused`: why it skips signing in. */
export async function runProbe(target: ProbeTarget, refused: string | null = null): Promise<ProbeResult> {
  const certificate = readCertificateEnd(target.publicUrl);
  const took = new Map<ProbeStep, number>();
  const browser = new ProbeBrowser(target.publicUrl);
  let failure: ProbeFailure | null = null;
  const step = async (name: ProbeStep, work: () => Promise<void>): Promise<boolean> => {
    const began = performance.now();
    try {
      await work();
    } catch (error) {
      failure ??= error instanceof ProbeFailure ? error : new ProbeFailure(name, reasonOf(error));
    }
    took.set(name, performance.now() - began);
    return failure === null;
  };
  if (await step('page', () => browser.open())) {
    if (refused !== null) failure = new ProbeFailure('sign_in', refused, { isRefusal: true });
    else if (await step('sign_in', () => signIn(browser, target))) {
      await step('read', () => read(browser, target));
      await step('sign_out', () => signOut(browser));
    }
  }
  return { took, failure, certificateEnds: await certificate };
}

async function signIn(browser: ProbeBrowser, { email, password }: ProbeTarget): Promise<void> {
  const { login } = await browser.send('sign_in', probeOperations.signIn, { input: { email, password } });
  const outcome = typeNameOf(login);
  if (outcome === 'LoginSuccess') return;
  throw new ProbeFailure('sign_in', refusals[outcome] ?? `the sign-in returned ${outcome}`, { isRefusal: true });
}

async function read(browser: ProbeBrowser, { email }: ProbeTarget): Promise<void> {
  const { viewer } = await browser.send('read', probeOperations.read);
  const found = (viewer as { user?: { email?: unknown } } | null)?.user?.email;
  if (typeof found !== 'string') throw new ProbeFailure('read', 'the session was lost after signing in');
  if (found.toLowerCase() !== email.toLowerCase()) throw new ProbeFailure('read', 'the profile is of another user');
}

async function signOut(browser: ProbeBrowser): Promise<void> {
  const { logout } = await browser.send('sign_out', probeOperations.signOut);
  if ((logout as { viewer?: unknown } | null)?.viewer !== null)
    throw new ProbeFailure('sign_out', 'the session is still there after signing out');
}

const typeNameOf = (value: unknown) => String((value as { __typename?: unknown } | null)?.__typename);

/** Cookies and request headers like a browser's. */
class ProbeBrowser {
  readonly #origin: URL;
  readonly #cookies = new Map<string, string>();
  readonly #pageSecret = randomBytes(32).toString('base64url');
  constructor(origin: URL) {
    this.#origin = origin;
  }

  async open(): Promise<void> {
    const answer = await this.#request('/', { headers: { accept: 'text/html' } });
    const type = answer.headers.get('content-type') ?? 'nothing';
    await answer.body?.cancel();
    if (answer.status !== 200) throw new ProbeFailure('page', `PUBLIC_URL returns ${answer.status}`);
    if (!type.startsWith('text/html')) throw new ProbeFailure('page', `PUBLIC_URL returns ${type} instead of a page`);
  }

  async send(step: ProbeStep, query: string, variables: object = {}): Promise<Record<string, unknown>> {
    const answer = await this.#request('/graphql', {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        'content-type': 'application/json',
        origin: this.#origin.origin,
        'x-csrf-guard': '1',
        'x-console-page': this.#pageSecret,
        'x-apollo-operation-type': query.split(' ', 1)[0] ?? '',
      },
      body: JSON.stringify({
        query,
        variables,
        extensions: {
          persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
        },
      }),
    });
    const { data, errors } = (await answer.json().catch(() => {
      throw new ProbeFailure(step, `/graphql returns ${answer.status} and not GraphQL`);
    })) as { data?: Record<string, unknown> | null; errors?: { message: string; extensions?: { code?: string } }[] };
    const [error] = errors ?? [];
    if (error) {
      const code = error.extensions?.code ?? String(answer.status);
      throw new ProbeFailure(step, `${code}: ${error.message}`, { isRefusal: code === 'RATE_LIMITED' });
    }
    return data ?? {};
  }

  async #request(path: string, { headers, ...init }: RequestInit & { headers: Record<string, string> }) {
    const cookie = Array.from(this.#cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(new URL(path, this.#origin), {
      ...init,
      headers: { ...headers, 'user-agent': 'console-probe', ...(cookie && { cookie }) },
      redirect: 'manual',
      signal: AbortSignal.timeout(stepMs),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return answer;
  }
}

function reasonOf(error: unknown): string {
  const { name, cause = error } = error as { name?: string; cause?: unknown };
  if (name === 'TimeoutError') return `no response within ${stepMs / 1_000} s`;
  return (cause as { code?: string }).code ?? systemErrorReason(cause);
}

async function readCertificateEnd(publicUrl: URL): Promise<Date | null> {
  if (publicUrl.protocol !== 'https:') return null;
  const { expires } = await readCertificate(publicUrl, 443, { timeoutMs: stepMs, acceptsAny: true });
  return expires ?? null;
}
