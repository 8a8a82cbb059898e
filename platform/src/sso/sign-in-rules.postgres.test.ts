import { expect, test } from 'vitest';
import { lockUser } from '../core/access/locks.ts';
import { createSession } from '../core/access/sessions.ts';
import { hourMs } from '../core/base/clock.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
const device = { userAgent: null, address: '192.0.2.1' };

test('RULES-3 a session that begins while its length is shortened is not longer than the new one', async () => {
  const { apiKey } = await platform.signIn('adm');
  await platform.call('POST /consoles/valid_password', { key: apiKey, body: { current_password: fixturePassword } });
  let answer: ReturnType<typeof platform.call> | undefined;
  const sessionId = await platform.db.transaction().execute(async (trx) => {
    const { id } = platform.users.assA;
    await lockUser(trx, id);
    const created = await createSession(trx, platform.now, id, 12 * hourMs, device, {
      by: 'password',
      hasFactor: false,
    });
    answer = platform.call('POST /consoles/ext/update_sign_in_rules', {
      key: apiKey,
      body: { organisationId: platform.orgs.A, sessionMinutes: 60 },
    });
    await untilLockWaits(platform.db);
    return created.sessionId;
  });
  expect((await answer)?.statusCode).toBe(200);
  const session = await platform.db
    .selectFrom('session')
    .select(['created_at', 'expires_at'])
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  expect(session.expires_at.getTime() - session.created_at.getTime()).toBe(hourMs);
});

test('RULES-2 two who set the length at once are recorded one after the other', async () => {
  const keys = await Promise.all([platform.signIn('adm'), platform.signIn('orgA')]);
  for (const { apiKey: key } of keys)
    await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const lengths = [60, 120];
  const answers = await Promise.all(
    keys.map(({ apiKey }, at) =>
      platform.call('POST /consoles/ext/update_sign_in_rules', {
        key: apiKey,
        body: { organisationId: platform.orgs.A, sessionMinutes: lengths[at] },
      }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const [first, second] = await platform.auditEntries('sso:setSignInRules');
  expect(first?.before).toEqual({ session_minutes: null });
  expect(second?.before).toEqual(first?.after);
});
