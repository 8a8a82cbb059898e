import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { calls } from '@console/contract/calls/all';
import type { FastifyInstance } from 'fastify';
import { CallWaves } from './call-waves.ts';
import type { Shape, ShapedResponse } from './shapes.ts';

/** How a request is handled instead of, or in addition to, the real response. */
export interface Fault {
  status?: number;
  /** Strings are sent as HTML, bytes unchanged, and other values as JSON. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Sends status 103 before the response. */
  early?: boolean;
  delayMs?: number;
  /** Waits for this promise before it continues. */
  until?: Promise<unknown>;
  /** Accepts the request and never responds. */
  hang?: boolean;
  /** Cuts the connection. */
  reset?: boolean;
  /** Cuts the connection in the middle of the response. */
  cut?: boolean;
  /** Sends a byte of the response every 50 ms, without end. */
  drip?: boolean;
  /** The real product API executes the request; the connection is cut before its response. */
  lost?: boolean;
  /** The real product API executes the request; if it succeeds, an empty response with this status is sent. */
  emptied?: 200 | 204;
  /** The real product API responds; `headers` and `change` modify the response. */
  real?: boolean;
  change?: (body: unknown) => unknown;
  /** Rewrites the bytes of a successful response of the real product API. */
  rewrite?: (json: Buffer) => Buffer;
  /** Number of requests that the fault affects; by default all. */
  times?: number;
  /** Whether the fault affects a request; other requests get the real response. */
  of?: (request: Sent) => boolean;
}

/** A request that reached the product API. */
export interface Sent {
  method: string;
  path: string;
  /** A repeated key is a list. */
  query: Record<string, string | string[]>;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/** A recording product API: scripted faults in front of the real one. */
export interface FaultUpstream {
  origin: string;
  /** Every request so far, oldest first. */
  requests: Sent[];
  /** Every path requested since the start, including cleared requests. */
  paths: ReadonlySet<string>;
  /** Texts of all responses, in which tests search for secrets. */
  answers: string[];
  /** The requests to a path, such as `/login`. */
  sent(path: string): Sent[];
  /** Scripts faults of a path; several faults are used one after the other. */
  script(path: string, ...faults: Fault[]): void;
  /** Every further call, except reading the caller, is made with this key; null restores the caller's own key. */
  useKey(key: string | null): void;
  /** Number of waves in which the calls during `act` are made. */
  wavesOf(act: () => Promise<unknown>): Promise<number>;
  /** Waits until the real product API has responded to all requests that were passed on. */
  settled(): Promise<void>;
  /** Removes faults and recorded requests, and restores the caller's own key. */
  clear(): void;
  /** Number of connections opened so far. */
  connections(): number;
  close(): Promise<void>;
}

const keyHeader = 'api-key';
/** Headers about one connection or the unchanged body, which the proxy must not pass on. */
const ownHeaders = ['connection', 'content-length', 'keep-alive', 'transfer-encoding'] as const;

/** The response of the real product API. */
interface RealResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** Sends a request to the real product API. */
type SendToReal = (method: string, path: string, headers: IncomingHttpHeaders, body: Buffer) => Promise<RealResponse>;

const sendTo =
  (origin: string): SendToReal =>
  async (method, path, headers, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    send(new URL(path, origin), { method, headers }, resolve).on('error', reject).end(body);
    const answer = await promise;
    return { status: answer.statusCode ?? 500, headers: answer.headers, body: await buffer(answer) };
  };

/** Avoids a second connection, which takes longer than most calls. */
const injectInto =
  (app: FastifyInstance): SendToReal =>
  async (method, path, headers, body) => {
    const request = { method: method as 'GET', url: path, headers, ...(body.length > 0 && { payload: body }) };
    const { statusCode, headers: sent, rawPayload } = await app.inject(request);
    return { status: statusCode, headers: sent, body: rawPayload };
  };

function queryOf(params: URLSearchParams): Sent['query'] {
  const values = [...new Set(params.keys())].map((key) => [key, params.getAll(key)] as const);
  return Object.fromEntries(values.map(([key, all]) => [key, all.length === 1 ? (all[0] ?? '') : all]));
}

/** JSON parsed, other texts unchanged, and a form as its fields in order. */
async function bodyOf({ headers }: IncomingMessage, body: Buffer): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  if (body.length === 0) return undefined;
  if (!type.startsWith('multipart/')) return jsonOrText(body.toString());
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  return Promise.all(
    [...form].map(async ([key, value]) => [key, typeof value === 'string' ? value : await fileOf(value)]),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const fileOf = async (file: File) => ({
  name: file.name,
  type: file.type,
  text: Buffer.from(await file.arrayBuffer()).toString(),
});

function answerOf(fault: Fault): { type: string; text: string | Buffer } {
  if (Buffer.isBuffer(fault.body)) return { type: 'application/json', text: fault.body };
  if (typeof fault.body === 'string') return { type: 'text/html', text: fault.body };
  return { type: 'application/json', text: JSON.stringify(fault.body === undefined ? {} : fault.body) };
}

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
}

/** Starts a proxy on a free port. `real` is the server or URL for unscripted requests; `shape` changes its responses. */
export async function startFaultUpstream(
  real?: FastifyInstance | string,
  shape: Shape | null = null,
): Promise<FaultUpstream> {
  const forward = typeof real === 'string' ? sendTo(real) : real && injectInto(real);
  const requests: Sent[] = [];
  const answers: string[] = [];
  const paths = new Set<string>();
  const faults = new Map<string, Fault[]>();
  const passedOn = new Set<Promise<unknown>>();
  let connections = 0;
  let key: string | null = null;
  let waves: CallWaves | null = null;

  const next = (request: Sent): Fault | undefined => {
    const scripted = faults.get(request.path);
    const fault = scripted?.[0];
    if (fault?.of?.(request) === false) return undefined;
    if (fault?.times !== undefined) {
      fault.times -= 1;
      if (fault.times <= 0) scripted?.shift();
    }
    return fault;
  };

  const passOn = async (request: IncomingMessage, body: Buffer, response: ServerResponse, fault?: Fault) => {
    if (!forward)
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"no such call"}');
    const { method = '', url = '/', headers: given } = request;
    const isReplaced = given[keyHeader] !== undefined && url !== calls.apiUserDetail.path;
    const replaced = key === null || !isReplaced ? given : { ...given, [keyHeader]: key };
    const answering = forward(method, url, replaced, body);
    passedOn.add(answering);
    const answer = await answering.finally(() => passedOn.delete(answering));
    const { status, body: raw } = answer;
    if (fault?.lost) return void request.socket.destroy();
    if (fault?.emptied && status === 200) return void response.writeHead(fault.emptied).end();
    const json = String(answer.headers['content-type']).includes('json');
    const changed = json && fault?.change ? fault.change(JSON.parse(raw.toString())) : undefined;
    const { pathname } = new URL(url, 'http://upstream');
    const shaped: ShapedResponse =
      json && shape && changed === undefined
        ? shape(method, pathname, { status, body: JSON.parse(raw.toString() || 'null') })
        : { status, body: changed };
    const { body: content, written } = shaped;
    const good = content === undefined ? raw : (written?.bytesOf(content) ?? Buffer.from(JSON.stringify(content)));
    const out = fault?.rewrite && status === 200 ? fault.rewrite(raw) : good;
    if (json) answers.push(out.toString());
    const headers: OutgoingHttpHeaders = { ...answer.headers, ...(written && { 'content-type': written.contentType }) };
    for (const name of ownHeaders) delete headers[name];
    response.writeHead(shaped.status, { ...headers, ...fault?.headers }).end(out);
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://upstream');
    const body = await buffer(request);
    paths.add(url.pathname);
    const sent: Sent = {
      method: request.method ?? '',
      path: url.pathname,
      query: queryOf(url.searchParams),
      headers: request.headers,
      body: await bodyOf(request, body),
    };
    requests.push(sent);
    if (waves) {
      const current = waves;
      response.once('close', () => current.leave());
      await current.enter();
    }
    const fault = next(sent);
    if (fault?.delayMs) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    await fault?.until;
    if (fault?.hang) return;
    if (fault?.reset) return void request.socket.destroy();
    if (fault?.early) response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    if (!fault || fault.real || fault.lost || fault.emptied) return passOn(request, body, response, fault);
    const { type, text: out } = answerOf(fault);
    answers.push(out.toString());
    response.writeHead(fault.status ?? 200, { 'content-type': type, ...fault.headers });
    if (fault.drip) return drip(response);
    if (fault.cut) return void response.write(out.slice(0, out.length / 2), () => request.socket.destroy());
    response.end(out);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    paths,
    answers,
    sent: (path) => requests.filter((request) => request.path === path),
    script: (path, ...scripted) => void faults.set(path, scripted),
    useKey: (given) => {
      key = given;
    },
    async wavesOf(act) {
      const counted = new CallWaves();
      waves = counted;
      try {
        await act();
      } finally {
        waves = null;
      }
      return counted.count;
    },
    settled: async () => void (await Promise.allSettled(passedOn)),
    clear() {
      key = null;
      faults.clear();
      requests.length = 0;
    },
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
