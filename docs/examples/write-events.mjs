/** Appends what has happened to a file of JSON lines, an event once and in order: node write-events.mjs events.jsonl. A run that was stopped is started again. */
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import { ask } from './console.mjs';

const [file = 'events.jsonl'] = process.argv.slice(2);
const placeFile = `${file}.place`;

const feed = `query($after: String) {
  events(first: 100, after: $after) {
    nodes {
      id number at type schemaVersion organisationId otherOrganisationId
      actor { kind roleKey userId apiKeyId } target { kind id } changes { field from to } refusal { action code count }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/** How far the file is known to be complete: its bytes, and the cursor after its last event. */
const place = await readFile(placeFile, 'utf8').then(JSON.parse, (error) => {
  if (error.code === 'ENOENT') return { bytes: 0, after: null };
  throw error;
});

// Renaming replaces the file at once.
async function storePlace() {
  await writeFile(`${placeFile}.new`, JSON.stringify(place));
  await rename(`${placeFile}.new`, placeFile);
}

const output = await open(file, 'a');
// What a stopped run has written after the stored place is read and written again.
await output.truncate(place.bytes);
for (let more = true; more; ) {
  const { events } = await ask(feed, { after: place.after });
  if (events === null) throw new Error('This product API has no feed of events');
  const { nodes, pageInfo } = events;
  const lines = nodes.map((event) => `${JSON.stringify(event)}\n`).join('');
  await output.appendFile(lines);
  await output.sync();
  place.bytes += Buffer.byteLength(lines);
  place.after = pageInfo.endCursor;
  await storePlace();
  if (nodes.length > 0) console.log(`${nodes.length} events, the last one ${nodes.at(-1).number}`);
  more = pageInfo.hasNextPage;
}
await output.close();
