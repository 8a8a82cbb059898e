import { expect, test } from 'vitest';
import { type TestSession, useTestPlatform } from '../testing/platform.ts';
import { type OperatorCommand, parseOperatorCommand, runOperatorCommand } from './operator-commands.ts';

const platform = useTestPlatform();
const run = (act: OperatorCommand['act'], email: string | null) =>
  runOperatorCommand({ db: platform.db, clock: platform.now }, parseOperatorCommand({ act, email, operator: 'alice' }));
const lastEvent = () =>
  platform.db
    .selectFrom('audit_entry')
    .select(['action', 'via', 'ent_usr_id', 'subject_org_id', 'target_id', 'after'])
    .where('via', '=', 'system')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

test('BOOT-7 OPERATE-2 an active user becomes an Administrator, without remembered devices; the activity has it with the operator', async () => {
  expect(await run('make-administrator', ' ORGA@A.example ')).toBe('orga@a.example is now an Administrator.');
  const { id } = platform.users.orgA;
  expect(await lastEvent()).toMatchObject({
    action: 'users:edit',
    via: 'system',
    ent_usr_id: null,
    target_id: String(id),
    subject_org_id: platform.orgs.A,
    after: { role_id: expect.any(Number), operator: 'alice' },
  });
  const { apiKey: key } = await platform.signIn('adm');
  const path = `/consoles/ext/audit_events?target_type=ent_usr&target_id=${id}` as const;
  const { events } = (await platform.call(`GET ${path}`, { key })).json();
  expect(events[0]).toMatchObject({
    operator: 'alice',
    actor_kind: 'system',
    ent_usr: null,
    changes: [{ field: 'role', to: 'Administrator' }],
  });
  const before = await lastEvent();
  expect(await run('make-administrator', 'orga@a.example')).toBe(
    'orga@a.example is already an Administrator. Nothing was changed.',
  );
  expect(await run('unlock', 'orga@a.example')).toBe(
    'There are no failed attempts to clear for orga@a.example. Nothing was changed.',
  );
  expect(await lastEvent()).toEqual(before);
});

test.each([
  [
    'make-administrator',
    'none@nowhere.example',
    /^No user has the email address none@nowhere\.example\. Nothing was changed\.$/,
  ],
  ['make-administrator', 'disa@a.example', /is inactive.+Nothing was changed\.$/],
  [
    'unlock',
    'disa@a.example',
    /^There are no failed attempts to clear for disa@a\.example, but the user is inactive\./,
  ],
  ['end-sessions', 'none@nowhere.example', /^No user has/],
] as const)('OPERATE-2 %s of %s: one line, and no event', async (act, email, line) => {
  const before = await platform.db.selectFrom('audit_entry').select('id').execute();
  await expect(run(act, email)).rejects.toThrow(line);
  expect(await platform.db.selectFrom('audit_entry').select('id').execute()).toEqual(before);
});

test('OPERATE-3 who is locked out after wrong passwords signs in again at once', async () => {
  const ent_usr = { email: 'assa@a.example', password: 'wrong-Password-1!' };
  const wrong = () => platform.login('assA', { ent_usr });
  let status = 0;
  for (let tries = 0; tries < 12 && status !== 429; tries += 1) status = (await wrong()).statusCode;
  expect((await platform.login('assA')).statusCode).toBe(429);
  expect(await run('unlock', 'assa@a.example')).toBe(
    'assa@a.example can sign in again. Their failed attempts were cleared.',
  );
  expect((await platform.login('assA')).statusCode).toBe(200);
  expect(await lastEvent()).toMatchObject({ action: 'users:unlock', after: { operator: 'alice' } });
});

test('OPERATE-4 the sessions of one user end, or those of everyone; API keys still work', async () => {
  const [orgA, assA] = [await platform.signIn('orgA'), await platform.signIn('assA')];
  const isUsed = async ({ apiKey: api_key }: TestSession) =>
    (await platform.call('POST /tasks/api_user_detail', { body: { task: { api_key } } })).statusCode === 200;
  expect(await run('end-sessions', 'orga@a.example')).toMatch(/^Sessions ended for orga@a\.example: \d+\./);
  expect([await isUsed(orgA), await isUsed(assA)]).toEqual([false, true]);
  expect(await run('end-sessions', null)).toMatch(/^Sessions ended for all users: \d+\./);
  expect(await isUsed(assA)).toBe(false);
  expect(await lastEvent()).toMatchObject({
    action: 'security:endAllSessions',
    subject_org_id: null,
    after: { operator: 'alice' },
  });
});

test('OPERATE-2 the name of a system user is one line without signs, and what is no act is refused', () => {
  expect(parseOperatorCommand({ act: 'unlock', email: 'a@b.example', operator: 'x\n<b>\u202e' }).operator).toBe(
    'x??b??',
  );
  for (const bad of [{}, { act: 'drop', email: 'a', operator: 'b' }, { act: 'unlock', email: 1, operator: 'b' }])
    expect(() => parseOperatorCommand(bad)).toThrow();
});
