import { addApps, addPasskeys } from '@console/platform/testing/factors';
import type { UserName } from '@console/platform/testing/fixtures';
import { beforeEach, expect, test } from 'vitest';
import { exportedRows } from '../testing/exports.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
beforeEach(async () => {
  const { db, users } = system.platform;
  await addApps(db, users.assA.id, users.arc.id);
  await addPasskeys(db, users.assA.id, users.audA.id);
});

const document = `query($id: ID!, $filter: UserFilter) {
  organisation(id: $id) { users(filter: $filter) { hasSecondFactors nodes { email secondFactors } } }
}`;

async function list(user: UserName, secondFactor?: string) {
  const tab = await system.openTab(user);
  const id = String(system.platform.orgs.A);
  const { data, code } = await tab.graphql(document, { id, filter: { status: 'ACTIVE', secondFactor } });
  const users = data?.organisation?.users;
  const rows: { email: string; secondFactors: string[] | null }[] = users?.nodes ?? [];
  const factors = Object.fromEntries(rows.map((one) => [one.email.split('@')[0], one.secondFactors]));
  return { code, factors, isShown: users?.hasSecondFactors };
}

testWith(
  'on',
  'FACTOR-14 an Organiser reads the factors of the list without a call more, and filters by them',
  async () => {
    await system.openTab('orgA');
    system.upstream.requests.length = 0;
    const { factors, isShown } = await list('orgA');
    expect(isShown).toBe(true);
    expect(factors).toMatchObject({ assa: ['AUTHENTICATOR_APP', 'PASSKEY'], auda: ['PASSKEY'], orga: [], arc: null });
    expect(system.upstream.requests.map(({ path }) => path.split('?')[0])).toEqual(
      expect.not.arrayContaining(['/consoles/ext/user_security']),
    );
    expect(system.upstream.sent('/consoles/ext/all_users')).toHaveLength(1);
    expect(Object.keys((await list('orgA', 'AUTHENTICATOR_APP')).factors)).toEqual(['assa']);
    expect(Object.keys((await list('orgA', 'PASSKEY')).factors).sort()).toEqual(['assa', 'auda']);
    expect(Object.keys((await list('orgA', 'ANY')).factors).sort()).toEqual(['assa', 'auda']);
    expect(Object.keys((await list('orgA', 'NONE')).factors)).toEqual(['orga']);
  },
);

testWith('on', 'FACTOR-14 an export has a column for who may see it, and its filter', async () => {
  const args = {
    organisationId: String(system.platform.orgs.A),
    filter: { secondFactor: 'PASSKEY', status: 'ACTIVE' },
  };
  const rows = await exportedRows(system, await system.openTab('orgA'), { list: 'USERS', args });
  expect(rows.map((row) => row['Second factor']).sort()).toEqual(['Authenticator app, Passkey', 'Passkey']);
  const { organisationId } = args;
  await system.platform.db.deleteFrom('app_factor').execute();
  const others = await exportedRows(system, await system.openTab('arc'), { list: 'USERS', args: { organisationId } });
  expect(others[0]).not.toHaveProperty('Second factor');
});

testWith('on', 'FACTOR-14 the active and inactive users of one request are both filtered', async () => {
  const both = `query($id: ID!, $active: UserFilter, $inactive: UserFilter) {
    organisation(id: $id) { active: users(filter: $active) { totalCount } inactive: users(filter: $inactive) { totalCount } }
  }`;
  const variables = {
    id: String(system.platform.orgs.A),
    active: { status: 'ACTIVE', secondFactor: 'PASSKEY' },
    inactive: { status: 'INACTIVE', secondFactor: 'PASSKEY' },
  };
  const { data } = await (await system.openTab('orgA')).graphql(both, variables);
  expect(data.organisation).toEqual({ active: { totalCount: 2 }, inactive: { totalCount: 0 } });
});

testWith('on', 'FACTOR-14 all users are filtered too', async () => {
  const all =
    '{ users(filter: { secondFactor: AUTHENTICATOR_APP }) { hasSecondFactors nodes { email secondFactors } } }';
  const { data } = await (await system.openTab('adm')).graphql(all);
  expect(data.users.hasSecondFactors).toBe(true);
  expect(data.users.nodes.map(({ email }: { email: string }) => email).sort()).toEqual([
    'arc@a.example',
    'assa@a.example',
  ]);
});

test.each<UserName>(['arc', 'assA'])(
  'FACTOR-14 %s, who may not see the security of others, gets null and is refused the filter before a call',
  async (user) => {
    await system.platform.db.deleteFrom('app_factor').execute();
    const { factors, isShown } = await list(user);
    expect([isShown, new Set(Object.values(factors))]).toEqual([false, new Set([null])]);
    const tab = await system.openTab(user);
    const organisationId = String(system.platform.orgs.A);
    const read = system.upstream.sent('/consoles/ext/all_users').length;
    expect((await list(user, 'NONE')).code).toBe('FORBIDDEN');
    const start = 'mutation($input: StartExportInput!) { startExport(input: $input) { path } }';
    const args = JSON.stringify({ organisationId, filter: { secondFactor: 'NONE' } });
    const exported = await tab.graphql(start, { input: { list: 'USERS', format: 'CSV', arguments: args } });
    expect(exported.code).toBe('FORBIDDEN');
    expect(system.upstream.sent('/consoles/ext/all_users')).toHaveLength(read);
  },
);

testWith('on', 'FACTOR-14 an Assessor cannot choose rows for a bulk act by what they may not see', async () => {
  await system.platform.db.deleteFrom('app_factor').execute();
  const act = 'mutation($input: StartBulkActionInput!) { startBulkAction(input: $input) { job { id } } }';
  const users = { organisationId: String(system.platform.orgs.A), filter: { secondFactor: 'NONE' } };
  const input = { action: 'ACTIVATE', users, count: 1 };
  expect((await (await system.openTab('assA')).graphql(act, { input })).code).toBe('FORBIDDEN');
  expect(system.upstream.sent('/consoles/ext/start_bulk_act')).toHaveLength(0);
});

testWith(
  'off',
  'FACTOR-14 a product API without factors has none, and the filter is CAPABILITY_UNAVAILABLE',
  async () => {
    const { factors, isShown } = await list('orgA');
    expect([isShown, new Set(Object.values(factors))]).toEqual([false, new Set([null])]);
    expect((await list('orgA', 'NONE')).code).toBe('CAPABILITY_UNAVAILABLE');
  },
);

testWith(
  'on',
  'FACTOR-14 an answer that is no list of factors is null, and an unknown factor is left out',
  async () => {
    const { users, orgs } = system.platform;
    for (const [second_factors, expected] of [
      ['app', null],
      [{ app: true }, null],
      [['app', 'sms', 1, null], ['AUTHENTICATOR_APP']],
    ]) {
      system.upstream.script('/consoles/get_user_detail_by_id', {
        body: { user: { id: users.audA.id, email: 'x@y.z', ent_org_id: orgs.A, second_factors } },
      });
      const read = 'query($id: ID!) { user(id: $id) { secondFactors } }';
      const { data } = await (await system.openTab('orgA')).graphql(read, { id: users.audA.id });
      expect(data.user).toEqual({ secondFactors: expected });
    }
  },
);
