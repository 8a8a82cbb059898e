import type { UserName } from '@console/platform/testing/fixtures';
import { beforeEach, describe, expect, test } from 'vitest';
import { orgPaths } from '../testing/organisation-mutations.ts';
import { completeUsers, setDesignation } from '../testing/rows.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
beforeEach(() => completeUsers(system));

const signedIn = (user: UserName = 'orgA') => system.openTab(user);
const idOf = (user: UserName) => String(system.platform.users[user].id);

describe('the table of senior posts', () => {
  const read = async (user: UserName) =>
    (await signedIn(user)).graphql(
      '{ viewer { organisation { id seniorManagement { designation { id label } required holder { id } } } } }',
    );

  test.each<UserName>(['adm', 'arc', 'orgA', 'assA'])(
    'NOM-1 NOM-2 NOM-12 %s sees every post and who holds it',
    async (user) => {
      await setDesignation(system, 'assA', 'CFO');
      await setDesignation(system, 'disA', 'CTO');
      const { data, errors } = await read(user);
      expect(errors).toEqual([]);
      const rows: { designation: { id: string; label: string }; required: boolean; holder: { id: string } | null }[] =
        data.viewer.organisation.seniorManagement;
      expect(rows.map(({ designation }) => designation.id)).toEqual([
        'CEO',
        'CTO',
        'CFO',
        'COO',
        'CISO',
        'CHRO',
        'CPO',
        'DPO',
      ]);
      expect(rows[0]).toEqual({
        designation: { id: 'CEO', label: 'Chief Executive Officer [CEO]' },
        required: true,
        holder: null,
      });
      expect(rows.filter(({ required }) => required)).toHaveLength(1);
      expect(rows.flatMap(({ designation, holder }) => (holder ? [[designation.id, holder.id]] : []))).toEqual([
        ['CFO', idOf('assA')],
      ]);
      const [users, ...before] = system.upstream.requests.map(({ path }) => path).toReversed();
      expect([before.toSorted(), users]).toEqual([[orgPaths.detail, orgPaths.me], orgPaths.users]);
    },
  );

  testWith('on', 'NOM-1 with extensions: of all active users only those who hold a post are sent', async () => {
    await setDesignation(system, 'assA', 'CFO');
    system.upstream.answers.length = 0;
    expect((await read('adm')).errors).toEqual([]);
    const sent = system.upstream.answers.find((answer) => answer.includes('active_users"'));
    expect(JSON.parse(sent ?? '{}')).toMatchObject({ active_users: [{ designation: 'CFO' }], all_count: 5 });
  });

  test('NOM-3 OPEN-37 an Auditee is given null and FORBIDDEN', async () => {
    const { data, code } = await read('audA');
    expect([data.viewer.organisation.seniorManagement, code]).toEqual([null, 'FORBIDDEN']);
  });

  test('WIZ-5 OPEN-57 the posts to choose from, with the product API’s own labels where they match, and without it', async () => {
    const tab = system.client();
    const ask = async () =>
      (await tab.graphql('{ lookups { seniorDesignations { id label group } } }')).data.lookups.seniorDesignations;
    system.platform.moveClock(11 * 60_000);
    system.upstream.script('/consoles/designation_list', { status: 500, body: {} });
    const plain = await ask();
    expect([plain.length, plain[0]]).toEqual([8, { id: 'CEO', label: 'Chief Executive Officer [CEO]', group: null }]);
    system.upstream.script('/consoles/designation_list', {
      body: { designations: [{ id: 'CPO', label: 'Chief Privacy Officer [CPO]' }] },
    });
    expect((await ask())[6]).toEqual({ id: 'CPO', label: 'Chief Privacy Officer [CPO]', group: null });
    system.platform.moveClock(11 * 60_000);
  });
});
