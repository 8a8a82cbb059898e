import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createUserDocument, goodUser, withoutOrganisation } from '@console/gateway/testing/user-mutations';
import { fixturePassword } from '@console/platform/testing/fixtures';
import type { Answer } from '../faults/processes.ts';
import { publicUrl } from './set-up.ts';

type Kind = 'read' | 'write' | 'sign-in';

/** A request that got a response or was given up. Times are those of `performance.now()`. */
export interface Request {
  kind: Kind;
  began: number;
  ended: number;
  failure: string | null;
}

/** A write with a key. */
interface Write {
  email: string;
  /** `refused`: the server says that the write was not done. `unknown`: the server says that the write may have been done; it is not repeated. */
  state: 'acknowledged' | 'refused' | 'unknown' | 'unanswered';
  failure: string | null;
}

export interface LoadOptions {
  origin: string;
  /** API keys; each is a caller of its own. */
  keys: readonly string[];
  /** The emails of users who sign in. */
  people: readonly string[];
}

const pauses = { readMs: 150, writeMs: 300, signInMs: 1_000, againMs: 250 };
const clients = { readers: 8, writers: 3 };
const giveUpMs = 30_000;
/** Time after the load during which a write is repeated. */
const lastWriteMs = 60_000;
/** How often a write with the response UNKNOWN is repeated. */
const unknownTries = 1;

const readDocument = '{ viewer { user { email } organisation { id brandName users(first: 25) { totalCount } } } }';
const signInDocument = 'mutation ($input: LoginInput!) { login(input: $input) { __typename } }';
const writeDocument = withoutOrganisation(createUserDocument);

interface Failure {
  text: string;
  code: string;
  saved: string | undefined;
}

type Outcome = { failure: Failure | null; answer: Answer | null };

async function send(origin: string, headers: Record<string, string>, query: string, variables = {}): Promise<Outcome> {
  const failed = (text: string, code = '', saved?: string): Outcome => ({
    failure: { text, code, saved },
    answer: null,
  });
  try {
    const answer = await fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(giveUpMs),
    });
    const text = await answer.text();
    if (!text.startsWith('{')) return failed(`status ${answer.status}`);
    const parsed = JSON.parse(text) as Answer;
    const [error] = parsed.errors ?? [];
    if (!error) return { failure: null, answer: parsed };
    const { code, saved } = error.extensions as { code: string; saved?: string };
    return failed([code, saved].filter(Boolean).join(' '), code, saved);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return failed(name === 'TimeoutError' ? `no answer in ${giveUpMs} ms` : `no answer: ${cause?.code ?? name}`);
  }
}

/** Codes after which a write can be repeated: a server's outage, a running operation, and a busy server. */
const isTransient = ({ code }: Failure) =>
  ['', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'CONFLICT', 'RATE_LIMITED'].includes(code);

/** Reads, writes with a key that are repeated until they are acknowledged, and sign-ins, until `stop`. */
export class Load {
  readonly requests: Request[] = [];
  readonly writes: Write[] = [];
  readonly #options: LoadOptions;
  readonly #running: Promise<void>[] = [];
  #stopped = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    for (let n = 0; n < clients.readers; n += 1) this.#running.push(this.#read(n));
    for (let n = 0; n < clients.writers; n += 1) this.#running.push(this.#writeAll(n));
    this.#running.push(this.#signIn());
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #record(kind: Kind, exchange: Promise<Outcome>): Promise<Outcome> {
    const began = performance.now();
    const outcome = await exchange;
    this.requests.push({ kind, began, ended: performance.now(), failure: outcome.failure?.text ?? null });
    return outcome;
  }

  #keyOf(n: number): Record<string, string> {
    const { keys } = this.#options;
    return { authorization: `Bearer ${keys[n % keys.length]}` };
  }

  async #read(client: number): Promise<void> {
    for (let n = client; !this.#stopped; n += clients.readers) {
      await this.#record('read', send(this.#options.origin, this.#keyOf(n), readDocument));
      await delay(pauses.readMs);
    }
  }

  async #signIn(): Promise<void> {
    const { origin, people } = this.#options;
    for (let n = 0; !this.#stopped; n += 1) {
      const email = people[n % people.length];
      const headers = { origin: publicUrl, 'x-csrf-guard': '1' };
      const page = { ...headers, 'x-console-page': randomBytes(32).toString('base64url') };
      const input = { email, password: fixturePassword };
      await this.#record('sign-in', send(origin, page, signInDocument, { input }));
      await delay(pauses.signInMs);
    }
  }

  async #writeAll(client: number): Promise<void> {
    for (let n = client; !this.#stopped; n += clients.writers) {
      this.writes.push(await this.#write(n));
      await delay(pauses.writeMs);
    }
  }

  async #write(n: number): Promise<Write> {
    const email = `write${n}@chaos.example`;
    const headers = { ...this.#keyOf(n), 'idempotency-key': email };
    let end = Infinity;
    for (let unknown = 0; ; ) {
      const variables = { input: { ...goodUser, email } };
      const { failure } = await this.#record('write', send(this.#options.origin, headers, writeDocument, variables));
      if (!failure) return { email, state: 'acknowledged', failure: null };
      if (!isTransient(failure)) return { email, state: 'refused', failure: failure.text };
      unknown = failure.saved === 'UNKNOWN' ? unknown + 1 : 0;
      if (unknown > unknownTries) return { email, state: 'unknown', failure: failure.text };
      if (this.#stopped) end = Math.min(end, performance.now() + lastWriteMs);
      if (performance.now() > end) return { email, state: 'unanswered', failure: failure.text };
      await delay(pauses.againMs);
    }
  }
}
