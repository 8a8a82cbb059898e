/**
 * Receives the events of a webhook, and appends each event once to a file of JSON lines. If a run is stopped, start it again. While you rotate the secret,
 * WEBHOOK_SECRET takes both secrets, separated by a comma. Usage: WEBHOOK_SECRET=whsec_… PORT=4200 node receive-webhooks.mjs events.jsonl
 */
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const [file = 'events.jsonl'] = process.argv.slice(2);
const { WEBHOOK_SECRET = '', PORT = '4200' } = process.env;
const webhooks = WEBHOOK_SECRET.split(',').map((secret) => new Webhook(secret.trim()));
const largest = 1024 * 1024;

const text = await readFile(file, 'utf8').catch((error) => {
  if (error.code === 'ENOENT') return '';
  throw error;
});
// If a stopped run left an incomplete line, its event was not accepted. The console sends it again.
const whole = text.slice(0, text.lastIndexOf('\n') + 1);
const output = await open(file, 'a');
await output.truncate(Buffer.byteLength(whole));
const known = new Set(
  whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id),
);

/** The event if it was signed with one of the secrets within the last five minutes, otherwise null. */
function verified(body, headers) {
  for (const webhook of webhooks) {
    try {
      return webhook.verify(body, headers);
    } catch {}
  }
  return null;
}

async function readBody(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= largest) chunks.push(chunk);
  }
  return bytes > largest ? null : Buffer.concat(chunks).toString();
}

// One after the other, so that an event that arrives twice at the same time is written once.
let writing = Promise.resolve();
function store(event) {
  writing = writing.then(async () => {
    if (known.has(event.id)) return;
    await output.appendFile(`${JSON.stringify(event)}\n`);
    await output.sync();
    known.add(event.id);
  });
  return writing;
}

const server = createServer(async (request, response) => {
  const body = await readBody(request);
  const event = body === null ? null : verified(body, request.headers);
  if (event === null) return response.writeHead(400).end();
  // Store the event before accepting it. The console sends again what is not accepted.
  await store(event);
  response.writeHead(204).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Receives webhooks on http://127.0.0.1:${PORT}/`));
