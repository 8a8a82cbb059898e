import { beforeEach, expect, test } from 'vitest';
import type { Connection } from './product-api/paging.ts';
import type { TestClient } from './testing/client.ts';
import { mapPaths } from './testing/mapping-mutations.ts';
import { addOrganisations, addUsers } from './testing/rows.ts';
import { mode, useTestSystem } from './testing/system.ts';
import { assessmentsOf } from './testing/tab-mutations.ts';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('adm');
});

interface Page {
  ids: string[];
  cursors: string[];
  totalCount: number;
  pageInfo: Connection<unknown>['pageInfo'];
}

interface Cursors {
  after?: string | null;
  before?: string | null;
}

const rows = `edges { cursor node { id } } nodes { id } totalCount
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor startIndex }`;

/** Pages of a connection, of organisation B or of all organisations, in one request. `$after` and `$before` are variables: a new text is compiled again. */
async function readAll(list: string, pages: readonly string[], cursors: Cursors = {}): Promise<Page[]> {
  const fields = pages.map((args, place) => `page${place}: ${list}${args && `(${args})`} { ${rows} }`).join(' ');
  const selection =
    list === 'organisations' ? `{ ${fields} }` : `{ organisation(id: ${system.platform.orgs.B}) { ${fields} } }`;
  const declared = Object.keys(cursors).map((name) => `$${name}: String`);
  const document = declared.length > 0 ? `query (${declared.join(', ')}) ${selection}` : selection;
  const { data, errors } = await tab.graphql(document, cursors);
  expect([pages, errors]).toEqual([pages, []]);
  const answered = list === 'organisations' ? data : data.organisation;
  return pages.map((_args, place) => pageOf(answered[`page${place}`]));
}

async function read(list: string, args: string, cursors: Cursors = {}): Promise<Page> {
  const [page] = await readAll(list, [args], cursors);
  return page as Page;
}

// biome-ignore lint/suspicious/noExplicitAny: a connection as the document selects it
function pageOf({ edges, nodes, totalCount, pageInfo }: any): Page {
  const ids = nodes.map(({ id }: { id: string }) => id);
  expect(edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual(ids);
  const cursors = edges.map(({ cursor }: { cursor: string }) => cursor);
  expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([cursors[0] ?? null, cursors.at(-1) ?? null]);
  return { ids, cursors, totalCount, pageInfo };
}

let made = 0;
const people = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, place) => ({
    email: `v${++made}@list.example`,
    firstname: ['Éva', 'eva', null, 'Bob'][place % 4] ?? null,
    department_name: place % 3 ? 'Legal' : null,
    role_id: [2, 4, 5, null][place % 4] ?? null,
    ...more,
  }));

const walkedPages = 20;

test(`CONST-7 over ${walkedPages} pages nothing comes twice, and nothing is left out that was there all the time`, async () => {
  const { db, orgs, now } = system.platform;
  const lasting = await addUsers(system, 'B', people(2 * walkedPages));
  const passing = await addUsers(system, 'B', people(20, { lastname: 'Passing' }));
  const walked: string[] = [];
  let after: string | null = null;
  let pages = 0;
  do {
    const page: Page = await read('users', 'filter: { status: ACTIVE }, first: 2, after: $after', { after });
    walked.push(...page.ids);
    // Between two pages one user is added at the top, one in the middle, and one is removed.
    const [top, middle] = [now(), new Date(Date.UTC(2026, 1, 1) + pages)];
    for (const created_at of [top, middle]) {
      const email = `v${++made}@list.example`;
      await db.insertInto('ent_usr').values({ email, ent_org_id: orgs.B, created_at, updated_at: top }).execute();
    }
    const gone = passing.pop();
    if (gone) await db.deleteFrom('ent_usr').where('id', '=', Number(gone)).execute();
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    pages += 1;
  } while (after);
  expect(pages).toBeGreaterThan(walkedPages);
  expect(new Set(walked).size).toBe(walked.length);
  expect(lasting.filter((id) => !walked.includes(id))).toEqual([]);
});

/** External users of organisation B with equal and missing values. */
async function addExternalUsers() {
  const { db, orgs } = system.platform;
  const ids = await addUsers(
    system,
    'A',
    titles.map((firstname, place) => ({ firstname: place % 4 ? firstname : null, email: `x${place}@ext.example` })),
  );
  const rows = ids.map((ent_usr_id, place) => {
    const at = new Date(Date.UTC(2026, 1, 1 + (place % 3)));
    return { ent_usr_id: Number(ent_usr_id), mapped_org_id: orgs.B, created_at: at, updated_at: at };
  });
  await db.insertInto('user_mapping').values(rows).execute();
}

const titles = ['Écho', 'acme', 'Delta', 'echo', 'Ärger', 'zulu', 'Acme'];

/** One order of each list. Tests of the platform and of product-api/lists.ts cover the other orders. */
const lists: [string, string, () => Promise<unknown>][] = [
  [
    'users',
    'filter: { status: ACTIVE, roleIds: ["2", "5"] }, search: "v", orderBy: { field: DEPARTMENT, direction: DESC }',
    () => addUsers(system, 'B', people(20)),
  ],
  [
    'users',
    '',
    async () => {
      await addUsers(system, 'B', people(4));
      await addUsers(system, 'B', people(4, { is_disabled: true }));
    },
  ],
  [
    'assessments',
    'orderBy: { field: TITLE, direction: DESC }',
    () =>
      assessmentsOf(
        system,
        'B',
        titles.map((title) => ({ title })),
      ),
  ],
  [
    'mappings',
    'states: [PENDING], orderBy: { field: REQUESTER, direction: DESC }',
    async () => {
      const customer = { id: system.platform.orgs.B, brandname: 'Organisation B' };
      const pending_org_list = titles.map((brandname, place) => ({
        id: place + 1,
        vendor: { id: 1_000 + place, brandname },
        customer,
        requester: place % 2 ? { id: 2_000 + place, firstname: brandname, email: 'r@req.example' } : null,
        updated_at: `2026-02-0${1 + (place % 3)}T00:00:00Z`,
      }));
      system.upstream.script(mapPaths.listsOf, { body: { accepted_org_list: [], pending_org_list } });
    },
  ],
  [
    'externalUsers',
    'orderBy: { field: NAME, direction: ASC }',
    async () => {
      if (mode === 'on') return addExternalUsers();
      const accepted_pending_user_list = titles.map((firstname, place) => ({
        user: { id: place + 1, firstname, email: `x${place}@ext.example` },
        updated_at: place % 2 ? null : `2026-02-0${1 + (place % 3)}T00:00:00Z`,
      }));
      system.upstream.script(mapPaths.usersOf, { body: { accepted_pending_user_list } });
    },
  ],
  [
    'organisations',
    'orderBy: { field: AUDITEES, direction: ASC }',
    () =>
      addOrganisations(
        system,
        ['Écho', 'acme', 'Delta', 'echo'].map((brandname) => ({ brandname })),
      ),
  ],
];

test.each(lists)(
  'CONST-7 first and after, last and before walk through all rows of %s(%s), and both ends are right',
  async (list, args, fill) => {
    const withArgs = (more: string) => [args, more].filter(Boolean).join(', ');
    await fill();
    const whole = await read(list, args);
    const { ids, cursors } = whole;
    expect(ids.length).toBeGreaterThan(5);
    expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false, startIndex: 0 });
    for (const [at, cursor] of cursors.entries()) {
      const both = [withArgs('first: 2, after: $after'), withArgs('last: 2, before: $before')];
      const [after, before] = await readAll(list, both, { after: cursor, before: cursor });
      expect(after?.ids).toEqual(ids.slice(at + 1, at + 3));
      expect(after?.cursors).toEqual(cursors.slice(at + 1, at + 3));
      expect(after?.totalCount).toBe(ids.length);
      expect(after?.pageInfo).toMatchObject({
        hasNextPage: at + 3 < ids.length,
        hasPreviousPage: true,
        startIndex: null,
      });
      expect(before?.ids).toEqual(ids.slice(Math.max(0, at - 2), at));
      expect(before?.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: at > 2 });
    }
    const last = await read(list, withArgs('last: 3'));
    expect([last.ids, last.pageInfo.hasNextPage, last.pageInfo.hasPreviousPage]).toEqual([ids.slice(-3), false, true]);
    const between = ['', 'first: 2', 'last: 2'].map((more) => withArgs(`after: $after, before: $before ${more}`));
    const pages = await readAll(list, between, { after: cursors[0] ?? null, before: cursors[4] ?? null });
    expect(pages.map((page) => page.ids)).toEqual([ids.slice(1, 4), ids.slice(1, 3), ids.slice(2, 4)]);
  },
);

test('CONST-7 a cursor of another list, order, filter or search is INVALID, and the message says what to do', async () => {
  await addUsers(system, 'B', people(3));
  const { endCursor } = (await read('users', 'filter: { status: ACTIVE }')).pageInfo;
  const { A, B } = system.platform.orgs;
  const refused = async (organisation: number, field: string, path: string) => {
    const { data, errors } = await tab.graphql(`{ organisation(id: ${organisation}) { id ${field} { totalCount } } }`);
    expect(data.organisation.id).toBe(String(organisation));
    expect(errors[0]).toMatchObject({
      path: ['organisation', field.replace(/\(.*/, '')],
      message: `${path} is not a cursor of this list. Use one from a page with the same filter, search and order, or leave it out to start again.`,
      extensions: { code: 'INVALID', fields: [{ path }] },
    });
  };
  await refused(A, `users(filter: { status: ACTIVE }, after: "${endCursor}")`, 'after');
  await refused(B, `users(filter: { status: INACTIVE }, after: "${endCursor}")`, 'after');
  await refused(B, `users(after: "${endCursor}")`, 'after');
  await refused(B, `users(filter: { status: ACTIVE }, search: "p", before: "${endCursor}")`, 'before');
  await refused(B, `users(filter: { status: ACTIVE, responder: false }, last: 1, before: "${endCursor}")`, 'before');
  const byName = 'orderBy: { field: NAME, direction: ASC }';
  await refused(B, `users(filter: { status: ACTIVE }, ${byName}, after: "${endCursor}")`, 'after');
  for (const list of ['mappings', 'assessments', 'externalUsers'])
    await refused(B, `${list}(after: "${endCursor}")`, 'after');
  const byDefault =
    'orderBy: { field: CREATED_AT, direction: DESC }, filter: { status: ACTIVE, roleIds: [] }, search: " "';
  await read('users', `${byDefault}, after: "${endCursor}"`);
});
