/** `npm run bench -- sync`: creates users through SCIM and, for comparison, as many with `createUser`, each during normal work of other users. */
import type { Pool } from 'undici';
import { apiKeyOf, scimKey, scimOrganisation, spread } from './data.ts';
import { connect, loadOf, post, sendWithKey, withKey } from './load.ts';
import { operationNamed } from './operations.ts';
import { startSystem } from './system.ts';
import { printTable, type Question } from './table.ts';

const clients = 4;
const createUser = 'mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { user { id } } }';

const graphqlBody = (place: number) => {
  const domain = `org${scimOrganisation}.example`;
  const input = {
    firstName: 'Jane',
    lastName: `Doe ${place}`,
    email: `mutation${place}@${domain}`,
    roleId: '5',
    designation: 'Engineer',
    department: 'IT',
    supervisorEmail: `person1@${domain}`,
  };
  return JSON.stringify({ query: createUser, variables: { input } });
};

const scimBody = (place: number) =>
  JSON.stringify({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `sync${place}@org${scimOrganisation}.example`,
    externalId: `e-${place}`,
    active: true,
    name: { givenName: 'Jane', familyName: `Doe ${place}` },
    title: 'Engineer',
  });

async function createByScim(pool: Pool, place: number): Promise<void> {
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: '/scim/v2/Users',
    body: scimBody(place),
    headers: { 'content-type': 'application/scim+json', authorization: `Bearer ${scimKey}` },
  });
  const text = await body.text();
  if (statusCode !== 201) throw new Error(`${statusCode} ${text}`);
}

export const syncQuestion: Question<'users' | 'seconds'> = {
  options: { users: 2_000, seconds: 5 },
  async measure({ users, seconds }) {
    await using system = await startSystem(spread(20_000, 100));
    await using pool = connect(system.gateway.origin);
    const send = sendWithKey(pool, apiKeyOf('admin'), [operationNamed('UserPage', { id: '77' })]);
    const others = (time: number, signal?: AbortSignal) => loadOf({ clients, seconds: time, send, signal });
    /** Runs the task for each user in turn, while other users work. */
    const beside = async (task: (place: number) => Promise<unknown>) => {
      const end = new AbortController();
      const work = others(Infinity, end.signal);
      const send = (place: number) => task(place).then(() => null);
      const all = loadOf({ clients: 1, seconds: Infinity, most: users, send }).finally(() => end.abort());
      const [{ count, perSecond }, { p99Ms }] = await Promise.all([all, work]);
      return { seconds: count / perSecond, p99Ms };
    };
    await others(seconds);
    const alone = await others(seconds);
    const mutations = await beside((place) => post(pool, withKey(apiKeyOf(scimOrganisation)), graphqlBody(place)));
    const sync = await beside((place) => createByScim(pool, place));
    printTable(
      ['users, one after another', 's', 'p99 of the others ms'],
      [
        ['–', '–', alone.p99Ms],
        [`${users} createUser`, mutations.seconds, mutations.p99Ms],
        [`${users} POST /scim/v2/Users`, sync.seconds, sync.p99Ms],
      ],
    );
    return [
      { name: 'time of a sync against createUser', value: sync.seconds / mutations.seconds, most: 3 },
      { name: 'p99 of the others during a sync against alone', value: sync.p99Ms / alone.p99Ms, most: 2 },
    ];
  },
};
