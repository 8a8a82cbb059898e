/**
 * A product API that repeats the answers of our platform: the first time, an answer is fetched from PLATFORM_URL, from then on it is sent from memory. A
 * process of its own.
 */
import { type ReceivedCall, type Sent, serve } from './serve.ts';

interface Stored extends Sent {
  body: Buffer;
  /** Where the seconds of the first time in the body are; -1 without one. */
  changesAt: number;
}

const platform = process.env.PLATFORM_URL ?? '';
const stored = new Map<string, Stored>();
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
/** At the end of a client's key. */
const clientNumber = /-\d+$/;
const moment = /"(?:updated_at|created_at)":"\d{4}-\d\d-\d\dT\d\d:\d\d:(?=\d\d\.\d{3}Z")/;

async function fetchFirst({ method, path, headers, body }: ReceivedCall): Promise<Stored> {
  const sent = Object.entries(headers).filter(([name]) => !notForwarded.has(name)) as [string, string][];
  const answer = await fetch(`${platform}${path}`, { method, headers: sent, ...(body && { body }) });
  const text = await answer.text();
  const found = moment.exec(text);
  return {
    status: answer.status,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !notRepeated.has(name))),
    etag: answer.headers.get('etag') ?? undefined,
    body: Buffer.from(text),
    changesAt: found ? Buffer.byteLength(text.slice(0, found.index + found[0].length)) : -1,
  };
}

/** The answer after a change in the product API: the first time of a row is another one, and so is the version. */
function changed({ body, etag, changesAt, ...same }: Stored): Sent {
  changes += 1;
  const copy = Buffer.from(body);
  const time = `${String(Math.floor(changes / 1_000) % 60).padStart(2, '0')}.${String(changes % 1_000).padStart(3, '0')}`;
  copy.write(time, changesAt, 'latin1');
  return { ...same, body: copy, etag: etag && `"change-${changes}"` };
}

/** A call as the platform gets it: with the key of the role in place of a client's own. */
const ofRole = (call: ReceivedCall): ReceivedCall => {
  const key = call.key.replace(clientNumber, '');
  const headers = { ...call.headers, 'api-key': key };
  return { ...call, key, headers, body: call.body.replace(`"${call.key}"`, `"${key}"`) };
};

serve(async (received, mode) => {
  const call = ofRole(received);
  const { method, path, key, body, headers } = call;
  const name = `${method} ${path} ${key} ${body}`;
  const found = stored.get(name) ?? (await fetchFirst(call));
  stored.set(name, found);
  if (mode.changes && found.changesAt >= 0) return changed(found);
  if (found.etag === undefined || headers['if-none-match'] !== found.etag) return found;
  const { body: _same, ...unchanged } = found;
  return { ...unchanged, status: 304 };
});
