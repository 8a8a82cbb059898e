import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { recordExpiredKeys } from './record-expired-keys.ts';

const platform = useTestPlatform();
const recorded = () => platform.auditEntries('keys:expire');
const send = async (call: string, body: object) =>
  (
    await platform.confirmed(`POST /consoles/ext/${call}`, { key: (await platform.signIn('orgA')).apiKey, body })
  ).json();
const create = async (name: string): Promise<number> =>
  (await send('create_key', { name, scopes: [], expires_in_days: 30 })).key.id;
const record = () =>
  Promise.all(Array.from({ length: 2 }, () => recordExpiredKeys({ db: platform.db, clock: platform.now })));

test('EVENT-7 a key that expires is an event of its owner’s organisation, once; a revoked one is not', async () => {
  const [expiring, revoked] = [await create('Nightly sync'), await create('Old')];
  await send('revoke_key', { key_id: revoked });
  await record();
  expect(await recorded()).toEqual([]);
  platform.moveClock(30 * dayMs);
  await record();
  await record();
  expect(await recorded()).toMatchObject([
    {
      via: 'system',
      ent_usr_id: null,
      subject_org_id: platform.orgs.A,
      code: null,
      target_type: 'api_key',
      target_id: String(expiring),
      after: { ent_usr_id: platform.users.orgA.id },
    },
  ]);
});

test('EVENT-7 a rotated key expires when its successor has replaced it', async () => {
  const old = await create('Nightly sync');
  await send('rotate_key', { key_id: old });
  platform.moveClock(dayMs);
  await record();
  expect((await recorded()).map(({ target_id }) => target_id)).toEqual([String(old)]);
});
