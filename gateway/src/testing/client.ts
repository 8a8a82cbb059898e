import { randomBytes } from 'node:crypto';
import { Agent } from 'undici';

/** An error of a response. */
interface SentError {
  message: string;
  path?: (string | number)[];
  extensions: {
    code: string;
    fields: { path: string; code: string; message: string }[];
    httpStatus: number;
    requestId: string;
    retryAfter?: number;
    saved?: string;
  };
}

/** A response of the gateway. `data` is untyped: a test that misreads it fails. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  setCookies: string[];
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answer to whatever document the test sends
  data: any;
  errors: SentError[];
  /** The code of the first error. */
  code: string | undefined;
}

/** Texts of responses and values of cookies in all tabs, none of which may be logged. */
export interface Seen {
  answers: string[];
  cookies: string[];
}

type Headers = Record<string, string | undefined>;

/** Opens a connection for each concurrent request, so that responses do not wait for each other, and reuses it, because connecting is slow. */
const agent = new Agent();

/** A browser tab, as far as the gateway can tell: cookies, page secret and the headers that a page of ours sends. */
export class TestClient {
  readonly cookies = new Map<string, string>();
  page: string | null = randomBytes(32).toString('base64url');
  readonly #origin: string;
  readonly #seen: Seen;

  constructor(origin: string, seen: Seen) {
    this.#origin = origin;
    this.#seen = seen;
  }

  /** A second tab or copy of this browser: the same cookies and page secret, which can change separately. `origin`: the URL of another gateway. */
  copy(origin = this.#origin): TestClient {
    const copy = new TestClient(origin, this.#seen);
    copy.page = this.page;
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  get cookieHeader(): string | undefined {
    const all = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    return all.length > 0 ? all.join('; ') : undefined;
  }

  /** Sends a document as a page of the console does. A header of undefined is left out. */
  graphql(query: string, variables: object = {}, headers: Headers = {}): Promise<Answer> {
    return this.send('POST', '/graphql', { body: JSON.stringify({ query, variables }), headers });
  }

  /** Sends any request, and stores the cookies of the response. */
  async send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: string | Buffer; headers?: Headers } = {},
  ): Promise<Answer> {
    const all: Headers = {
      accept: 'application/graphql-response+json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'x-csrf-guard': '1',
      origin: this.#origin,
      'sec-fetch-site': 'same-origin',
      'x-console-page': this.page ?? undefined,
      cookie: this.cookieHeader,
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const request = { origin: this.#origin, path, method: method as 'POST', headers: Object.fromEntries(given), body };
    const answer = await agent.request(request);
    return this.#read(answer.statusCode, answer.headers, await answer.body.text());
  }

  #read(status: number, headers: Answer['headers'], text: string): Answer {
    this.#seen.answers.push(text);
    const setCookies = [headers['set-cookie'] ?? []].flat();
    for (const cookie of setCookies) {
      const [pair = '', ...attributes] = cookie.split('; ');
      const name = pair.slice(0, pair.indexOf('='));
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
      else {
        this.cookies.set(name, pair.slice(name.length + 1));
        this.#seen.cookies.push(pair.slice(name.length + 1));
      }
    }
    const json = String(headers['content-type']).includes('json') ? JSON.parse(text) : {};
    const errors: SentError[] = json.errors ?? [];
    return { status, headers, setCookies, text, data: json.data, errors, code: errors[0]?.extensions.code };
  }
}
