/**
 * A product API that repeats the answers of our platform: the first time, an answer is fetched from PLATFORM_URL, from then on it is sent from memory. A
 * process of its own. `POST /bench/mode` sets how it answers, and returns the calls that were recorded before.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DirectCall } from '../peers/direct-plan.ts';
import { CallRecorder } from './call-recorder.ts';
import { defaultMode, type ReplayMode } from './replay-mode.ts';

interface Stored {
  status: number;
  headers: Record<string, string>;
  etag: string | null;
  body: Buffer;
  /** Where the seconds of the first time in the body are; -1 without one. */
  changesAt: number;
}

const platform = process.env.PLATFORM_URL ?? '';
const stored = new Map<string, Stored>();
let mode: ReplayMode = defaultMode;
let recorder = new CallRecorder();
let changes = 0;

const notRepeated = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'date',
  'etag',
  'keep-alive',
  'transfer-encoding',
]);
const notForwarded = new Set(['connection', 'content-length', 'host', 'if-none-match', 'transfer-encoding']);
const moment = /"(?:updated_at|created_at)":"\d{4}-\d\d-\d\dT\d\d:\d\d:(?=\d\d\.\d{3}Z")/;

async function fetchFirst({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): Promise<Stored> {
  const sent = Object.entries(headers).filter(([name]) => !notForwarded.has(name)) as [string, string][];
  const answer = await fetch(`${platform}${url}`, { method, headers: sent, ...(body && { body }) });
  const text = await answer.text();
  const [found] = [moment.exec(text)];
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !notRepeated.has(name))),
    etag: answer.headers.get('etag'),
    body: Buffer.from(text),
    changesAt: found ? Buffer.byteLength(text.slice(0, found.index + found[0].length)) : -1,
  };
}

/** The answer after a change in the product API: the first time of a row is another one, and so is the version. */
function changed({ body, etag, changesAt, ...same }: Stored): Stored {
  changes += 1;
  const copy = Buffer.from(body);
  const time = `${String(Math.floor(changes / 1_000) % 60).padStart(2, '0')}.${String(changes % 1_000).padStart(3, '0')}`;
  copy.write(time, changesAt, 'latin1');
  return { ...same, changesAt, body: copy, etag: etag && `"change-${changes}"` };
}

function send(response: ServerResponse, known: string | undefined, { status, headers, etag, body }: Stored): void {
  if (etag !== null && known === etag) {
    response.writeHead(304, { ...headers, etag });
    response.end();
    return;
  }
  response.writeHead(status, { ...headers, ...(etag !== null && { etag }), 'content-length': body.length });
  response.end(body);
}

async function answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const key = `${method} ${url} ${headers['api-key']} ${body}`;
  if (mode.recordsCalls) {
    const apiKey = String(headers['api-key'] ?? '');
    await recorder.enter({ method: method as DirectCall['method'], path: url, key: apiKey, body });
  }
  if (mode.delayMs > 0) await pause(mode.delayMs);
  let found = stored.get(key);
  if (!found) {
    found = await fetchFirst(request, body);
    stored.set(key, found);
  }
  send(response, headers['if-none-match'], mode.changes && found.changesAt >= 0 ? changed(found) : found);
}

function setMode(response: ServerResponse, body: string): void {
  response.end(JSON.stringify(recorder.waves));
  mode = JSON.parse(body) as ReplayMode;
  recorder = new CallRecorder();
}

createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = parts.length === 0 ? '' : Buffer.concat(parts).toString();
    const { url = '/' } = request;
    if (url === '/bench/mode') setMode(response, body);
    else answer(request, response, body).catch(() => response.destroy());
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
