/** Copies all users that the key may see into a JSON file: node sync-users.mjs users.json */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { ask } from './console.mjs';

const [file = 'users.json'] = process.argv.slice(2);

/** All rows of a list, a page at a time. `readPage` reads the page behind a cursor. */
async function* rowsOf(readPage) {
  for (let after = null; ; ) {
    const { nodes, pageInfo } = await readPage(after);
    yield* nodes;
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

const organisationsIn = (state) =>
  rowsOf(async (after) => {
    const document = `query($state: OrganisationState!, $after: String) {
      organisations(state: $state, first: 50, after: $after) {
        nodes { id brandName }
        pageInfo { hasNextPage endCursor }
      }
    }`;
    return (await ask(document, { state, after })).organisations;
  });

/** Administrators and Architects read every organisation, others their own. */
async function* organisations() {
  const { viewer } = await ask('{ viewer { can { listOrganisations } organisation { id brandName } } }');
  if (!viewer.can.listOrganisations) return yield viewer.organisation;
  yield* organisationsIn('ACTIVE');
  yield* organisationsIn('DISABLED');
}

const usersOf = (organisation) =>
  rowsOf(async (after) => {
    // Ordered by what does not change, so that a user who is changed meanwhile keeps their place.
    const document = `query($id: ID!, $after: String) {
      organisation(id: $id) {
        users(first: 100, after: $after, orderBy: { field: EMAIL, direction: ASC }) {
          nodes { id email fullName department status updatedAt role { key } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`;
    return (await ask(document, { id: organisation.id, after })).organisation.users;
  });

const stored = await readFile(file, 'utf8').then(JSON.parse, (error) => {
  if (error.code === 'ENOENT') return {};
  throw error;
});
let changed = 0;
for await (const organisation of organisations())
  for await (const user of usersOf(organisation)) {
    const row = { ...user, role: user.role?.key ?? null, organisation: organisation.brandName };
    if (JSON.stringify(stored[user.id]) !== JSON.stringify(row)) changed += 1;
    stored[user.id] = row;
  }

// Renaming replaces the file at once: a run that is stopped leaves the old one.
await writeFile(`${file}.new`, JSON.stringify(stored, null, 2));
await rename(`${file}.new`, file);
console.log(`${Object.keys(stored).length} users, ${changed} new or changed`);
