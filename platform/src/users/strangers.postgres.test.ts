import { expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import { csvOf, formOf, rowOf } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';
import { maxHourlyStrangers } from './new-users.ts';

const platform = useTestPlatform();

test('STRANGER-11 of several files at the same time one is taken, if the organisation has reached its limit', async () => {
  // The other users of the organisation were created two hours ago.
  platform.moveClock(2 * hourMs);
  const { apiKey: key } = await platform.signIn('orgA');
  await addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: maxHourlyStrangers }, (_, n) => ({ email: `n${n}@bank.example`, created_at: platform.now() })),
  );
  const upload = (file: number) => {
    const rows = ['one', 'two'].map((name) => rowOf(`${name}${file}@bank.example`));
    return platform.call('POST /consoles/bulk_user_upload', {
      key,
      ...formOf({ org_id: platform.orgs.A }, csvOf(rows)),
    });
  };
  const answers = await Promise.all([1, 2, 3, 4].map(upload));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429, 429, 429]);
});
