import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { startExport } from '../testing/exports.ts';
import { addUsers } from '../testing/rows.ts';
import { activeUsersPath, mode, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  await addUsers(system, 'B', [
    { firstname: 'Cara', lastname: 'Novak', department_name: 'InfoSec', role_id: 5 },
    { firstname: 'anna', lastname: 'Zeman', department_name: 'legal', role_id: 4 },
    { firstname: 'Anna', lastname: 'Adler', department_name: 'Legal', role_id: 3 },
    { firstname: 'Ärne', lastname: 'Berg', department_name: null, role_id: null },
    { firstname: 'Zoë', lastname: null, department_name: 'InfoSec', role_id: 2 },
    { firstname: null, lastname: null, email: '100%_sure@list.example', department_name: 'Sales', role_id: 5 },
    { firstname: 'Ida', lastname: 'Left', department_name: 'InfoSec', role_id: 4, is_disabled: true },
    { firstname: 'Jon', lastname: 'Left', department_name: 'Legal', role_id: 5, is_disabled: true },
  ]);
  tab = await system.signIn('orgB');
  system.upstream.requests.length = 0;
});

const page = 'nodes { fullName } totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor startIndex }';
async function users(args: string, fields = page) {
  const { data, errors } = await tab.graphql(`{ viewer { organisation { users${args} { ${fields} } } } }`);
  return { users: data?.viewer?.organisation?.users, errors };
}
const names = async (args: string): Promise<string[]> =>
  (await users(args)).users.nodes.map(({ fullName }: { fullName: string }) => fullName.split(' ')[0]);

const sure = '100%_sure@list.example';
const newest = ['orgB', sure, 'Zoë', 'Ärne', 'Anna', 'anna', 'Cara'];

describe('the order', () => {
  test('USER-5 REST-17 active users come newest first by creation, the reader among them', async () => {
    expect(await names('(filter: { status: ACTIVE })')).toEqual(newest);
  });

  test('USER-6 REST-18 inactive users come newest first by change', async () => {
    expect(await names('(filter: { status: INACTIVE })')).toEqual(['Ida', 'Jon']);
  });

  test('USER-5 USER-6 without a status both come, the active ones first', async () => {
    expect(await names('')).toEqual([...newest, 'Ida', 'Jon']);
  });

  test('USER-2 by each field: missing values last, equal ones by id, capitals no matter', async () => {
    const orders: [string, string, string[]][] = [
      ['CREATED_AT', 'ASC', ['Cara', 'anna', 'Anna', 'Ärne', 'Zoë', sure, 'orgB']],
      ['UPDATED_AT', 'DESC', ['orgB', 'Cara', 'anna', 'Anna', 'Ärne', 'Zoë', sure]],
      ['NAME', 'ASC', ['anna', 'Anna', 'Ärne', 'Cara', 'orgB', 'Zoë', sure]],
      ['NAME', 'DESC', ['Zoë', 'orgB', 'Cara', 'Ärne', 'Anna', 'anna', sure]],
      ['EMAIL', 'ASC', [sure, 'anna', 'Anna', 'Ärne', 'Cara', 'orgB', 'Zoë']],
      ['DEPARTMENT', 'ASC', ['Cara', 'Zoë', 'anna', 'Anna', sure, 'orgB', 'Ärne']],
      ['DEPARTMENT', 'DESC', [sure, 'Anna', 'anna', 'Zoë', 'Cara', 'Ärne', 'orgB']],
      ['ROLE', 'ASC', ['Zoë', 'orgB', 'Anna', 'anna', 'Cara', sure, 'Ärne']],
      ['ROLE', 'DESC', [sure, 'Cara', 'anna', 'Anna', 'orgB', 'Zoë', 'Ärne']],
    ];
    for (const [field, direction, order] of orders) {
      const sorted = await names(`(filter: { status: ACTIVE }, orderBy: { field: ${field}, direction: ${direction} })`);
      expect([field, direction, sorted]).toEqual([field, direction, order]);
    }
  });
});

describe('the rows', () => {
  test('USER-3 SEARCH-4 a search finds part of a name, email, department or role, in every alphabet', async () => {
    const searches: [string, string[]][] = [
      ['CARA', ['Cara']],
      ['anna adl', ['Anna']],
      ['_SURE@', [sure]],
      ['leg', ['Anna', 'anna']],
      ['assess', ['anna']],
      ['ärn', ['Ärne']],
      ['arn', ['Ärne']],
      ['a\u0308rn', ['Ärne']],
      ['  zoë ', ['Zoë']],
      ['100%', [sure]],
      ['q_%', []],
      ['Adler, Anna', ['Anna']],
      ['aerne', ['Ärne']],
      ['\u200b', newest],
      ['mailto:%zz', []],
    ];
    for (const [search, found] of searches)
      expect([search, await names(`(filter: { status: ACTIVE }, search: ${JSON.stringify(search)})`)]).toEqual([
        search,
        found,
      ]);
  });

  test('USER-3 a filter leaves the users that match all of it', async () => {
    const { db } = system.platform;
    const rows = await db.selectFrom('ent_usr').select(['id', 'firstname']).execute();
    const idOf = (name: string) => rows.find(({ firstname }) => firstname === name)?.id ?? 0;
    const responders = [
      { ent_usr_id: idOf('Zoë'), kind: 'arc' as const },
      { ent_usr_id: idOf('Cara'), kind: 'continuer' as const },
    ];
    await db.insertInto('responder').values(responders).execute();
    const filters: [string, string[]][] = [
      ['roleIds: ["5"]', [sure, 'Cara']],
      ['roleIds: ["5", 4]', [sure, 'anna', 'Cara']],
      ['departments: ["Legal"]', ['Anna']],
      ['departments: ["Legal", "InfoSec"]', ['Zoë', 'Anna', 'Cara']],
      ['roleIds: [], departments: []', newest],
      ['departments: ["InfoSec"], roleIds: ["5"]', ['Cara']],
      ['responder: true', ['Zoë', 'Cara']],
      ['responder: false, roleIds: ["5"]', [sure]],
    ];
    for (const [filter, left] of filters)
      expect([filter, await names(`(filter: { status: ACTIVE, ${filter} })`)]).toEqual([filter, left]);
  });

  test.each(['["none"]', '["5", "99"]', '[""]'])(
    'USER-90 the roles %s, of which one is unknown, are INVALID by their name in a list and its export, never empty',
    async (roleIds) => {
      const { users: nothing, errors } = await users(`(filter: { status: ACTIVE, roleIds: ${roleIds} })`);
      const fields = [{ path: 'filter.roleIds', code: 'UNKNOWN', message: 'must be one of 1, 2, 3, 4, 5' }];
      expect([nothing, errors[0]?.extensions]).toMatchObject([null, { code: 'INVALID', fields }]);
      const args = { organisationId: String(system.platform.orgs.B), filter: { roleIds: JSON.parse(roleIds) } };
      const exported = await startExport(tab, { list: 'USERS', args });
      expect([exported.code, exported.errors[0]?.extensions.fields]).toEqual(['INVALID', fields]);
    },
  );

  test('USER-4 the number of active users does not depend on what is searched for', async () => {
    const { data } = await tab.graphql(
      '{ viewer { organisation { userLimitText activeUserCount users(search: "zoë", filter: { status: ACTIVE }) { totalCount } } } }',
    );
    expect(data.viewer.organisation).toEqual({
      userLimitText: 'No Limit',
      activeUserCount: 7,
      users: { totalCount: 1 },
    });
    const alone = await tab.graphql('{ viewer { organisation { activeUserCount } } }');
    expect(alone.data.viewer.organisation.activeUserCount).toBe(7);
  });
});

describe('paging', () => {
  test('CONST-7 first and offset select a page with its position at both ends', async () => {
    const at = async (args: string) => {
      const { nodes, totalCount, pageInfo } = (await users(`(filter: { status: ACTIVE }, ${args})`)).users;
      const { hasPreviousPage, hasNextPage, startIndex } = pageInfo;
      return [nodes.length, totalCount, hasPreviousPage, hasNextPage, startIndex];
    };
    expect(await at('first: 3')).toEqual([3, 7, false, true, 0]);
    expect(await at('first: 3, offset: 3')).toEqual([3, 7, true, true, 3]);
    expect(await at('first: 3, offset: 6')).toEqual([1, 7, true, false, 6]);
    expect(await at('first: 7, offset: 0')).toEqual([7, 7, false, false, 0]);
    expect(await at('first: 3, offset: 50')).toEqual([0, 7, true, false, 7]);
    expect(await at('first: 3, search: "unknown"')).toEqual([0, 0, false, false, 0]);
  });

  test('USER-6 a page of both lists begins with the active and ends with the inactive ones', async () => {
    expect(await names('(first: 3, offset: 6)')).toEqual(['Cara', 'Ida', 'Jon']);
    expect(await names('(first: 1, offset: 8)')).toEqual(['Jon']);
  });

  test('ERR-15 a search or filter with half a surrogate or a null character is INVALID by its name, and an id with one is unknown', async () => {
    const inLists = [
      ['search', 'search: $text'],
      ['filter.email', 'filter: { email: $text }'],
      ['filter.departments', 'filter: { departments: ["Sales", $text] }'],
    ] as const;
    const organisation = (list: string) => `organisation(id: "${system.platform.orgs.B}") { ${list} { totalCount } }`;
    const ofOrganisation = ['mappings', 'externalUsers', ...(mode === 'on' ? ['invitations'] : [])];
    const wrong: [path: string, query: string][] = [
      ...inLists.map(([path, args]): [string, string] => [path, organisation(`users(${args})`)]),
      ...ofOrganisation.map((list): [string, string] => ['search', organisation(`${list}(search: $text)`)]),
    ];
    for (const text of ['a\uD800', '\uDFFFa', 'a\u0000b'])
      for (const [path, query] of wrong) {
        const { errors } = await tab.graphql(`query ($text: String!) { ${query} }`, { text });
        expect([query, errors[0]?.extensions]).toMatchObject([query, { code: 'INVALID', fields: [{ path }] }]);
      }
    const byId = await tab.graphql('query ($id: ID!) { user(id: $id) { id } }', { id: '1\uD800' });
    expect(byId.code).toBe('NOT_FOUND');
  });

  test('CONST-7 GQL-11 an argument that is wrong is refused and named', async () => {
    const wrong: [string, string][] = [
      ['first', 'first: 0'],
      ['first', 'first: -1'],
      ['first', 'first: 101'],
      ['offset', 'offset: -1'],
      ['offset', 'offset: 2000000000'],
      ['last', 'last: 0'],
      ['last', 'last: 101'],
      ['last', 'first: 1, last: 1'],
      ['last', 'last: 1, offset: 1'],
      ['after', 'after: "MQ", offset: 1'],
      ['before', 'before: "MQ", offset: 1'],
      ['after', 'after: "not one"'],
      ['after', 'after: ""'],
      ['before', 'before: "LTE"'],
      ['search', `search: "${'x'.repeat(201)}"`],
      ['filter.roleIds', `filter: { roleIds: [${'1,'.repeat(101)}] }`],
    ];
    for (const [path, args] of wrong) {
      const code = args.includes(': 101') ? 'TOO_COSTLY' : 'INVALID';
      const { users: nothing, errors } = await users(`(${args})`);
      expect([args, nothing]).toEqual([args, null]);
      expect(errors[0]?.extensions).toMatchObject({ code, fields: [{ path, message: expect.any(String) }] });
    }
    expect(system.upstream.sent(activeUsersPath)).toEqual([]);
  });
});
