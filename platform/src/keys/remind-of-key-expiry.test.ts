import { expect, test } from 'vitest';
import { dayMs, secondMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { createMailer } from '../core/mail/mailer.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { remindOfKeyExpiry } from './remind-of-key-expiry.ts';

const platform = useTestPlatform();

const send = async (call: string, body: object) =>
  (
    await platform.confirmed(`POST /consoles/ext/${call}`, { key: (await platform.signIn('orgA')).apiKey, body })
  ).json();
const create = async (name: string): Promise<number> =>
  (await send('create_key', { name, scopes: [], expires_in_days: 30 })).key.id;

const reminders = async () => (await platform.mails('orgA')).filter((text) => text.includes('” expires on'));

async function remind(): Promise<string[]> {
  const { db, now: clock } = platform;
  const mailer = createMailer({ database: db, clock, log: { warn() {}, error() {} } });
  const settings = readPlatformSettings({ PUBLIC_URL: 'http://localhost:3000' });
  await remindOfKeyExpiry({ db, clock, settings, mailer });
  return reminders();
}

test('DESIGN-8 the owner of a key is mailed once, a week before it expires', async () => {
  await create('Nightly sync');
  platform.moveClock(23 * dayMs - secondMs);
  expect(await remind()).toEqual([]);
  platform.moveClock(secondMs);
  expect(await remind()).toHaveLength(1);
  // The organisation is stored, because emails of organisations are sent in turns.
  expect(await platform.db.selectFrom('mail').select('ent_org_id').executeTakeFirst()).toEqual({
    ent_org_id: platform.orgs.A,
  });
  platform.moveClock(dayMs);
  const [text] = await remind();
  expect(await reminders()).toHaveLength(1);
  expect(text).toContain('Hello orgA,');
  expect(text).toContain('“Nightly sync” expires on');
  expect(text).toContain('http://localhost:3000/profile');
});

test('DESIGN-8 no mail is sent for a revoked or a rotated key, nor to a user who cannot sign in', async () => {
  const [revoked, rotated] = [await create('revoked'), await create('rotated')];
  await create('of a deactivated user');
  platform.moveClock(23 * dayMs);
  await send('revoke_key', { key_id: revoked });
  await send('rotate_key', { key_id: rotated });
  await platform.db.updateTable('ent_usr').set({ is_disabled: true }).execute();
  expect(await remind()).toEqual([]);
  await platform.db.updateTable('ent_usr').set({ is_disabled: false, sign_in_blocked_at: platform.now() }).execute();
  expect(await remind()).toEqual([]);
  await platform.db.updateTable('ent_usr').set({ sign_in_blocked_at: null }).execute();
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).execute();
  expect(await remind()).toEqual([]);
});
