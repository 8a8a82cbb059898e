import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { recordExpiredInvitations } from './record-expired-invitations.ts';

const platform = useTestPlatform();
const services = () => ({ db: platform.db, clock: platform.now });
const recorded = () => platform.auditEntries('invitations:expire');
const send = async (call: string, body: object) =>
  (await platform.call(`POST /consoles/${call}`, { key: (await platform.signIn('orgA')).apiKey, body })).json();
const invite = async (email: string) => {
  const { user } = await send('create_org_user', { ent_usr: newUser(email) });
  const row = platform.db.selectFrom('invitation').select(['id', 'expires_at']).where('ent_usr_id', '=', user.id);
  return row.executeTakeFirstOrThrow();
};
const expire = async () => {
  platform.moveClock(100 * dayMs);
  await Promise.all([recordExpiredInvitations(services()), recordExpiredInvitations(services())]);
};

test('EVENT-7 an invitation that lapses is an event of its organisation once, and once more after it was renewed', async () => {
  const { id, expires_at } = await invite('late@a.example');
  await recordExpiredInvitations(services());
  expect(await recorded()).toEqual([]);
  await expire();
  await expire();
  const event = {
    via: 'system',
    ent_usr_id: null,
    subject_org_id: platform.orgs.A,
    code: null,
    target_type: 'invitation',
    target_id: String(id),
    after: { kind: 'user', email: 'late@a.example', expires_at: expires_at?.toISOString() },
  };
  expect(await recorded()).toMatchObject([event]);
  await send('ext/resend_invitation', { invitation_id: id });
  await recordExpiredInvitations(services());
  expect(await recorded()).toHaveLength(1);
  await expire();
  expect(await recorded()).toHaveLength(2);
});

test('EVENT-7 an invitation that was accepted or revoked does not expire', async () => {
  const [accepted, revoked] = [await invite('early@a.example'), await invite('gone@a.example')];
  await send('ext/revoke_invitation', { invitation_id: revoked.id });
  await platform.db.updateTable('ent_usr').set({ password_hash: 'x' }).where('email', '=', 'early@a.example').execute();
  await expire();
  expect(await recorded()).toEqual([]);
  expect(accepted.id).not.toBe(revoked.id);
});

test('EVENT-7 what two platforms record at once are many invitations, each once', async () => {
  for (let place = 0; place < 20; place += 1) await invite(`late${place}@a.example`);
  await expire();
  const targets = (await recorded()).map(({ target_id }) => target_id);
  expect(targets).toHaveLength(20);
  expect(new Set(targets).size).toBe(20);
});
