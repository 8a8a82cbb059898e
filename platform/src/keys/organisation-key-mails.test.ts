import { expect, test } from 'vitest';
import { dayMs, secondMs } from '../core/base/clock.ts';
import { readPlatformSettings } from '../core/base/settings.ts';
import { createMailer } from '../core/mail/mailer.ts';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';
import { remindOfOrganisationKeyExpiry, reportLeftKeyAuthors } from './organisation-key-mails.ts';

const platform = useTestPlatform();

const services = () => {
  const { db, now: clock } = platform;
  const mailer = createMailer({ database: db, clock, log: { warn() {}, error() {} } });
  return { db, clock, mailer, settings: readPlatformSettings({ PUBLIC_URL: 'http://localhost:3000' }) };
};
const send = async (call: string, body: object, user: UserName = 'orgA') =>
  (await platform.confirmed(`POST /consoles/ext/${call}`, { key: (await platform.signIn(user)).apiKey, body })).json();
const create = async (name: string, user: UserName = 'orgA'): Promise<number> => {
  const form = { organisationId: platform.orgs.A, name, role: 'ASSESSOR', lifetime: 'DAYS_30' };
  return Number((await send('create_organisation_key', form, user)).apiKey.id);
};
const mailsTo = async (recipient: string, about: string) => {
  const rows = await platform.db
    .selectFrom('mail')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
  return rows.map(({ body_text }) => body_text ?? '').filter((text) => text.includes(about));
};
const second = 'second@a.example';
const addOrganiser = () => addUsers(platform.db, platform.orgs.A, [{ email: second, role_id: 3, firstname: 'Second' }]);

test('ORGKEY-9 all Organisers are emailed 14 and 3 days before a key of their organisation expires, once each', async () => {
  const id = await create('Nightly sync');
  await addOrganiser();
  const remind = async () => {
    await Promise.all([remindOfOrganisationKeyExpiry(services()), remindOfOrganisationKeyExpiry(services())]);
    return (await mailsTo(second, 'expires on')).length;
  };
  platform.moveClock(16 * dayMs - secondMs);
  expect(await remind()).toBe(0);
  platform.moveClock(secondMs);
  expect([await remind(), await remind()]).toEqual([1, 1]);
  platform.moveClock(11 * dayMs - secondMs);
  expect(await remind()).toBe(1);
  platform.moveClock(secondMs);
  expect([await remind(), await remind()]).toEqual([2, 2]);
  const [text] = await mailsTo(platform.users.orgA.email, 'expires on');
  expect(text).toContain('The organisation API key “Nightly sync” of');
  expect(text).toContain(`http://localhost:3000/O/keys?rotate=${id}`);
  expect(await mailsTo(platform.users.assA.email, 'expires on')).toEqual([]);
});

test('ORGKEY-9 no reminder is sent for a key that was revoked or rotated, or of a disabled organisation', async () => {
  const [revoked, rotated] = [await create('Revoked'), await create('Rotated')];
  platform.moveClock(15 * dayMs);
  await send('revoke_organisation_key', { id: revoked });
  await send('rotate_organisation_key', { id: rotated });
  platform.moveClock(dayMs - secondMs);
  await create('Later');
  platform.moveClock(29 * dayMs);
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute();
  await remindOfOrganisationKeyExpiry(services());
  expect(await mailsTo(platform.users.orgA.email, 'expires on')).toEqual([]);
});

const left = 'can no longer manage the organisation API keys';

test.each([
  ['is deactivated', { is_disabled: true }],
  ['has another role', { role_id: 4 }],
  ['is blocked from signing in', { sign_in_blocked_at: new Date() }],
])(
  'ORGKEY-10 once an author %s, the Organisers are emailed a link to rotate each key they have seen',
  async (_what, change) => {
    const [first, other] = [await create('Nightly sync'), await create('Reports')];
    await create('By another', 'adm');
    await addOrganiser();
    await reportLeftKeyAuthors(services());
    expect(await mailsTo(second, left)).toEqual([]);
    await platform.db.updateTable('ent_usr').set(change).where('id', '=', platform.users.orgA.id).execute();
    await Promise.all([reportLeftKeyAuthors(services()), reportLeftKeyAuthors(services())]);
    const [text, ...more] = await mailsTo(second, left);
    expect(more).toEqual([]);
    expect(text).toContain(platform.users.orgA.email);
    expect([...(text ?? '').matchAll(/rotate=(\d+)/g)].map(([, id]) => Number(id))).toEqual([first, other]);
    await reportLeftKeyAuthors(services());
    expect(await mailsTo(second, left)).toHaveLength(1);
  },
);

test('ORGKEY-10 an author who has left the organisation is not named, and is reported again after coming back', async () => {
  await create('Nightly sync');
  await addOrganiser();
  const move = async (ent_org_id: number) => {
    await platform.db.updateTable('ent_usr').set({ ent_org_id }).where('id', '=', platform.users.orgA.id).execute();
    await reportLeftKeyAuthors(services());
    return mailsTo(second, left);
  };
  const [text] = await move(platform.orgs.B);
  expect(text).not.toContain(platform.users.orgA.email);
  expect(await move(platform.orgs.A)).toHaveLength(1);
  expect(await move(platform.orgs.B)).toHaveLength(2);
});

test('ORGKEY-10 the list shows that the author of a key has left until it is rotated', async () => {
  const id = await create('Nightly sync');
  await platform.db.updateTable('ent_usr').set({ role_id: 4 }).where('id', '=', platform.users.orgA.id).execute();
  const list = async () => {
    const { apiKey: key } = await platform.signIn('adm');
    const path = `GET /consoles/ext/organisation_keys?organisationId=${platform.orgs.A}` as const;
    const { organisationApiKeys } = (await platform.call(path, { key })).json();
    return organisationApiKeys.map((one: { hasCreatorLeft: boolean }) => one.hasCreatorLeft);
  };
  expect(await list()).toEqual([true]);
  await send('rotate_organisation_key', { id }, 'adm');
  expect(await list()).toEqual([false, false]);
});
