/** Creates the users of a JSON file in the key's organisation. If a run is stopped, start it again. Usage: node provision-users.mjs people.json */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ask } from './console.mjs';

const [file = 'people.json'] = process.argv.slice(2);

const createUser = `mutation($input: CreateUserInput!) {
  createUser(input: $input) { user { id } }
}`;
const findUsers = `query($email: String!) {
  viewer { organisation { users(filter: { email: $email }, first: 1) { nodes { id } } } }
}`;

const isTaken = ({ fields = [] }) => fields.some(({ path, code }) => path === 'email' && code === 'TAKEN');

/** Creates a user once. For 24 hours the same key gets the response of the first run. Later the user is found by email. */
async function provision(input) {
  const idempotencyKey = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  try {
    const { createUser: created } = await ask(createUser, { input }, { idempotencyKey });
    return `created ${created.user.id}`;
  } catch (error) {
    if (!isTaken(error)) throw error;
    const { viewer } = await ask(findUsers, { email: input.email });
    const [existing] = viewer.organisation.users.nodes;
    if (!existing) throw error;
    return `exists ${existing.id}`;
  }
}

const people = JSON.parse(await readFile(file, 'utf8'));
const { lookups } = await ask('{ lookups { roles { id key } } }');
const roleIds = new Map(lookups.roles.map(({ key, id }) => [key, id]));

for (const { role, ...person } of people)
  try {
    console.log(`${person.email} ${await provision({ ...person, roleId: roleIds.get(role) })}`);
  } catch (error) {
    // A rejected user does not stop the others. Any other failure would affect them too.
    if (error.code !== 'INVALID') throw error;
    console.error(`${person.email} rejected: ${error.message}`);
    process.exitCode = 1;
  }
