/** Appends events to a file of JSON lines, each once and in order. If a run is stopped, start it again. Usage: node write-events.mjs events.jsonl */
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

/** Up to where the file is complete: its size in bytes, and the cursor after its last event. */
const place = await readFile(placeFile, 'utf8').then(JSON.parse, (error) => {
  if (error.code === 'ENOENT') return { bytes: 0, after: null };
  throw error;
});

// Renaming replaces the file in one step.
async function storePlace() {
  await writeFile(`${placeFile}.new`, JSON.stringify(place));
  await rename(`${placeFile}.new`, placeFile);
}

const output = await open(file, 'a');
// Removes what a stopped run wrote after the stored place. It is read and written again.
await output.truncate(place.bytes);
for (let more = true; more; ) {
  const { events } = await ask(feed, { after: place.after });
  if (events === null) throw new Error('The connected product API has no event feed.');
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
