import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { newUser } from '../../testing/forms.ts';
import { type TestSession, useTestPlatform } from '../../testing/platform.ts';

const platform = useTestPlatform({ newDatabase: true });
let keys: TestSession;
beforeEach(async () => {
  keys = await platform.signIn('orgA');
});

/** Fails every writing statement like a server with a full disk. */
async function fill(): Promise<void> {
  await sql`create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
    platform.db,
  );
  for (const { name } of await platform.db.introspection.getTables())
    await sql`create trigger no_space before insert or update or delete on ${sql.table(name)}
      for each statement execute function no_space()`.execute(platform.db);
}
const makeSpace = () => sql`drop function no_space cascade`.execute(platform.db);

const create = (key: string) =>
  platform.call('POST /consoles/create_org_user', { key, body: { ent_usr: newUser('full@a.example') } });
const users = () =>
  platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, {
    key: keys.apiKey,
    headers: { 'access-token': keys.token },
  });

test('RELIABILITY-F17 with a full disk reads and refusals succeed, writes are 503, and both work once there is space', async () => {
  const auditee = await platform.signIn('audA');
  const before = await users();
  // After six minutes the use of key and token would be written, and the token renewed.
  platform.moveClock(6 * 60_000);
  await fill();
  const failed = [503, { message: 'Request Failed' }];
  const answers = [await create(keys.apiKey), await create(auditee.apiKey), await platform.login('orgA')];
  expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual([
    failed,
    // A refusal's response does not wait for a write.
    [403, { message: 'You do not have permission for this action.' }],
    failed,
  ]);
  expect(answers[0]?.headers['retry-after']).toBe('1');
  const during = await users();
  expect([during.statusCode, during.json(), during.headers['access-token']]).toEqual([200, before.json(), undefined]);
  await makeSpace();
  const after = await users();
  expect([after.statusCode, after.headers['access-token']]).toEqual([200, expect.any(String)]);
  expect((await create(keys.apiKey)).statusCode).toBe(200);
});
