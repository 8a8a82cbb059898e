/** Creates the users of a JSON file in the key's organisation: node provision-users.mjs people.json. A run that was stopped is started again. */
import { readFile } from 'node:fs/promises';
import { ask } from './console.mjs';

const [file = 'people.json'] = process.argv.slice(2);

const createUser = `mutation($input: CreateUserInput!) {
  createUser(input: $input) { user { id } }
}`;
const findUsers = `query($email: String!) {
  viewer { organisation { users(search: $email, first: 100) { nodes { id email } } } }
}`;

/** The user of the organisation who has an email. */
async function findUser(email) {
  const { viewer } = await ask(findUsers, { email });
  return viewer.organisation.users.nodes.find((user) => user.email.toLowerCase() === email.toLowerCase());
}

const isTaken = ({ fields = [] }) => fields.some(({ path, code }) => path === 'email' && code === 'TAKEN');

/** Creates a user once: one whom an earlier run has created is found by their email. */
async function provision(input) {
  try {
    const { createUser: created } = await ask(createUser, { input });
    return `created ${created.user.id}`;
  } catch (error) {
    const existing = isTaken(error) ? await findUser(input.email) : undefined;
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
    // A person who is refused does not stop the others. Any other failure would meet them too.
    if (error.code !== 'INVALID') throw error;
    console.error(`${person.email} refused: ${error.message}`);
    process.exitCode = 1;
  }
