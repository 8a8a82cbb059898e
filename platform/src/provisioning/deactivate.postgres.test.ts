import { expect, test } from 'vitest';
import { lockOrganisation, lockUser } from '../core/access/locks.ts';
import { systemActor } from '../core/base/audit-entry.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { runCommand } from '../core/database/transaction.ts';
import { selectUsers } from '../core/database/user-response.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { deactivateByProvider, deactivateReleasedUsers } from './deactivate.ts';

const platform = useTestPlatform({ signsInAnew: true });

const services = () => ({
  db: platform.db,
  clock: platform.now,
  notices: null,
  settings: readPlatformSettings({}),
  mailer: createMailer({ database: platform.db, clock: platform.now, log: { warn() {}, error() {} } }),
});
const deactivate = (id: number) =>
  runCommand(services(), systemActor, async (trx) => {
    await lockOrganisation(trx, platform.orgs.A);
    await lockUser(trx, id);
    const row = await selectUsers(trx).where('ent_usr.id', '=', id).executeTakeFirstOrThrow();
    const { events, refused } = await deactivateByProvider(services(), trx, row);
    return { answer: refused?.status, audit: events.length > 0 ? events : null };
  });
const setRole = (id: number, role_id: number) =>
  platform.db.updateTable('ent_usr').set({ role_id }).where('id', '=', id).execute();

test('BLOCK-4 of passwords that are entered while the sign-in is blocked, none gives a session that works', async () => {
  const { id } = platform.users.assA;
  await platform.db.insertInto('responder').values({ ent_usr_id: id, kind: 'arc' }).execute();
  const [status, ...answers] = await Promise.all([
    deactivate(id),
    ...Array.from({ length: 10 }, () => platform.login('assA')),
  ]);
  expect(status).toBe(409);
  for (const answer of answers.filter(({ statusCode }) => statusCode === 200)) {
    const { api_key: key } = answer.json().current_ent_usr;
    expect((await platform.call('GET /consoles/org_list', { key })).statusCode).toBe(401);
  }
  expect((await platform.login('assA')).json()).toEqual({ message: 'USER_INACTIVE' });
});

test('BLOCK-3 of two Organisers who are deactivated at once, one stays', async () => {
  const { orgA, assA } = platform.users;
  await setRole(assA.id, 3);
  expect((await Promise.all([deactivate(orgA.id), deactivate(assA.id)])).sort()).toEqual([409, undefined]);
});

test('BLOCK-6 a user is unblocked or deactivated by the job, never both', async () => {
  const { id } = platform.users.assA;
  const users = platform.db.updateTable('ent_usr').where('id', '=', id);
  const { apiKey: key } = await platform.signIn('orgA');
  for (let round = 0; round < 5; round += 1) {
    await users.set({ is_disabled: false, sign_in_blocked_at: platform.now() }).execute();
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
    const before = (await platform.auditEntries('users:unblock', 'users:deactivate')).length;
    await Promise.all([
      deactivateReleasedUsers(services()),
      platform.call('POST /consoles/ext/unblock_sign_in', { key, body: { user_id: id } }),
      deactivateReleasedUsers(services()),
    ]);
    expect((await platform.auditEntries('users:unblock', 'users:deactivate')).length).toBe(before + 1);
  }
});
