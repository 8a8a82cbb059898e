import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { addUsers, listOf } from '../testing/rows.ts';
import { useTestSystem } from '../testing/system.ts';

const list = '/consoles/active_user_list';
const inactiveList = '/consoles/inactive_user_list';
const self = '/tasks/api_user_detail';
const detail = '/consoles/org_detail';

const system = useTestSystem();
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('orgA');
  system.upstream.script(list, { body: listOf('Ann') });
  system.upstream.requests.length = 0;
});

const documentOf = (more = '') => `query Users($first: Int!) {
  viewer {
    user { firstName role { key } }
    organisation { brandName users(filter: { status: ACTIVE }, first: $first) { nodes { id firstName email } } }
  }
  ${more}
}`;
const ask = (client = tab, first = 50, document = documentOf()) => client.graphql(document, { first });
const asked = () => system.upstream.requests.map(({ path }) => path);
const withText = (found: RegExp, text: string) => (body: unknown) =>
  JSON.parse(JSON.stringify(body).replace(found, text));

describe('a repeated query', () => {
  test('DESIGN-9 has the same answer and the same calls when nothing has changed', async () => {
    const { text } = await ask();
    const calls = asked();
    system.upstream.requests.length = 0;
    expect((await ask()).text).toBe(text);
    expect(asked().toSorted()).toEqual(calls.toSorted());
    expect(text).toContain('"firstName":"Ann"');
  });

  test.each([
    ['who asks', self, withText(/"firstname":"[^"]*"/, '"firstname":"Somebody else"'), 'Somebody else'],
    ['the organisation', detail, withText(/"brandname":"[^"]*"/, '"brandname":"Renamed"'), 'Renamed'],
  ])('DESIGN-9 T19 shows at once that %s has changed', async (_what, path, change, shown) => {
    await ask();
    system.upstream.script(path, { real: true, change });
    expect((await ask()).text).toContain(shown);
    system.upstream.script(path, { real: true });
    expect((await ask()).text).not.toContain(shown);
  });

  test('DESIGN-9 USER-3 shows at once that the list has changed, and makes each call once', async () => {
    await ask();
    system.upstream.requests.length = 0;
    system.upstream.script(list, { body: listOf('Bob') });
    expect((await ask()).text).toContain('"firstName":"Bob"');
    expect(asked()).toHaveLength(3);
  });

  test('DESIGN-9 USER-1 calls each list once, however often the part that is read of a list has changed', async () => {
    system.upstream.script(list);
    const document = documentOf().replace('filter: { status: ACTIVE }, ', '');
    const rows = Array.from({ length: 30 }, () => ({ firstname: 'Ann' }));
    await addUsers(system, 'A', rows);
    await ask(tab, 90, document);
    for (let change = 0; change < 5; change += 1) {
      await addUsers(system, 'A', [{ firstname: 'Bob', email: `bob${change}@list.example` }]);
      await ask(tab, 90, document);
      system.upstream.requests.length = 0;
      expect((await ask(tab, 90, document)).text.match(/"firstName":"Bob"/g)).toHaveLength(change + 1);
      expect(asked().toSorted()).toEqual([list, inactiveList, detail, self].toSorted());
    }
  });

  test('DESIGN-9 ROLE-5 is refused after the role has lost the permission', async () => {
    await ask();
    const role = { idStr: 'AUDITEE', name: 'Auditee' };
    system.upstream.script(self, {
      real: true,
      change: (body) => ({ user: { ...(body as { user: object }).user, role, role_id: undefined } }),
    });
    const { code, text } = await ask();
    expect([code, text.includes('Ann')]).toEqual(['FORBIDDEN', false]);
  });

  test('T19 DESIGN-9 has an answer of its own for another caller and for other variables', async () => {
    const { text } = await ask();
    const colleague = await system.signIn('assA');
    expect((await ask(colleague)).text).not.toBe(text);
    const { data } = await ask(tab, 3);
    expect(data.viewer.organisation.users.nodes).toHaveLength(3);
  });

  test('DESIGN-9 succeeds after a part has failed', async () => {
    system.upstream.script(list, { status: 500, body: {}, times: 2 }, { body: listOf('Ann') });
    expect((await ask()).code).toBe('UPSTREAM_BAD_RESPONSE');
    system.upstream.script(list, { body: listOf('Ann') });
    expect((await ask()).text).toContain('Ann');
  });
});
