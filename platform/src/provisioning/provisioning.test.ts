import { describe, expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { fixturePassword, type UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { tooManyDeactivations, tooManyNewUsers } from './scim/refusals.ts';

const platform = useTestPlatform();

const read = async (who: UserName) => {
  const { apiKey: key } = await platform.signIn(who);
  return platform.call(`GET /consoles/ext/provisioning?organisationId=${platform.orgs.A}`, { key });
};
/** Sends a change after a check of the user's password. */
const send = async (who: UserName, name: string, body: object = {}, { confirms = true } = {}) => {
  const { apiKey: key } = await platform.signIn(who);
  if (confirms)
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  return platform.call(`POST /consoles/ext/${name}`, { key, body: { organisationId: platform.orgs.A, ...body } });
};
const update = (body: object, who: UserName = 'orgA') => send(who, 'update_provisioning', body);
const set = (enabled: boolean, who: UserName = 'orgA') => send(who, 'set_provisioning', { enabled });
const idOf = (who: UserName) => String(platform.users[who].id);

const addUserOfProvider = (ent_usr_id: number, managed_at: Date | null) =>
  platform.db
    .insertInto('scim_user')
    .values({
      id: crypto.randomUUID(),
      ent_org_id: platform.orgs.A,
      ent_usr_id,
      user_name: `u${ent_usr_id}@a.example`,
      external_id: null,
      managed_at,
      created_at: platform.now(),
      updated_at: platform.now(),
    })
    .execute();
const addFailure = (more: { status?: number; at?: Date; ent_org_id?: number; reason?: string } = {}) =>
  platform.db
    .insertInto('scim_failure')
    .values({
      ent_org_id: platform.orgs.A,
      at: platform.now(),
      method: 'POST',
      path: '/Users',
      user_name: 'x@a.example',
      status: 409,
      reason: 'Another user has this userName.',
      ...more,
    })
    .execute();

test('PROVISION-1 an organisation without settings has the defaults of a new user, and its Organisers are managed', async () => {
  const { provisioning } = (await read('orgA')).json();
  expect(provisioning).toMatchObject({
    id: String(platform.orgs.A),
    enabled: false,
    enabledAt: null,
    enabledBy: null,
    lastRequestAt: null,
    defaultRole: 'AUDITEE',
    defaultDesignation: 'Not set',
    defaultDepartment: 'InfoSec',
    defaultSupervisor: null,
    roles: [],
    managedUserCount: 0,
    deactivationsPausedAt: null,
    failures: [],
  });
  expect(new URL(provisioning.url).pathname).toBe('/scim/v2');
  expect(provisioning.organisers).toContainEqual(
    expect.objectContaining({ userId: idOf('orgA'), email: platform.users.orgA.email, isManaged: true }),
  );
});

describe('settings', () => {
  test('PROVISION-2 they are saved with the password, recorded with before and after, and emailed to the Organisers', async () => {
    const given = {
      defaultRole: 'ASSESSOR',
      defaultDesignation: ' Engineer ',
      defaultSupervisor: 'Boss@a.example',
      roles: [
        { value: 'sec-lead', role: 'ORGANISER' },
        { value: ' audit ', role: 'ASSESSOR' },
      ],
    };
    const refused = await send('orgA', 'update_provisioning', given, { confirms: false });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'WRONG_PASSWORD']);
    const { provisioning } = (await update(given)).json();
    expect(provisioning).toMatchObject({
      defaultRole: 'ASSESSOR',
      defaultDesignation: 'Engineer',
      defaultDepartment: 'InfoSec',
      defaultSupervisor: 'boss@a.example',
      roles: [
        { value: 'audit', role: 'ASSESSOR' },
        { value: 'sec-lead', role: 'ORGANISER' },
      ],
    });
    expect(await platform.auditEntries('scim:edit')).toMatchObject([
      {
        before: { default_role: 'AUDITEE', default_designation: 'Not set', default_supervisor: null, roles: [] },
        after: { default_role: 'ASSESSOR', roles: ['audit: ASSESSOR', 'sec-lead: ORGANISER'] },
      },
    ]);
    expect((await platform.mails('orgA')).at(-1)).toContain(
      'The provisioning settings of Organisation A were changed: default role, default designation, default supervisor, role mapping',
    );
    // An unchanged setting needs no password, and missing ones do not change.
    const again = await send('orgA', 'update_provisioning', { defaultDesignation: 'Engineer' }, { confirms: false });
    expect(again.json().provisioning).toEqual(provisioning);
    const cleared = await update({ defaultSupervisor: null, roles: [] });
    expect(cleared.json().provisioning).toMatchObject({ defaultSupervisor: null, roles: [], defaultRole: 'ASSESSOR' });
  });

  test.each([
    ['defaultRole', { defaultRole: 'ORGANISER' }],
    ['defaultDesignation', { defaultDesignation: ' ' }],
    ['defaultDesignation', { defaultDesignation: 'CISO' }],
    ['defaultDepartment', { defaultDepartment: 'x'.repeat(101) }],
    ['defaultSupervisor', { defaultSupervisor: 'unknown' }],
    ['roles', { roles: [{ value: 'x', role: 'ADMINISTRATOR' }] }],
    ['roles', { roles: [{ value: ' ', role: 'AUDITEE' }] }],
    ['roles', { roles: [{ value: 'x'.repeat(201), role: 'AUDITEE' }] }],
    ['roles', { roles: ['x', ' x'].map((value) => ({ value, role: 'AUDITEE' })) }],
    ['roles', { roles: Array.from({ length: 101 }, (_, at) => ({ value: `r${at}`, role: 'AUDITEE' })) }],
  ])('PROVISION-2 %s is refused at its field: %j', async (field, input) => {
    const answer = await update(input);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors)).toEqual([field]);
    expect(await platform.auditEntries('scim:edit')).toEqual([]);
  });
});

describe('who is not managed', () => {
  const unmanagedOf = (answer: {
    json(): { provisioning: { organisers: { userId: string; isManaged: boolean }[] } };
  }) => answer.json().provisioning.organisers.flatMap(({ userId, isManaged }) => (isManaged ? [] : [userId]));

  test('PROVISION-4 an Organiser who turns it on is not managed, has no SCIM id any longer, and can be managed again', async () => {
    await addUserOfProvider(platform.users.orgA.id, platform.now());
    const answer = await set(true);
    expect(unmanagedOf(answer)).toEqual([idOf('orgA')]);
    expect(answer.json().provisioning.managedUserCount).toBe(0);
    expect(await platform.auditEntries('scim:release')).toMatchObject([
      { target_id: idOf('orgA'), before: { user_name: `u${idOf('orgA')}@a.example` } },
    ]);
    expect(unmanagedOf(await update({ excludedOrganiserIds: [] }))).toEqual([]);
    expect((await platform.auditEntries('scim:edit')).at(-1)).toMatchObject({
      before: { unmanaged_organisers: [platform.users.orgA.email] },
      after: { unmanaged_organisers: [] },
    });
  });

  test('PROVISION-4 an Administrator who turns it on is not named, and only active Organisers of the organisation can be', async () => {
    expect(unmanagedOf(await set(true, 'adm'))).toEqual([]);
    for (const who of ['audA', 'orgB', 'adm'] as const) {
      const answer = await update({ excludedOrganiserIds: [idOf('orgA'), idOf(who)] });
      expect([who, answer.statusCode, Object.keys(answer.json().errors)]).toEqual([
        ...[who, 422, ['excludedOrganiserIds']],
      ]);
    }
    expect(unmanagedOf(await update({ excludedOrganiserIds: [idOf('orgA')] }))).toEqual([idOf('orgA')]);
  });
});

test('PROVISION-3 it is turned on and off with the password, which is recorded, emailed and shown with who did it', async () => {
  const refused = await send('orgA', 'set_provisioning', { enabled: true }, { confirms: false });
  expect(refused.json().code).toBe('WRONG_PASSWORD');
  const { provisioning } = (await set(true)).json();
  expect(provisioning).toMatchObject({ enabled: true, enabledAt: platform.now().toISOString() });
  expect(provisioning.enabledBy).toMatch(/^orgA/);
  expect((await platform.mails('orgA')).at(-1)).toContain('Provisioning of Organisation A was turned on');
  const again = await send('orgA', 'set_provisioning', { enabled: true }, { confirms: false });
  expect(again.json().provisioning).toEqual(provisioning);
  expect((await set(false)).json().provisioning).toMatchObject({ enabled: false, enabledAt: null, enabledBy: null });
  expect(await platform.auditEntries('scim:switch')).toMatchObject([
    { before: { enabled: false }, after: { enabled: true }, ent_usr_id: platform.users.orgA.id },
    { before: { enabled: true }, after: { enabled: false } },
  ]);
});

test('PROVISION-5 the state has the managed users, not those who were only looked up, and the failures of this organisation, newest first', async () => {
  await addUserOfProvider(platform.users.assA.id, platform.now());
  await addUserOfProvider(platform.users.audA.id, null);
  await addFailure({ reason: 'first' });
  await addFailure({ reason: 'second' });
  await addFailure({ ent_org_id: platform.orgs.B, reason: 'of others' });
  const { provisioning } = (await read('adm')).json();
  expect(provisioning.managedUserCount).toBe(1);
  expect(provisioning.failures).toMatchObject([
    { reason: 'second', method: 'POST', path: '/Users', userName: 'x@a.example', status: 409 },
    { reason: 'first' },
  ]);
});

test('PROVISION-6 refused deactivations are shown for a day, until they are confirmed with the password', async () => {
  await set(true);
  const confirm = (confirms = true) => send('orgA', 'resume_provider_deactivations', {}, { confirms });
  // Nothing is paused.
  expect((await confirm(false)).statusCode).toBe(200);
  const pause = { status: 429, reason: tooManyDeactivations().message };
  await addFailure(pause);
  const pausedAt = platform.now().toISOString();
  expect((await read('orgA')).json().provisioning.deactivationsPausedAt).toBe(pausedAt);
  expect((await confirm(false)).json().code).toBe('WRONG_PASSWORD');
  platform.moveClock(1_000);
  expect((await confirm()).json().provisioning.deactivationsPausedAt).toBeNull();
  const [setting] = await platform.db.selectFrom('scim_setting').select('deactivations_confirmed_at').execute();
  expect(setting?.deactivations_confirmed_at).toEqual(platform.now());
  expect(await platform.auditEntries('scim:confirmDeactivations')).toHaveLength(1);
  platform.moveClock(1_000);
  await addFailure(pause);
  expect((await read('orgA')).json().provisioning.deactivationsPausedAt).not.toBeNull();
  platform.moveClock(dayMs + 1_000);
  expect((await read('orgA')).json().provisioning.deactivationsPausedAt).toBeNull();
});

test('PROVISION-6 too many new users pause no deactivations, so that resuming them changes nothing', async () => {
  await set(true);
  await addFailure({ status: 429, reason: tooManyNewUsers(60).message });
  expect((await read('orgA')).json().provisioning.deactivationsPausedAt).toBeNull();
  expect((await send('orgA', 'resume_provider_deactivations', {}, { confirms: false })).statusCode).toBe(200);
  expect(await platform.auditEntries('scim:confirmDeactivations')).toEqual([]);
});

test('PROVISION-1 an API key neither reads nor changes anything', async () => {
  const { apiKey } = await platform.signIn('orgA');
  const body = { name: 'key', scopes: ['read', 'users:write'], expires_in_days: 30 };
  const { secret: key } = (await platform.confirmed('POST /consoles/ext/create_key', { key: apiKey, body })).json();
  const answers = [await platform.call(`GET /consoles/ext/provisioning?organisationId=${platform.orgs.A}`, { key })];
  for (const name of ['update_provisioning', 'set_provisioning', 'resume_provider_deactivations'])
    answers.push(
      await platform.call(`POST /consoles/ext/${name}`, {
        key,
        body: { organisationId: platform.orgs.A, enabled: true },
      }),
    );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403]);
});
