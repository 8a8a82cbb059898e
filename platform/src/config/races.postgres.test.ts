import { expect, test } from 'vitest';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

test('CONF-4 USER-18 REST-53 a limit lowered during 20 creations is never below the number of users', async () => {
  const { apiKey: key } = await platform.signIn('adm');
  const { A } = platform.orgs;
  const create = (email: string) =>
    platform.call('POST /consoles/create_org_user', { key, body: { ent_usr: newUser(email, { ent_org_id: A }) } });
  const limit = (user_limit: number | null) => {
    const config = { notification_frequency: 'Weekly', otp_required: false, user_limit };
    return platform.call('POST /consoles/update_config', { key, body: { org_id: A, config } });
  };
  const ends = new Set<string>();
  for (let round = 1; round <= 5; round += 1) {
    await platform.db.deleteFrom('ent_usr').where('email', 'like', 'race%').execute();
    await limit(null);
    // Five users exist: some lowered limits come too late, and some leave too few places.
    const wanted = times(6, (n) => 6 + n * 3);
    const [created, lowered] = await Promise.all([
      Promise.all(times(20, (n) => create(`race${n}@a.example`))),
      Promise.all(wanted.map(limit)),
    ]);
    const { active } = await platform.db
      .selectFrom('ent_usr')
      .select(({ fn }) => fn.countAll<number>().as('active'))
      .where('ent_org_id', '=', A)
      .where('is_disabled', '=', false)
      .executeTakeFirstOrThrow();
    const { user_limit } = await platform.db
      .selectFrom('ent_org')
      .select('user_limit')
      .where('id', '=', A)
      .executeTakeFirstOrThrow();
    expect(active).toBeLessThanOrEqual(user_limit ?? Number.POSITIVE_INFINITY);
    expect(active).toBe(5 + created.filter(({ statusCode }) => statusCode === 200).length);
    for (const answer of [...created, ...lowered])
      ends.add(answer.statusCode === 200 ? 'done' : String(answer.json().code));
  }
  const known = ['done', 'USER_LIMIT_REACHED', 'USER_LIMIT_TOO_LOW'];
  expect([...ends].filter((end) => !known.includes(end))).toEqual([]);
  // With a single result, no change would have come between the others.
  expect(ends.size).toBeGreaterThan(1);
});
