import { expect, test } from 'vitest';
import { lockUser } from '../core/access/locks.ts';
import { revokeAllAccess } from '../security/revoke-access.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

async function token(): Promise<string> {
  const { apiKey } = await platform.signIn('orgA');
  const body = { module: 'auditor' };
  return (await platform.call('POST /consoles/ext/handover', { key: apiKey, body })).json().token;
}
const adopt = (api_key: string) => platform.call('POST /tasks/api_user_detail', { body: { task: { api_key } } });

test('OPEN-8 REST-3 of 10 parallel uses of a hand-over token one gets a session', async () => {
  const given = await token();
  const answers = await Promise.all(Array.from({ length: 10 }, () => adopt(given)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(401)]);
  expect(await platform.db.selectFrom('session').select('id').execute()).toHaveLength(2);
});

test('OPEN-8 a session that ends during its hand-over creates no other', async () => {
  const given = await token();
  let answer: ReturnType<typeof adopt> | undefined;
  await platform.db.transaction().execute(async (trx) => {
    const { id } = platform.users.orgA;
    await lockUser(trx, id);
    answer = adopt(given);
    await untilLockWaits(platform.db);
    await revokeAllAccess(trx, platform.now, id);
  });
  expect((await answer)?.statusCode).toBe(401);
});
