/** Copies all users that the key may see into a JSON file. Later runs read only changes. Usage: node sync-users.mjs users.json */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { ask } from './console.mjs';

const [file = 'users.json'] = process.argv.slice(2);

const page = `nodes { id email fullName department status updatedAt roleKey organisationId }
  pageInfo { hasNextPage endCursor }`;
// The default order is right for a sync: a user who is changed during the run moves to the end and is read again.
const allUsers = `query($since: DateTime, $organisationId: ID, $after: String) {
  users(filter: { updatedSince: $since, organisationId: $organisationId }, first: 100, after: $after) { ${page} }
}`;
const ownUsers = `query($since: DateTime, $after: String) {
  viewer { organisation { users(
    filter: { updatedSince: $since }, orderBy: { field: UPDATED_AT, direction: ASC }, first: 100, after: $after
  ) { ${page} } } }
}`;
const organisations = `query($after: String) {
  organisations(filter: { states: [ACTIVE, DISABLED] }, first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
}`;

/** All rows of a list, read one page at a time. */
async function* rowsOf(document, variables, listOf) {
  for (let after = null; ; ) {
    const { nodes, pageInfo } = listOf(await ask(document, { ...variables, after }));
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

/** All users for Administrators and Architects, and the users of the own organisation for others. */
async function* usersSince(since) {
  try {
    yield* rowsOf(allUsers, { since }, ({ users }) => users);
  } catch (error) {
    if (error.code === 'FORBIDDEN') yield* rowsOf(ownUsers, { since }, ({ viewer }) => viewer.organisation.users);
    // An external product API has no list of all users.
    else if (error.code === 'CAPABILITY_UNAVAILABLE')
      for await (const { id } of rowsOf(organisations, {}, (data) => data.organisations))
        yield* rowsOf(allUsers, { since, organisationId: id }, ({ users }) => users);
    else throw error;
  }
}

const stored = await readFile(file, 'utf8').then(JSON.parse, (error) => {
  if (error.code === 'ENOENT') return { since: null, users: {} };
  throw error;
});
let { since } = stored;
let changed = 0;
for await (const user of usersSince(since)) {
  if (JSON.stringify(stored.users[user.id]) !== JSON.stringify(user)) changed += 1;
  stored.users[user.id] = user;
  if (since === null || user.updatedAt > since) since = user.updatedAt;
}

// Renaming replaces the file in one step, so a stopped run leaves the old file.
await writeFile(`${file}.new`, JSON.stringify({ since, users: stored.users }, null, 2));
await rename(`${file}.new`, file);
console.log(`${Object.keys(stored.users).length} users, ${changed} new or changed`);
