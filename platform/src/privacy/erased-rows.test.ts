import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { readProbeSettings } from '../operator/probe-command.ts';
import { emailOf } from '../sso/provider-person.ts';
import { bulkActions, statesOf } from '../testing/bulk-actions.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { patchOf } from '../testing/scim-requests.ts';
import { deleteUnprovenUsers } from '../users/delete-unproven-users.ts';
import { parseImportLine } from '../users/parse-import-line.ts';

const platform = useTestPlatform();
const placeholderOf = (name: UserName) => `erased-${platform.users[name].id}@erased.invalid`;
const send = async (by: UserName, call: string, sent: object) => {
  const { apiKey: key } = await platform.signIn(by);
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return platform.call(`POST /consoles/${call}`, { key, ...sent });
};
const post = async (by: UserName, call: string, body: object) => (await send(by, call, { body })).statusCode;
const erasedRows = () =>
  platform.db.selectFrom('ent_usr').selectAll().where('erased_at', 'is not', null).orderBy('id').execute();

/** The erased users: one of organisation A, and an invited one without an organisation. */
beforeEach(async () => {
  for (const name of ['disA', 'invited'] as const)
    await platform.db
      .updateTable('ent_usr')
      .set({ email: placeholderOf(name), is_disabled: true, password_hash: null, erased_at: platform.now() })
      .where('id', '=', platform.users[name].id)
      .execute();
  // The role is one that an organiser can have.
  await platform.db.updateTable('ent_usr').set({ role_id: 3 }).where('id', '=', platform.users.disA.id).execute();
  platform.moveClock(hourMs);
});

const edit = (more: object) => ({
  ent_usr: { ...newUser(placeholderOf('disA')), id: platform.users.disA.id, role_id: 4, ...more },
});

/** Identity provider that still has a row of the erased user. */
const provider = async () => {
  const { send } = await startScimClient(platform);
  const id = crypto.randomUUID();
  const times = { created_at: platform.now(), managed_at: platform.now(), updated_at: platform.now() };
  await platform.db
    .insertInto('scim_user')
    .values({ id, ent_org_id: platform.orgs.A, ent_usr_id: platform.users.disA.id, user_name: 'left', ...times })
    .execute();
  return { send, path: `/Users/${id}` };
};

test.each<[string, unknown, () => Promise<unknown>]>([
  [
    'SCIM by id',
    [404, 404, 404, 404],
    async () => {
      const { send, path } = await provider();
      const on = patchOf({ op: 'replace', path: 'active', value: true });
      return [
        (await send(`GET ${path}`)).status,
        (await send(`PATCH ${path}`, on)).status,
        (await send(`PUT ${path}`, { userName: 'left', active: true })).status,
        (await send(`DELETE ${path}`)).status,
      ];
    },
  ],
  [
    'the lists of SCIM',
    [0, 0],
    async () => {
      const { send } = await provider();
      const found = await send(`GET /Users?filter=${encodeURIComponent(`emails.value eq "${placeholderOf('disA')}"`)}`);
      return [(await send('GET /Users')).body.totalResults, found.body.totalResults];
    },
  ],
  ['editing', 409, () => post('adm', 'update_org_user', edit({}))],
  ['nominating', 409, () => post('adm', 'update_org_user', edit({ designation: 'CTO', nominate: true }))],
  ['unblocking the sign-in', 409, () => post('adm', 'ext/unblock_sign_in', { user_id: platform.users.disA.id })],
  ['resetting the second factors', 409, () => post('adm', 'ext/reset_factors', { user_id: platform.users.disA.id })],
  [
    'changing the organiser',
    422,
    () => post('adm', 'update_organiser', { org_id: platform.orgs.A, organizer_id: platform.users.disA.id }),
  ],
  [
    'handing over duties',
    422,
    () => {
      const [userId, toUserId] = [platform.users.assA.id, platform.users.disA.id];
      const handOver = { toUserId, duties: ['SUPERVISED_USERS'] };
      return post('adm', 'activate_deactivate_user', { userId, is_disabled: true, handOver });
    },
  ],
  [
    'a bulk action',
    ['failed CONFLICT'],
    async () => statesOf(await bulkActions(platform).act('adm', { act: 'activate', ids: [platform.users.disA.id] })),
  ],
  [
    'resetting the password',
    [],
    async () => {
      await post('adm', 'forgot_pwd', { email: placeholderOf('disA') });
      return platform.db.selectFrom('mail').select('subject').where('recipient', '=', placeholderOf('disA')).execute();
    },
  ],
  [
    'deleting unused users',
    0,
    async () => {
      platform.moveClock(100 * dayMs);
      return deleteUnprovenUsers(platform.db, platform.now);
    },
  ],
])('PRIVACY-32 the row of an erased user stays as it is: %s', async (_name, expected, use) => {
  const before = await erasedRows();
  expect(before).toHaveLength(2);
  expect(await use()).toEqual(expected);
  expect(await erasedRows()).toEqual(before);
});

test.each([{ is_disabled: false }, { email: 'again@a.example' }])(
  'PRIVACY-32 the database itself rejects an erased row with %j',
  async (values) => {
    const change = platform.db.updateTable('ent_usr').set(values).where('id', '=', platform.users.disA.id);
    await expect(change.execute()).rejects.toMatchObject({ constraint: 'ent_usr_erased' });
  },
);

/** The placeholder address with other capitals and a space, as people type it. */
const typed = () => ` ${placeholderOf('invited').toUpperCase()} `;
const cell = () => typed().trim();
const scimErrorOf = async (user: object) => {
  const { status, body } = await (await startScimClient(platform)).send('POST /Users', user);
  return JSON.stringify([status, body.scimType, body.detail]);
};
const invalid = (more: string) => JSON.stringify([400, 'invalidValue', more]);
const bodyOf = async (by: UserName, call: string, sent: object) => (await send(by, call, sent)).body;
const problem = 'cannot be an address of erased.invalid';

test.each<[string, string, () => Promise<string>]>([
  ['a new user', problem, () => bodyOf('orgB', 'create_org_user', { body: { ent_usr: newUser(typed()) } })],
  [
    'the supervisor of a new user',
    problem,
    () => bodyOf('orgB', 'create_org_user', { body: { ent_usr: newUser('new@b.example', { supervisor: typed() }) } }),
  ],
  [
    'the organiser of an organisation',
    problem,
    () => {
      const ent_usr = newUser(typed(), { role_id: 3, ent_org_id: platform.orgs.B });
      return bodyOf('adm', 'create_organiser', { body: { ent_usr } });
    },
  ],
  [
    'an own supervisor',
    problem,
    () => bodyOf('assA', 'update_org_user', { body: { ent_usr: { id: platform.users.assA.id, supervisor: typed() } } }),
  ],
  [
    'an upload',
    `email ${problem}`,
    () => bodyOf('orgB', 'bulk_user_upload', formOf({ org_id: platform.orgs.B }, csvOf([rowOf(cell())]))),
  ],
  [
    'a file that updates users',
    `email ${problem}`,
    () => {
      const file = `email,department_name\n${placeholderOf('disA').toUpperCase()},Finance`;
      return bodyOf('orgA', 'ext/update_users_by_file', formOf({ org_id: platform.orgs.A }, file));
    },
  ],
  [
    'an external user',
    problem,
    () =>
      bodyOf('orgA', 'external_org_invite_user', { body: { user: { email: typed() }, ext_org_id: platform.orgs.A } }),
  ],
  ['an invited organisation', problem, () => bodyOf('orgA', 'invite_user', { body: { user: { email: typed() } } })],
  [
    'the supervisor of provisioned users',
    problem,
    () => {
      const body = { organisationId: String(platform.orgs.A), defaultSupervisor: typed() };
      return bodyOf('orgA', 'ext/update_provisioning', { body });
    },
  ],
  [
    'the email of SCIM',
    invalid(`emails ${problem}.`),
    () => scimErrorOf({ userName: 'ada', emails: [{ primary: true, value: placeholderOf('disA') }] }),
  ],
  [
    'the user name of SCIM',
    invalid(`Without emails, userName ${problem}.`),
    () => scimErrorOf({ userName: placeholderOf('disA') }),
  ],
  [
    'an import',
    problem,
    async () => {
      const line = { type: 'user', organisation: 'b', role: 'Auditee', ...newUser(typed()), role_id: undefined };
      try {
        return JSON.stringify(parseImportLine(1, JSON.parse(JSON.stringify(line)), new Map([['AUDITEE', 5]])));
      } catch (error) {
        return JSON.stringify(error);
      }
    },
  ],
])(
  'PRIVACY-33 %s cannot have an address of erased.invalid, nor change the row of its user',
  async (_name, expected, use) => {
    const before = await erasedRows();
    expect(await use()).toContain(expected);
    expect(await erasedRows()).toEqual(before);
  },
);

test('PRIVACY-33 neither a setting nor an identity provider gives a user an address of erased.invalid', () => {
  const email = 'ada@erased.invalid';
  expect(() => readPlatformSettings({ FIRST_ADMIN_EMAIL: email })).toThrow('FIRST_ADMIN_EMAIL');
  expect(() => readProbeSettings({ PROBE_EMAIL: email })).toThrow('PROBE_EMAIL');
  expect(emailOf({ source: { email } })).toBeNull();
});
