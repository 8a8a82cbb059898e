import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '../core/base/clock.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { addMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();
const email = 'assa@a.example';
const john = { userName: email, externalId: 'object-1', givenName: 'John', familyName: 'Doe' };
/** Directories write this user name when they delete an object softly. */
const deletedName = '8f3a2c1eassa@a.example';
const jane = { userName: email, externalId: 'object-2', givenName: 'Jane', familyName: 'Roe' };
const refusedHere = {
  refused: {
    status: 409,
    scimType: 'uniqueness',
    message: 'This user was deactivated in the console. An Organiser must first activate the user in the console.',
  },
};
type Scim = Awaited<ReturnType<typeof startScim>>;

/** Makes the Assessor managed and then deactivated, as a directory deletes an object softly. */
async function leave(scim: Scim) {
  const user = await scim.added(john);
  await scim.patch(user.id, { userName: deletedName, active: false });
  platform.moveClock(minuteMs);
  return user;
}
const rowsOf = async (
  table: 'passkey' | 'app_factor' | 'recovery_code' | 'sso_link' | 'remember_token' | 'responder',
) =>
  (await platform.db.selectFrom(table).select('ent_usr_id').where('ent_usr_id', '=', platform.users.assA.id).execute())
    .length;
const pending = async () => {
  const { apiKey: key } = await platform.signIn('orgA');
  const { pendingItems } = (await platform.call('GET /consoles/ext/pending_items', { key })).json();
  return pendingItems.find(({ kind }: { kind: string }) => kind === 'DEACTIVATED_PROVISIONED_USERS');
};
const setActive = async (active: boolean) => {
  const { apiKey: key } = await platform.signIn('orgA');
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const body = { userId: platform.users.assA.id, is_disabled: !active };
  expect((await platform.call('POST /consoles/activate_deactivate_user', { key, body })).statusCode).toBe(200);
};

test('SCIMUSER-74 a new object with the email of a user that provisioning deactivated gets the account without what the former user had', async () => {
  const scim = await startScim(platform);
  await scim.mapRole('audit', 'ASSESSOR');
  const { db, orgs, users } = platform;
  const { id } = users.assA;
  const now = platform.now();
  const { apiKey: session } = await platform.signIn('assA');
  const program = await addIntegrationKey(db, id);
  const passkey = {
    name: 'key',
    credential_id: 'id',
    public_key: 'key',
    sign_count: 0,
    transports: [],
    created_at: now,
  };
  await db
    .insertInto('passkey')
    .values({ ...passkey, ent_usr_id: id })
    .execute();
  await db
    .insertInto('app_factor')
    .values({ ent_usr_id: id, secret_sealed: 'x', last_step: 0, created_at: now })
    .execute();
  await db.insertInto('recovery_code').values({ ent_usr_id: id, code_hash: 'x' }).execute();
  const link = { ent_org_id: orgs.A, issuer: 'https://idp.example', subject: '1', created_at: now };
  await db
    .insertInto('sso_link')
    .values({ ...link, ent_usr_id: id })
    .execute();
  const asmt = { ent_org_id: orgs.A, title: 'Audit', audit_status: 'Pending', created_at: now, updated_at: now };
  await db
    .insertInto('asmt')
    .values({ ...asmt, assessor_id: id })
    .execute();
  await addMapping(db, orgs.A, orgs.M, { mapped_user_id: id });
  await db.updateTable('ent_usr').set({ designation: 'CISO', dept_lead: true }).where('id', '=', id).execute();
  const former = await leave(scim);
  expect(former.userId).toBe(id);

  const created = await scim.create(jane);
  expect(created).toMatchObject({
    isNew: false,
    user: { userId: id, ...jane, active: true, role: 'AUDITEE', title: 'Member' },
  });
  expect(created.user?.id).not.toBe(former.id);
  expect(await scim.row(id)).toMatchObject({
    firstname: 'Jane',
    lastname: 'Roe',
    password_hash: null,
    last_sign_in_at: null,
    dept_lead: false,
    is_disabled: false,
    account_reset_at: platform.now(),
    deprovisioned_at: null,
  });
  for (const table of ['passkey', 'app_factor', 'recovery_code', 'sso_link', 'remember_token'] as const)
    expect(await rowsOf(table), table).toBe(0);
  for (const key of [session, program])
    expect((await platform.call('GET /consoles/org_list', { key })).statusCode).toBe(401);
  expect((await platform.login('assA')).statusCode).toBe(422);
  expect(await db.selectFrom('asmt').select('assessor_id').execute()).toEqual([{ assessor_id: null }]);
  expect(await db.selectFrom('org_mapping').select('mapped_user_id').execute()).toEqual([{ mapped_user_id: null }]);
  // The directory deletes the former object for good after 30 days.
  expect(await scim.remove(former.id)).toMatchObject({ refused: { status: 404 } });
});

test('SCIMUSER-74 a new object that finds the former one by its user name is reset, too, and keeps the SCIM id', async () => {
  const scim = await startScim(platform);
  const { id, userId } = await scim.added(john);
  await scim.patch(id, { active: false });
  const sameObject = { ...jane, externalId: john.externalId };
  expect((await scim.patch(id, { ...sameObject, active: true })).user).toMatchObject({ id, active: true });
  expect((await scim.row(userId)).password_hash).not.toBeNull();
  await scim.patch(id, { active: false });
  const answers = [await scim.patch(id, { externalId: jane.externalId }), await scim.patch(id, { active: true })];
  expect(answers.map(({ user }) => user)).toMatchObject([
    { id, userId, userName: email, externalId: 'object-2', active: false, role: 'AUDITEE' },
    { id, active: true },
  ]);
  expect(await scim.row(userId)).toMatchObject({ password_hash: null, account_reset_at: platform.now() });
  expect(await platform.auditEntries('scim:resetAccount')).toHaveLength(1);
});

test('SCIMUSER-74 the reset is an event, and the Organisers are emailed with the former name; the new user is invited', async () => {
  const scim = await startScim(platform);
  await leave(scim);
  await scim.create(jane);
  const [event, ...more] = await platform.auditEntries('scim:resetAccount');
  expect([event, more]).toMatchObject([
    {
      target_id: String(platform.users.assA.id),
      via: 'scim',
      before: { firstname: 'John', lastname: 'Doe', password: true },
      after: { firstname: 'Jane', lastname: 'Roe' },
    },
    [],
  ]);
  expect((await platform.auditEntries('users:activate')).at(-1)).toMatchObject({ after: { invited: true } });
  const mail = (await platform.mails('orgA')).at(-1);
  expect(mail).toContain('Jane Roe (assa@a.example) was created again by the identity provider');
  expect(mail).toContain('belonged to John Doe');
  expect((await platform.mails('assA')).at(-1)).toMatch(/reset_password_token=/);
});

test('SCIMUSER-74 a user deleted by the provider comes back the same way, and one created again as inactive is invited once active', async () => {
  const scim = await startScim(platform);
  await scim.remove((await scim.added(john)).id);
  const mails = async () => (await platform.mails('assA')).length;
  const before = await mails();
  const { user } = await scim.create({ ...jane, active: false });
  expect(user).toMatchObject({ userId: platform.users.assA.id, active: false });
  expect([(await scim.row(user?.userId ?? 0)).password_hash, await mails()]).toEqual([null, before]);
  await scim.patch(user?.id ?? '', { active: true });
  expect(await mails()).toBe(before + 1);
});

test('SCIMUSER-74 decisions of an open access review about the former user are removed', async () => {
  const scim = await startScim(platform);
  const { db, orgs, users } = platform;
  const review = {
    ent_org_id: orgs.A,
    name: 'Yearly',
    due_on: '2027-01-01',
    scope: 'all' as const,
    state: 'open' as const,
  };
  const { id: review_id } = await db
    .insertInto('access_review')
    .values({ ...review, started_at: platform.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const decided = { decision: 'KEEP' as const, decided_by: users.orgA.id, decided_at: platform.now() };
  const item = { review_id, ent_usr_id: users.assA.id, is_external: false, ...decided };
  await db.insertInto('access_review_item').values(item).execute();
  await leave(scim);
  await scim.create(jane);
  expect(await db.selectFrom('access_review_item').select(['decision', 'decided_by']).execute()).toEqual([
    { decision: null, decided_by: null },
  ]);
});

test('SCIMUSER-74 a reset account stays a proven one: it never moves to the organisation with the verified domain', async () => {
  const [scim, other] = [await startScim(platform), await startScim(platform, {}, platform.orgs.B)];
  await leave(scim);
  const { user } = await scim.create(jane);
  const verified = { domain: 'a.example', token: 't', created_at: platform.now(), verified_at: platform.now() };
  await platform.db
    .insertInto('sso_domain')
    .values({ ...verified, ent_org_id: platform.orgs.B })
    .execute();
  expect(await other.create({ userName: email })).toMatchObject({ refused: { status: 409 } });
  await scim.remove(user?.id ?? '');
  expect(await other.create({ userName: email })).toMatchObject({ refused: { status: 409 } });
});

test('SCIMUSER-74 the user limit and the names are judged before anything is reset', async () => {
  const scim = await startScim(platform);
  const { db, orgs } = platform;
  await leave(scim);
  const password = async () => (await scim.row(platform.users.assA.id)).password_hash;
  await db.updateTable('ent_org').set({ user_limit: 4 }).where('id', '=', orgs.A).execute();
  expect(await scim.create(jane)).toMatchObject({ refused: { status: 403 } });
  await db.updateTable('ent_org').set({ user_limit: null }).where('id', '=', orgs.A).execute();
  await scim.added({ userName: 'other@a.example', externalId: jane.externalId });
  expect(await scim.create(jane)).toMatchObject({ refused: { status: 409, scimType: 'uniqueness' } });
  expect(await password()).not.toBeNull();
});

test('SCIMUSER-75 a user that a person deactivated does not change: 409 says so, and an item is pending until the user is activated', async () => {
  const scim = await startScim(platform);
  const { id } = await scim.added(john);
  await setActive(false);
  const before = await scim.row(platform.users.assA.id);
  expect(await pending()).toBeUndefined();
  for (const request of [jane, { ...jane, active: false }])
    expect(await scim.create(request)).toMatchObject(refusedHere);
  await scim.remove(id);
  expect(await scim.create(jane)).toMatchObject(refusedHere);
  expect(await scim.row(platform.users.assA.id)).toEqual({ ...before, return_refused_at: platform.now() });
  expect(await pending()).toMatchObject({ count: 1, urgency: 'MEDIUM', isOwn: false });
  platform.moveClock(30 * dayMs);
  expect(await pending()).toBeUndefined();
  expect(await scim.create(jane)).toMatchObject(refusedHere);
  expect(await pending()).toMatchObject({ count: 1 });
  await setActive(true);
  expect(await pending()).toBeUndefined();
  // A person has decided that both objects are the same user.
  expect(await scim.create(jane)).toMatchObject({ isNew: false, user: { role: 'ASSESSOR', active: true } });
  expect((await scim.row(platform.users.assA.id)).password_hash).toBe(before.password_hash);
});

test('SCIMUSER-75 a user that a person deactivated after the provider did is refused, too', async () => {
  const scim = await startScim(platform);
  await leave(scim);
  await setActive(true);
  await setActive(false);
  expect(await scim.create(jane)).toMatchObject(refusedHere);
});
