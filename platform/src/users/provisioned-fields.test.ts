import { beforeEach, expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { formOf } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addProvisionedUser } from '../testing/provisioned-users.ts';

const platform = useTestPlatform();
const problem = 'is managed by the identity provider';

beforeEach(async () => {
  const profile = {
    firstname: 'Ada',
    lastname: 'Quill',
    designation: 'Analyst',
    department_name: 'InfoSec',
    supervisor: 'boss@a.example',
    updated_at: platform.now(),
  };
  const { db, orgs, users } = platform;
  await db.updateTable('ent_usr').set(profile).where('ent_org_id', '=', orgs.A).execute();
  await addProvisionedUser(db, orgs.A, users.audA, ['firstname', 'designation', 'role_id']);
});

const update = async (by: UserName, changes: object) => {
  const { apiKey: key } = await platform.signIn(by);
  const body = { ent_usr: { id: platform.users.audA.id, ...changes } };
  const answer = await platform.call('POST /consoles/update_org_user', { key, body });
  return [answer.statusCode, answer.json().errors];
};
const turnOff = () => platform.db.updateTable('scim_setting').set({ enabled_at: null }).execute();

test('BLOCK-8 a form cannot change what the identity provider has set, and can change the rest', async () => {
  const refused = { firstname: [problem], designation: [problem], role_id: [problem] };
  expect(await update('orgA', { firstname: 'Eve', designation: 'Manager', role_id: 4 })).toEqual([422, refused]);
  expect(await update('orgA', { firstname: 'Ada', lastname: 'Renamed', role_id: 5 })).toEqual([200, undefined]);
});

test('BLOCK-8 nor can the user in their own profile', async () => {
  expect(await update('audA', { firstname: 'Eve', lastname: 'Renamed' })).toEqual([422, { firstname: [problem] }]);
});

test('BLOCK-8 a senior position is given by nomination all the same', async () => {
  const nomination = { nominate: true, designation: 'CFO', firstname: 'Ada', lastname: 'Quill' };
  const whole = { ...nomination, supervisor: 'boss@a.example', department_name: 'InfoSec', role_id: 5 };
  expect(await update('adm', whole)).toEqual([200, undefined]);
});

test('BLOCK-8 with provisioning turned off everything can be changed, and nothing is shown as managed', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const path = `get_user_detail_by_id?user_id=${platform.users.audA.id}`;
  const fields = async () => (await platform.call(`GET /consoles/${path}`, { key })).json().user.scim_fields;
  expect(await fields()).toEqual(['firstname', 'designation', 'role_id']);
  await turnOff();
  expect(await fields()).toBeUndefined();
  expect(await update('orgA', { firstname: 'Eve' })).toEqual([200, undefined]);
});

test('BLOCK-8 a row of a file that changes such a field is refused, with its column', async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const file =
    'email,firstname,lastname,role\nauda@a.example,Eve,Renamed,Assessor\nassa@a.example,Eve,Renamed,Assessor\n';
  const send = (call: string) =>
    platform.call(`POST /consoles/ext/${call}`, { key, ...formOf({ org_id: platform.orgs.A }, file) });
  const { rows } = (await send('preview_users_file')).json();
  expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['faulty', 'update']);
  const answer = await send('update_users_by_file');
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { 'row 2': [`firstname ${problem}`, `role ${problem}`] },
  ]);
});
