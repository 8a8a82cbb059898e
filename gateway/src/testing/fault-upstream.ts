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

/** What happens to a request instead of, or as well as, the real answer. */
export interface Fault {
  status?: number;
  /** A text goes out as HTML, bytes as they are and anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
  /** Sends a 103 before the answer. */
  early?: boolean;
  delayMs?: number;
  /** Waits for this before it continues. */
  until?: Promise<unknown>;
  /** Accepts the request and never answers. */
  hang?: boolean;
  /** Cuts the connection. */
  reset?: boolean;
  /** Cuts the connection in the middle of the answer. */
  cut?: boolean;
  /** Sends a byte of the answer every 50 ms, without end. */
  drip?: boolean;
  /** The real product API does what it was asked; the connection is cut before its answer. */
  lost?: boolean;
  /** The real product API does what it was asked, and a good answer of it is sent without its body, with this status. */
  emptied?: 200 | 204;
  /** The real product API answers; `headers` and `change` are laid over its answer. */
  real?: boolean;
  change?: (body: unknown) => unknown;
  /** Writes a good answer of the real product API in other bytes. */
  rewrite?: (json: Buffer) => Buffer;
  /** How many requests it is for; every one unless said. */
  times?: number;
  /** Which requests it is for; the others are answered by the real product API. */
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
  /** Every path that was requested since the start, cleared or not. */
  paths: ReadonlySet<string>;
  /** Texts of all answers, for the search for secrets. */
  answers: string[];
  /** The requests to a path, such as `/login`. */
  sent(path: string): Sent[];
  /** Scripts a path; several faults of one path are used up in order. */
  script(path: string, ...faults: Fault[]): void;
  /** Every further call except reading the caller is made with this key; null: with the caller's own again. */
  useKey(key: string | null): void;
  /** The number of waves in which the calls of `act` are made. */
  wavesOf(act: () => Promise<unknown>): Promise<number>;
  /** Waits until the real product API has answered what was passed on to it. */
  settled(): Promise<void>;
  /** Forgets faults and requests, and calls are made with the caller's own key. */
  clear(): void;
  /** How many connections were opened so far. */
  connections(): number;
  close(): Promise<void>;
}

const keyHeader = 'api-key';
/** Headers that hold for one connection only, of which the proxy's own closes earlier, or for the answer before its change. */
const ownHeaders = ['connection', 'content-length', 'keep-alive', 'transfer-encoding'] as const;

/** What the real product API answers. */
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

/** JSON as it was sent, else its text; a form as its fields, in their order. */
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

/** Starts one on a free port; `real` is the server or the address that unscripted requests go to, and `shape` changes how it answers. */
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
