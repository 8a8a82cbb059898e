import { expect, test } from 'vitest';
import type { NewRow } from '../core/database/schema.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { startScim } from '../testing/scim.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const jane = { userName: 'Jane.Doe@a.example', externalId: 'e-1', givenName: 'Jane', familyName: 'Doe' };
const refusedAs = (status: number, scimType: string | null) => ({ refused: { status, scimType } });
const verifyDomain = (ent_org_id: number, domain: string) =>
  platform.db
    .insertInto('sso_domain')
    .values({ ent_org_id, domain, token: domain, created_at: platform.now(), verified_at: platform.now() })
    .execute();

test('SCIMUSER-1 a new user has what was sent, and the defaults of the organisation for the rest', async () => {
  const { users } = platform;
  await platform.db
    .updateTable('ent_org')
    .set({ organizer_id: users.orgA.id })
    .where('id', '=', platform.orgs.A)
    .execute();
  const scim = await startScim(platform, { default_designation: 'Member', default_department: 'Sales' });
  const { user, isNew } = await scim.create({ ...jane, mobile: '+91 98765-43210', other: { nickName: 'JD' } });
  expect(isNew).toBe(true);
  expect(user).toMatchObject({
    userName: 'Jane.Doe@a.example',
    externalId: 'e-1',
    active: true,
    other: { nickName: 'JD' },
  });
  expect(await scim.row(user?.userId ?? 0)).toMatchObject({
    ent_org_id: platform.orgs.A,
    email: 'jane.doe@a.example',
    firstname: 'Jane',
    lastname: 'Doe',
    country_code: '+91',
    mobile: '98765-43210',
    role_id: 5,
    is_disabled: false,
    designation: 'Member',
    department_name: 'Sales',
    supervisor: users.orgA.email,
  });
  const bare = await scim.added({ userName: 'x', email: 'bare@a.example', title: 'Engineer', department: 'IT' });
  expect(await scim.row(bare.userId)).toMatchObject({
    firstname: 'bare',
    lastname: 'Not set',
    designation: 'Engineer',
    department_name: 'IT',
  });
});

test('SCIMUSER-2 a name is unique without regard to case, an external id with it', async () => {
  const scim = await startScim(platform);
  const user = await scim.added(jane);
  expect(
    await scim.create({ ...jane, userName: 'JANE.DOE@a.example', email: 'o@a.example', externalId: 'e-2' }),
  ).toMatchObject(refusedAs(409, 'uniqueness'));
  expect(await scim.create({ userName: 'o@a.example', externalId: 'e-1' })).toMatchObject(refusedAs(409, 'uniqueness'));
  const other = await scim.added({ userName: 'o@a.example', externalId: 'E-1' });
  expect(await scim.patch(other.id, { userName: 'jane.doe@A.example' })).toMatchObject(refusedAs(409, 'uniqueness'));
  const renamed = await scim.patch(user.id, { userName: 'jane.smith@a.example' });
  expect(renamed.user).toMatchObject({ id: user.id, userName: 'jane.smith@a.example', email: 'jane.doe@a.example' });
  expect((await scim.patch(user.id, { externalId: 'e-3' })).user?.externalId).toBe('e-3');
});

test('SCIMUSER-3 the email is that of the request, otherwise a user name that is one', async () => {
  const scim = await startScim(platform);
  expect((await scim.added({ userName: 'upn', email: ' Work@A.example ' })).email).toBe('work@a.example');
  expect(await scim.create({ userName: 'upn2' })).toMatchObject(refusedAs(400, 'invalidValue'));
  expect(await scim.create({ userName: 'upn3', email: 'none' })).toMatchObject(refusedAs(400, 'invalidValue'));
  expect(await scim.create({ email: 'b@a.example' })).toMatchObject(refusedAs(400, 'invalidValue'));
  expect(await scim.create({ ...jane, givenName: 'www.x' })).toMatchObject({
    refused: { status: 400, scimType: 'invalidValue', message: 'name.givenName must not contain :// or www..' },
  });
  expect(await scim.create({ ...jane, other: { nickName: 'x'.repeat(20_000) } })).toMatchObject(
    refusedAs(400, 'invalidValue'),
  );
});

test('SCIMUSER-4 an existing user is taken over with an event, once, and keeps what is not sent', async () => {
  const scim = await startScim(platform);
  const { assA } = platform.users;
  await platform.db.updateTable('ent_usr').set({ designation: 'Auditor' }).where('id', '=', assA.id).execute();
  const taken = await scim.create({ userName: 'upn', email: 'ASSA@a.example', familyName: 'Taken' });
  expect(taken).toMatchObject({
    isNew: false,
    user: { userId: assA.id, userName: 'upn', role: 'ASSESSOR', title: 'Auditor' },
  });
  expect(await scim.row(assA.id)).toMatchObject({ firstname: 'assA', lastname: 'Taken', role_id: 4 });
  const [event] = await platform.auditEntries('scim:takeOver');
  expect(event).toMatchObject({
    target_id: String(assA.id),
    via: 'scim',
    api_key_id: scim.actor.apiKeyId,
    ent_usr_id: null,
  });
  expect(await scim.create({ userName: 'upn9', email: 'assa@a.example' })).toMatchObject(refusedAs(409, 'uniqueness'));
});

test('SCIMUSER-4 users who are not for SCIM are never taken over', async () => {
  const scim = await startScim(platform);
  const { A } = platform.orgs;
  const { orgA } = platform.users;
  await platform.db.insertInto('scim_unmanaged').values({ ent_org_id: A, ent_usr_id: orgA.id }).execute();
  const before = await platform.db.selectFrom('ent_usr').selectAll().orderBy('id').execute();
  for (const email of ['adm@a.example', 'arc@a.example', orgA.email, 'orgb@b.example', 'nowhere@nowhere.example'])
    expect(await scim.create({ userName: email, active: false }), email).toMatchObject({
      refused: {
        status: 409,
        scimType: 'uniqueness',
        message: 'Another user has this email address, or it cannot be used. Change it at the identity provider.',
      },
    });
  expect(await platform.db.selectFrom('ent_usr').selectAll().orderBy('id').execute()).toEqual(before);
});

test('SCIMUSER-5 a title becomes the designation, but only a nomination gives or takes a senior position', async () => {
  const scim = await startScim(platform, { default_designation: 'Member' });
  const made = await scim.create({ ...jane, title: 'ceo' });
  expect(made.notes).toEqual([
    'The designation does not become ceo, because only a nomination gives a senior position.',
  ]);
  const id = made.user?.id ?? '';
  const userId = made.user?.userId ?? 0;
  expect(made.user?.title).toBe('Member');
  expect(await scim.patch(id, { title: 'Engineer' })).toMatchObject({ user: { title: 'Engineer' }, notes: [] });
  expect((await scim.patch(id, { title: 'Chief Financial Officer [CFO]' })).user?.title).toBe('Engineer');
  await platform.db.updateTable('ent_usr').set({ designation: 'CFO' }).where('id', '=', userId).execute();
  const kept = await scim.patch(id, { title: 'Engineer', department: 'IT' });
  expect(kept).toMatchObject({ user: { title: 'CFO', department: 'IT' } });
  expect(kept.notes).toHaveLength(1);
  expect((await scim.put(id, { userName: jane.userName })).user?.title).toBe('CFO');
});

test('SCIMUSER-8 values of roles give the mapped role, at most Organiser, otherwise the default role', async () => {
  const scim = await startScim(platform);
  await scim.mapRole('lead', 'ORGANISER');
  await scim.mapRole('audit', 'ASSESSOR');
  await scim.mapRole('root', 'ADMINISTRATOR');
  const roleOf = async (name: string, roles: string[]) =>
    (await scim.added({ userName: `${name}@a.example`, roles })).role;
  expect(await roleOf('a', ['audit'])).toBe('ASSESSOR');
  expect(await roleOf('b', ['unknown', 'audit', 'lead'])).toBe('ORGANISER');
  expect(await roleOf('c', ['root'])).toBe('AUDITEE');
  expect(await roleOf('d', [])).toBe('AUDITEE');
  await platform.db.updateTable('scim_setting').set({ default_role: 'ADMINISTRATOR' }).execute();
  expect(await roleOf('e', ['unknown'])).toBe('AUDITEE');
});

test('SCIMUSER-11 at the user limit a request is refused, and the Organisers are emailed once a day', async () => {
  const scim = await startScim(platform);
  const subject = 'Your identity provider could not add a user';
  const limit = (user_limit: number | null) =>
    platform.db.updateTable('ent_org').set({ user_limit }).where('id', '=', platform.orgs.A).execute();
  await limit(5);
  const full = { refused: { status: 403, message: 'User Limit Reached' } };
  const [gone] = await addUsers(platform.db, platform.orgs.A, [{ email: 'gone@a.example', is_disabled: true }]);
  await platform.db
    .updateTable('ent_usr')
    .set({ deprovisioned_at: platform.now() })
    .where('id', '=', gone ?? 0)
    .execute();
  expect(await scim.create(jane)).toMatchObject(full);
  expect(await scim.create({ userName: 'gone@a.example' })).toMatchObject(full);
  expect(await scim.mails(subject)).toEqual(['orga@a.example']);
  platform.moveClock(24 * 3_600_000);
  expect(await scim.create(jane)).toMatchObject(full);
  expect(await scim.mails(subject)).toHaveLength(2);
  expect(await scim.create({ ...jane, active: false })).toMatchObject({ user: { active: false } });
  await limit(null);
  expect(await scim.create({ userName: 'gone@a.example' })).toMatchObject({ user: { active: true } });
});

test('SCIMUSER-13 users get the usual invitation, but not where single sign-on is on and the domain is verified', async () => {
  const scim = await startScim(platform);
  const mailsTo = async (recipient: string) =>
    platform.db.selectFrom('mail').select('subject').where('recipient', '=', recipient).execute();
  await scim.added(jane);
  await scim.added({ userName: 'off@a.example', active: false });
  expect([await mailsTo('jane.doe@a.example'), await mailsTo('off@a.example')]).toEqual([
    [{ subject: expect.any(String) }],
    [],
  ]);
  const sso = { ent_org_id: platform.orgs.A, client_id: 'c', tenant_id: 't', client_secret_sealed: 's' };
  await platform.db
    .insertInto('sso')
    .values({ ...sso, updated_at: platform.now(), enabled_at: platform.now() } as NewRow<'sso'>)
    .execute();
  await verifyDomain(platform.orgs.A, 'a.example');
  await scim.added({ userName: 'sso@a.example' });
  await scim.added({ userName: 'guest@outside.example' });
  expect([await mailsTo('sso@a.example'), await mailsTo('guest@outside.example')]).toEqual([
    [],
    [{ subject: expect.any(String) }],
  ]);
});
