import { expect, test } from 'vitest';
import { hourMs } from '../core/base/clock.ts';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const email = 'person@shared.example';
const notUnique = { refused: { status: 409, scimType: 'uniqueness' } };
/** Both organisations: A has the Administrator and the Architect. */
const recipients = ['adm@a.example', 'arc@a.example', 'orga@a.example', 'orgb@b.example'];
const moved = 'A user has moved to another organisation';
const verifyDomain = (ent_org_id: number, domain = 'shared.example') =>
  platform.db
    .insertInto('sso_domain')
    .values({ ent_org_id, domain, token: domain, created_at: platform.now(), verified_at: platform.now() })
    .execute();
const startBoth = async () => [await startScim(platform), await startScim(platform, {}, platform.orgs.B)] as const;
const createByHand = async (user: 'orgB' | 'adm', address: string, ent_org_id = platform.orgs.B) => {
  const { apiKey: key } = await platform.signIn(user);
  const body = { ent_usr: newUser(address, { role_id: 4, ent_org_id }) };
  return platform.call('POST /consoles/create_org_user', { key, body });
};
const organisationOf = async (address: string) =>
  (await platform.db.selectFrom('ent_usr').select('ent_org_id').where('email', '=', address).executeTakeFirstOrThrow())
    .ent_org_id;

test('SCIMUSER-70 the organisation with the verified domain gets every user of another provider: by its provider, an Organiser and an Administrator', async () => {
  const [scim, own] = await startBoth();
  await verifyDomain(platform.orgs.B);
  const names = ['active', 'inactive', 'deleted'].flatMap((state) =>
    ['provider', 'organiser', 'administrator'].map((by) => `${by}.${state}@shared.example`),
  );
  for (const userName of names) {
    const { id } = await scim.added({ userName, active: !userName.includes('inactive') });
    if (userName.includes('deleted')) expect(await scim.remove(id)).toEqual({});
  }
  for (const userName of names)
    if (userName.startsWith('provider'))
      expect(await own.create({ userName }), userName).toMatchObject({ isNew: true });
    else
      expect(
        (await createByHand(userName.startsWith('organiser') ? 'orgB' : 'adm', userName)).statusCode,
        userName,
      ).toBe(200);
  for (const name of names) expect(await organisationOf(name)).toBe(platform.orgs.B);
});

test('SCIMUSER-70 an active user moves with the same id and starts again; both organisations get the event and the email', async () => {
  const [scim, own] = await startBoth();
  const { id, userId } = await scim.added({ userName: email, givenName: 'Old', title: 'Engineer', mobile: '123' });
  await verifyDomain(platform.orgs.B);
  const { user, isNew } = await own.create({ userName: email });
  expect([user, isNew]).toMatchObject([{ userId, givenName: 'person', title: 'Member', mobile: null }, true]);
  expect(user?.id).not.toBe(id);
  const { A, B } = platform.orgs;
  expect(await platform.auditEntries('users:takeOver')).toMatchObject([{ subject_org_id: A }, { subject_org_id: B }]);
  expect(await scim.mails(moved)).toEqual(recipients);
  for (const refused of [
    await scim.patch(id, { active: false }),
    await scim.remove(id),
    await scim.create({ userName: email }),
  ])
    expect(refused.refused?.status).toBeGreaterThan(400);
  expect(await scim.row(userId)).toMatchObject({ ent_org_id: B, is_disabled: false });
});

test('SCIMUSER-70 both get an email about an inactive user that is still managed, but not about a deleted one', async () => {
  const [scim, own] = await startBoth();
  await scim.added({ userName: email, active: false });
  await scim.remove((await scim.added({ userName: 'deleted@shared.example' })).id);
  await verifyDomain(platform.orgs.B);
  await own.added({ userName: 'deleted@shared.example' });
  expect(await scim.mails(moved)).toEqual([]);
  await own.added({ userName: email });
  expect(await scim.mails(moved)).toEqual(recipients);
});

test('SCIMUSER-70 three moves within an hour are emailed, and all of them are events', async () => {
  const [scim, own] = await startBoth();
  await verifyDomain(platform.orgs.B);
  for (const name of ['one', 'two', 'three', 'four', 'five']) {
    await scim.added({ userName: `${name}@shared.example` });
    await own.added({ userName: `${name}@shared.example` });
  }
  expect(await scim.mails(moved)).toHaveLength(3 * recipients.length);
  expect(await platform.auditEntries('users:takeOver')).toHaveLength(10);
});

test('SCIMUSER-70 creating an unproven user again does not prove the email', async () => {
  const [scim, own] = await startBoth();
  await scim.added({ userName: email, externalId: 'object-1', active: false });
  await scim.added({ userName: email, externalId: 'object-2', active: false });
  const { userId } = await scim.added({ userName: email, externalId: 'object-3' });
  await verifyDomain(platform.orgs.B);
  expect(await own.create({ userName: email })).toMatchObject({ isNew: true, user: { userId } });
});

test.each([
  ['has signed in', { last_sign_in_at: new Date(0) }],
  ['has set a password', { password_hash: 'hash' }],
  ['was imported', { imported_at: new Date(0) }],
])('SCIMUSER-70 a user that %s never moves, active, inactive or deleted', async (_what, values) => {
  const [scim, own] = await startBoth();
  const { id, userId } = await scim.added({ userName: email });
  await verifyDomain(platform.orgs.B);
  await platform.db.updateTable('ent_usr').set(values).where('id', '=', userId).execute();
  expect(await own.create({ userName: email })).toMatchObject(notUnique);
  await scim.patch(id, { active: false });
  expect(await own.create({ userName: email })).toMatchObject(notUnique);
  await scim.remove(id);
  expect(await own.create({ userName: email })).toMatchObject(notUnique);
  expect((await createByHand('orgB', email)).statusCode).toBe(422);
  expect(await organisationOf(email)).toBe(platform.orgs.A);
});

test('SCIMUSER-14 without a verified domain an active user of another provider is not free, even with a revoked invitation', async () => {
  const [scim, other] = await startBoth();
  const user = await scim.added({ userName: email });
  // An Organiser created the user before, and has revoked the invitation since.
  const [ent_usr_id = 0] = await addUsers(platform.db, platform.orgs.A, [{ email: 'invited@shared.example' }]);
  const invitation = { ent_org_id: platform.orgs.A, ent_usr_id, kind: 'user' as const, sent_at: platform.now() };
  await platform.db
    .insertInto('invitation')
    .values({ ...invitation, requester_id: platform.users.orgA.id })
    .execute();
  const invited = await scim.added({ userName: 'invited@shared.example' });
  await platform.db.updateTable('invitation').set({ revoked_at: platform.now() }).execute();
  for (const { userName } of [user, invited]) expect(await other.create({ userName })).toMatchObject(notUnique);
  for (const { id, userId, userName } of [user, invited]) {
    expect(await scim.patch(id, { active: false })).toMatchObject({ user: { active: false } });
    expect(await other.added({ userName })).toMatchObject({ userId });
    expect(await scim.patch(id, { active: true })).toMatchObject({ refused: { status: 404 } });
    expect(await scim.row(userId)).toMatchObject({ ent_org_id: platform.orgs.B });
  }
});

test('SCIMUSER-71 an inactive user of the provider with the verified domain is not free for another organisation', async () => {
  const [scim, own] = await startBoth();
  await verifyDomain(platform.orgs.B);
  const { id } = await own.added({ userName: email, active: false });
  expect(await scim.create({ userName: email, active: false })).toMatchObject(notUnique);
  expect((await createByHand('adm', email, platform.orgs.A)).statusCode).toBe(422);
  expect(await own.patch(id, { active: true })).toMatchObject({ user: { active: true, email } });
  expect(await scim.create({ userName: email, active: false })).toMatchObject(notUnique);
});

test('SCIMUSER-72 an organisation creates at most 2,000 users within an hour, and holds up no other one', async () => {
  const [scim, other] = await startBoth();
  const { id } = await scim.added({ userName: 'first@a.example' });
  await platform.db
    .updateTable('attempt_count')
    .set({ failures: 1_999 })
    .where('key', '=', `scim:create:${platform.orgs.A}`)
    .execute();
  // Requests that fail for other reasons do not count.
  expect(await scim.create({ userName: 'orgb@b.example' })).toMatchObject(notUnique);
  await scim.added({ userName: 'last@a.example' });
  expect(await scim.create({ userName: email })).toMatchObject({ refused: { status: 429, retryAfterSeconds: 3_600 } });
  expect(await scim.patch(id, { title: 'Engineer', active: false })).toMatchObject({ user: { title: 'Engineer' } });
  expect(await scim.create({ userName: platform.users.assA.email })).toMatchObject({ isNew: false });
  expect(await scim.mails('Your identity provider deactivated many users')).toEqual([]);
  await other.added({ userName: 'first@b.example' });
  platform.moveClock(hourMs);
  expect(await scim.create({ userName: email })).toMatchObject({ isNew: true });
});
