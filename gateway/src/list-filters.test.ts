import { describe, expect, test } from 'vitest';
import type { TestClient } from './testing/client.ts';
import { addExternalUser, addMapping } from './testing/mapping-mutations.ts';
import { addOrganisations } from './testing/rows.ts';
import { useTestSystem } from './testing/system.ts';

const system = useTestSystem();

interface Row {
  id: string;
  changed: string;
}
interface Connection {
  nodes: Row[];
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const organisationsOf = (args: string, fields: string) => `{ organisations(${args}) { ${fields} } }`;
const ofA = (list: string) => (args: string, fields: string) =>
  `{ organisation(id: ${system.platform.orgs.A}) { ${list}${args && `(${args})`} { ${fields} } } }`;

async function read(tab: TestClient, document: string, list: string): Promise<Connection> {
  const { data, errors } = await tab.graphql(document);
  expect([document, errors]).toEqual([document, []]);
  return (data.organisation ?? data)[list];
}
const page = (name = 'updatedAt') => `nodes { id changed: ${name} } totalCount pageInfo { hasNextPage endCursor }`;
const idsOf = ({ nodes }: Connection) => nodes.map(({ id }) => id);

describe('organisations', () => {
  const list = async (tab: TestClient, args: string) => read(tab, organisationsOf(args, page()), 'organisations');
  const names = ['Sync 1', 'Sync 2', 'Sync 3', 'Sync 4', 'Sync 5'];
  const add = () =>
    addOrganisations(
      system,
      names.map((brandname, place) => ({ brandname, is_disabled: place % 2 === 1 })),
    );
  const only = 'search: "sync "';

  test('OPEN-71 CONST-7 both states come in one list, page by page, the longest unchanged first', async () => {
    const ids = (await add()).toReversed();
    const tab = await system.signIn('arc');
    expect(idsOf(await list(tab, `${only}, filter: {}`))).toEqual(ids);
    const first = await list(tab, `${only}, filter: {}, first: 2`);
    expect(first).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
    const next = await list(tab, `${only}, filter: {}, first: 3, after: "${first.pageInfo.endCursor}"`);
    expect([idsOf(first), idsOf(next), next.pageInfo.hasNextPage]).toEqual([ids.slice(0, 2), ids.slice(2), false]);
  });

  test('OPEN-71 filter.states replaces state; without both the active ones come', async () => {
    const ids = await add();
    const [active, disabled] = [0, 1].map((rest) => ids.filter((_id, place) => place % 2 === rest));
    const tab = await system.signIn('adm');
    const sorted = async (args: string) =>
      idsOf(await list(tab, args)).sort((one, other) => Number(one) - Number(other));
    expect(await sorted(only)).toEqual(active);
    expect(await sorted(`${only}, filter: { states: [ACTIVE] }`)).toEqual(active);
    expect(await sorted(`${only}, filter: { states: [DISABLED] }`)).toEqual(disabled);
    expect(await sorted(`${only}, state: DISABLED, filter: {}`)).toEqual(disabled);
    expect(await sorted(`${only}, filter: { states: [DISABLED, ACTIVE] }`)).toEqual(ids);
    const both = await tab.graphql(organisationsOf('state: ACTIVE, filter: { states: [ACTIVE] }', page()));
    expect(both).toMatchObject({ code: 'INVALID', errors: [{ extensions: { fields: [{ path: 'filter.states' }] } }] });
  });

  test('OPEN-71 updatedSince takes those that were changed at the moment or later', async () => {
    const ids = (await add()).toReversed();
    const tab = await system.signIn('adm');
    const { nodes } = await list(tab, `${only}, filter: {}`);
    const since = `updatedSince: "${nodes[2]?.changed}"`;
    expect(idsOf(await list(tab, `${only}, filter: { ${since} }`))).toEqual(ids.slice(2));
    const order = 'orderBy: { field: UPDATED_AT, direction: ASC }';
    expect(idsOf(await list(tab, `${only}, ${order}, filter: { states: [ACTIVE], ${since} }`))).toEqual([
      ids[2],
      ids[4],
    ]);
  });
});

test('OPEN-71 mappings filters by state and change; states works as before', async () => {
  const accepted = await addMapping(system, 'orgB', 'orgA', { activated: true, days: 1 });
  const open = await addMapping(system, 'orgA', 'mfaA', { customer: 'M', vendor: 'A', days: 5 });
  const tab = await system.signIn('adm');
  const list = async (args: string) => read(tab, ofA('mappings')(args, page()), 'mappings');
  const all = await list('');
  expect(idsOf(all)).toEqual([open, accepted]);
  expect(idsOf(await list('filter: { states: [ACCEPTED] }'))).toEqual([accepted]);
  expect(idsOf(await list('states: [ACCEPTED]'))).toEqual([accepted]);
  for (const { id, changed } of all.nodes)
    expect(idsOf(await list(`filter: { updatedSince: "${changed}" }`))).toEqual(
      id === open ? [open] : [open, accepted],
    );
  const both = await tab.graphql(ofA('mappings')('states: [ACCEPTED], filter: { states: [ACCEPTED] }', page()));
  expect(both.code).toBe('INVALID');
});

test('OPEN-71 externalUsers filters by state and change, and orders by email', async () => {
  const people = ['mfaB', 'orgB'] as const;
  await addExternalUser(system, 'orgB', 'A', true);
  await addExternalUser(system, 'mfaB', 'A');
  const tab = await system.signIn('adm');
  const list = async (args: string) => idsOf(await read(tab, ofA('externalUsers')(args, page('at')), 'externalUsers'));
  const [pending, accepted] = people.map((name) => `${system.platform.orgs.A}:${system.platform.users[name].id}`);
  expect(await list('orderBy: { field: EMAIL, direction: ASC }')).toEqual([pending, accepted]);
  expect(await list('orderBy: { field: EMAIL, direction: DESC }')).toEqual([accepted, pending]);
  expect(await list('filter: { states: [PENDING] }')).toEqual([pending]);
  expect(await list('filter: { updatedSince: "2999-01-01T00:00:00Z" }')).toEqual([]);
  expect(await list('filter: { updatedSince: "2000-01-01T00:00:00Z", states: [ACCEPTED] }')).toEqual([accepted]);
});
