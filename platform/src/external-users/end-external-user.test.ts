import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const stop = async (user: UserName, verb: 'end' | 'withdraw', who: UserName, more: object = {}) =>
  platform.call(`POST /consoles/ext/${verb}_external_user`, {
    key: (await platform.signIn(user)).apiKey,
    body: { ent_usr_id: platform.users[who].id, mapped_org_id: platform.orgs.A, ...more },
  });
const row = () => platform.db.selectFrom('user_mapping').selectAll().executeTakeFirstOrThrow();
const listed = async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  return (await platform.call('GET /consoles/accepcted_pending_user_list', { key })).json().accepted_pending_user_list;
};

test.each([
  ['end', 'orgA', true, 'Ended', 'users:removeExternal', 'is no longer an external user of Organisation A'],
  ['withdraw', 'assA', null, 'Withdrawn', 'users:withdrawExternal', 'is no longer invited as an external user of'],
] as const)(
  'ENDING-11 ENDING-9 %s by %s: the user and the organisation are mailed, both organisations have an event, and the user leaves the list',
  async (verb, user, activated, status, event, sentence) => {
    const { orgs, users, db } = platform;
    const mapping = await addUserMapping(db, users.orgB.id, orgs.A, { activated });
    platform.moveClock(minuteMs);
    const done = await stop(user, verb, 'orgB', { reason: 'Done here' });
    expect([done.statusCode, done.json().mapping]).toMatchObject([200, { id: mapping, activated: false, status }]);
    expect(await row()).toMatchObject({ activated: false, status, updated_at: platform.now() });
    expect(await listed()).toEqual([]);
    for (const side of ['orgA', 'orgB'] as const) {
      const mails = await platform.mails(side);
      expect([mails.length, mails[0]]).toEqual([1, expect.stringContaining(sentence)]);
      expect(mails[0]).toContain('Reason: Done here');
    }
    const after = { activated: false, status, reason: 'Done here' };
    expect(await platform.auditEntries(event)).toMatchObject([
      { subject_org_id: orgs.A, target_type: 'user_mapping', target_id: String(mapping), before: { activated }, after },
      { subject_org_id: orgs.B, target_type: 'ent_usr', target_id: String(users.orgB.id), after },
    ]);
    // Ending it again changes nothing.
    expect((await stop(user, verb, 'orgB')).statusCode).toBe(200);
    expect([(await platform.auditEntries(event)).length, (await platform.mails('orgB')).length]).toEqual([2, 1]);
  },
);

test('ENDING-11 who may not accept does not end, who may not invite does not withdraw, and the state has to fit', async () => {
  const { orgs, users, db } = platform;
  const id = await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  for (const [user, verb, status] of [
    ['assA', 'end', 403],
    ['audA', 'end', 403],
    ['audA', 'withdraw', 403],
    ['orgB', 'end', 404],
    ['orgB', 'withdraw', 404],
    ['orgA', 'withdraw', 409],
  ] as const)
    expect([user, verb, (await stop(user, verb, 'orgB')).statusCode]).toEqual([user, verb, status]);
  expect((await stop('orgA', 'end', 'mfaA')).statusCode).toBe(404);
  for (const activated of [null, false]) {
    await db.updateTable('user_mapping').set({ activated }).where('id', '=', id).execute();
    expect((await stop('orgA', 'end', 'orgB')).statusCode).toBe(409);
  }
  expect((await stop('orgA', 'withdraw', 'orgB')).statusCode).toBe(409);
});

test('ENDING-11 an ended external user can be invited again, and is rejected as any other then', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  await stop('orgA', 'end', 'orgB');
  const { apiKey: key } = await platform.signIn('adm');
  const body = { user: { email: users.orgB.email }, ext_org_id: orgs.A };
  expect((await platform.call('POST /consoles/external_org_invite_user', { key, body })).statusCode).toBe(200);
  expect(await row()).toMatchObject({ activated: null, status: null });
  const rejection = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A, activated: false };
  const rejected = await platform.call('POST /consoles/activate_deactivate', {
    key,
    body: { ...rejection, reason: 'Not known' },
  });
  expect(rejected.json().mapping).toMatchObject({ activated: false, status: 'Rejected' });
  expect((await stop('orgA', 'end', 'orgB')).statusCode).toBe(409);
});

test('ENDING-13 the reason of a rejected invitation is mailed to the user and to who invited, and is in the activity', async () => {
  const { orgs, users, db } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { requester_id: users.adm.id });
  const { apiKey: key } = await platform.signIn('orgA');
  const body = {
    user_id: users.orgB.id,
    vendor_id: orgs.B,
    customer_id: orgs.A,
    activated: false,
    reason: 'Not known',
  };
  expect((await platform.call('POST /consoles/activate_deactivate', { key, body })).statusCode).toBe(200);
  for (const recipient of ['orgB', 'adm'] as const)
    expect((await platform.mails(recipient))[0]).toContain('Reason: Not known');
  expect(await platform.mails('orgA')).toEqual([]);
  expect(await platform.auditEntries('users:mapExternal')).toMatchObject([{ after: { reason: 'Not known' } }]);
});

test('ENDING-12 a signed-in user without another organisation is signed out at once, any other keeps the session', async () => {
  const { orgs, users, db } = platform;
  const signedIn = await Promise.all((['nowhere', 'orgB'] as const).map((name) => platform.signIn(name)));
  const states = () =>
    Promise.all(
      signedIn.map(
        async ({ apiKey: key }) => (await platform.call('GET /consoles/subscribed_grc_modules', { key })).statusCode,
      ),
    );
  await addUserMapping(db, users.nowhere.id, orgs.A, { activated: true });
  await addUserMapping(db, users.nowhere.id, orgs.B, { activated: true });
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  for (const who of ['nowhere', 'orgB'] as const) expect((await stop('adm', 'end', who)).statusCode).toBe(200);
  expect(await states()).toEqual([200, 200]);
  expect((await stop('adm', 'end', 'nowhere', { mapped_org_id: orgs.B })).statusCode).toBe(200);
  expect(await states()).toEqual([401, 200]);
});

test('ENDING-12 the organisation does not read an ended user any more, and the link to set a password is dead', async () => {
  const { orgs, users, db } = platform;
  const { id } = users.invited;
  await addUserMapping(db, id, orgs.A, { requester_id: users.adm.id });
  const { apiKey: key } = await platform.signIn('orgA');
  const ent_usr = newUser('x@x.example', { id, ent_org_id: orgs.A });
  expect((await platform.call('POST /consoles/update_org_user', { key, body: { ent_usr } })).statusCode).toBe(200);
  const links = async () =>
    (await db.selectFrom('user_token').select('id').where('ent_usr_id', '=', id).execute()).length;
  const read = async () =>
    (await platform.call(`GET /consoles/get_user_detail_by_id?user_id=${id}`, { key })).statusCode;
  expect([await links(), await read()]).toEqual([1, 200]);
  expect((await stop('orgA', 'end', 'invited')).statusCode).toBe(200);
  expect([await links(), await read()]).toEqual([0, 404]);
});
