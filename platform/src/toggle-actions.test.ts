import { type Action, assessorManagement } from '@console/contract/access';
import { afterEach, expect, test } from 'vitest';
import { fixturePassword } from './testing/fixtures.ts';
import { useTestPlatform } from './testing/platform.ts';

const platform = useTestPlatform({ settings: { assessorManagesUsers: false } });

/** Takes actions from the Assessor, as the setting takes others. */
const withheld = assessorManagement as Action[];
const { length } = withheld;
afterEach(() => {
  withheld.length = length;
});

/** Deactivates a user by toggling and by naming the state, then activates them in both ways. */
async function statusesOf(state: 'active' | 'inactive'): Promise<[toggled: number, named: number]> {
  const { apiKey: key } = await platform.signIn('assA');
  const { id } = platform.users.audA;
  const set = async (is_disabled?: boolean) => {
    const was = state === 'inactive';
    await platform.db.updateTable('ent_usr').set({ is_disabled: was }).where('id', '=', id).execute();
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
    const body = { userId: id, is_disabled };
    return (await platform.call('POST /consoles/activate_deactivate_user', { key, body })).statusCode;
  };
  return [await set(), await set(state === 'active')];
}

test('REST-19 a role without the right to activate deactivates', async () => {
  withheld.push('users:activate');
  expect([await statusesOf('active'), await statusesOf('inactive')]).toEqual([
    [200, 200],
    [403, 403],
  ]);
});

test('REST-19 a role without the right to deactivate activates', async () => {
  withheld.push('users:deactivate');
  expect([await statusesOf('active'), await statusesOf('inactive')]).toEqual([
    [403, 403],
    [200, 200],
  ]);
});

test('REST-19 a role without either right is refused for any id', async () => {
  withheld.push('users:activate', 'users:deactivate');
  expect(await statusesOf('active')).toEqual([403, 403]);
  const { apiKey: key } = await platform.signIn('assA');
  const unknown = await platform.call('POST /consoles/activate_deactivate_user', { key, body: { userId: 999_999 } });
  expect(unknown.statusCode).toBe(403);
});
