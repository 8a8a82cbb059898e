/**
 * Receives the events of a webhook and appends each once to a file of JSON lines: WEBHOOK_SECRET=whsec_… PORT=4200 node receive-webhooks.mjs events.jsonl. While the
 * secret is changed, WEBHOOK_SECRET takes both, separated by a comma. A run that was stopped is started again.
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
// A line that a stopped run has not finished was not accepted, and is sent again.
const whole = text.slice(0, text.lastIndexOf('\n') + 1);
const output = await open(file, 'a');
await output.truncate(Buffer.byteLength(whole));
const known = new Set(
  whole
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id),
);

/** The event, if one of the secrets has signed it within the last five minutes; otherwise null. */
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

// One after the other, so that an event that comes twice at once is written once.
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
  // Stored before it is accepted: what is not accepted comes again.
  await store(event);
  response.writeHead(204).end();
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Receives webhooks on http://127.0.0.1:${PORT}/`));
