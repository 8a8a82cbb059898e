import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();

const asked = async (user: UserName, id: number | string) => {
  const { apiKey } = await platform.signIn(user);
  return platform.call(`GET /consoles/org_detail?org_id=${id}`, { key: apiKey });
};

async function fill(org: number): Promise<void> {
  const { db, users } = platform;
  const now = platform.now();
  await db
    .insertInto('stored_file')
    .values({
      id: 'A'.repeat(22),
      ent_org_id: org,
      file_name: 'a.png',
      content_type: 'image/png',
      bytes: new Uint8Array([1, 2]),
      created_at: now,
    })
    .execute();
  await db
    .updateTable('ent_org')
    .set({
      legalname: 'Organisation A Ltd',
      industry: 'Energy',
      email_domain: 'a.example,b.example',
      website: 'https://a.example',
      user_limit: 12,
      pin: '1010',
      country: 'Austria',
      state: 'Vienna',
      city: 'Vienna',
      registered_address: 'Ring 1',
      organizer_id: users.orgA.id,
      logo_id: 'A'.repeat(22),
      notification_frequency: 'Weekly',
    })
    .where('id', '=', org)
    .execute();
  await db
    .insertInto('sso')
    .values({ ent_org_id: org, client_id: 'c', tenant_id: 't', client_secret_sealed: 'sealed-canary', updated_at: now })
    .execute();
  for (const [index, audit_status] of ['Completed', 'In Progress', 'Not Started'].entries())
    await db
      .insertInto('asmt')
      .values({
        guid: randomUUID(),
        ent_org_id: org,
        title: `T${index}`,
        audit_status,
        created_at: now,
        updated_at: now,
      })
      .execute();
  for (const title of ['ISO 27001', 'GDPR'])
    await db.insertInto('subscribed_model').values({ ent_org_id: org, title, created_at: now }).execute();
}

test('REST-38 ORG-10 ENT-2 ENT-3 ORG-21 gives the organisation with facility, organiser, files and configuration, and no secret', async () => {
  await fill(platform.orgs.A);
  const answer = await asked('audA', platform.orgs.A);
  expect(answer.statusCode).toBe(200);
  expect(answer.json().org).toMatchObject({
    id: platform.orgs.A,
    guid: expect.any(String),
    brandname: 'Organisation A',
    legalname: 'Organisation A Ltd',
    industry: 'Energy',
    logo: { file_name: 'a.png', url: `/files/${'A'.repeat(22)}` },
    icon: null,
    email_domain: 'a.example,b.example',
    website: 'https://a.example',
    user_limit: 12,
    user_limit_text: '12',
    is_disabled: false,
    sso: { client_id: 'c', tenant_id: 't' },
    organizer: { id: platform.users.orgA.id, email: 'orga@a.example', role: { idStr: 'ORGANISER' } },
    facility: { pin: '1010', country: 'Austria', state: 'Vienna', city: 'Vienna', registered_address: 'Ring 1' },
    config: { notification_frequency: 'Weekly', otp_required: false, user_limit: 12 },
    created_at: platform.now().toISOString(),
    updated_at: platform.now().toISOString(),
  });
  expect(answer.body).not.toMatch(/sealed-canary|password_hash|organizer_id/);
});

test('REST-38 ORG-8 OPEN-36 counts uncompleted assessments as pending, and the active Assessors and Auditees of this organisation', async () => {
  await fill(platform.orgs.A);
  const { org } = (await asked('orgA', platform.orgs.A)).json();
  expect(org).toMatchObject({
    pending_asmts_count: 2,
    complete_asmts_count: 1,
    total_asmts_count: 3,
    models_count: 2,
    auditors_count: 1,
    auditees_count: 1,
  });
  const { org: other } = (await asked('orgB', platform.orgs.B)).json();
  expect(other).toMatchObject({ total_asmts_count: 0, models_count: 0, auditors_count: 0, auditees_count: 0 });
});

test('REST-38 ENT-9 ORG-21 an organisation with nothing filled in says No Limit', async () => {
  const { org } = (await asked('orgB', platform.orgs.B)).json();
  expect(org).toMatchObject({
    user_limit: -1,
    user_limit_text: 'No Limit',
    logo: null,
    sso: null,
    organizer: null,
    config: { user_limit: -1, notification_frequency: null },
  });
});

test('NAV-15 a user without organisation sees none', async () => {
  expect((await asked('nowhere', platform.orgs.A)).statusCode).toBe(404);
});

test.each(['2147483648', '999999999999999'])('REST-38 the id %s beyond the column’s range is 404', async (id) => {
  expect((await asked('adm', id)).statusCode).toBe(404);
});

test.each([
  ['x', 'must be an id'],
  ['-1', 'must be an id'],
  ['1 or 1=1', 'must be an id'],
  ['', 'must be an id'],
])('REST-38 the id %j is refused with the field and what is allowed', async (id, text) => {
  const answer = await asked('adm', encodeURIComponent(id));
  expect([answer.statusCode, answer.json()]).toEqual([
    422,
    { errors: { org_id: [text] }, codes: { org_id: ['FORMAT'] } },
  ]);
});

test('ROLE-3 roles are identified by name: other numeric ids change nothing', async () => {
  await platform.db
    .insertInto('role')
    .values({ id: 77, id_str: 'organiser', label: 'Organiser of yore', level: 77 })
    .execute();
  await platform.db.updateTable('ent_usr').set({ role_id: 77 }).where('id', '=', platform.users.orgA.id).execute();
  try {
    expect((await asked('orgA', platform.orgs.A)).statusCode).toBe(200);
    expect((await asked('orgA', platform.orgs.B)).statusCode).toBe(404);
  } finally {
    await platform.reset();
    await platform.db.deleteFrom('role').where('id', '=', 77).execute();
  }
});

test.each<UserName>(['adm', 'orgA', 'audA'])(
  'OPEN-71 without an id %s gets the own organisation, with its active users, those without a role too',
  async (user) => {
    const { db, orgs, users } = platform;
    await db.updateTable('ent_usr').set({ role_id: null }).where('id', '=', users.arc.id).execute();
    const { apiKey: key } = await platform.signIn(user);
    const own = (await platform.call('GET /consoles/org_detail', { key })).json();
    expect(own).toEqual((await asked(user, orgs.A)).json());
    expect(own.org).toMatchObject({ id: orgs.A, active_users_count: 5 });
  },
);

test('OPEN-71 NAV-15 a user without organisation gets none without an id', async () => {
  const { apiKey: key } = await platform.signIn('nowhere');
  expect((await platform.call('GET /consoles/org_detail', { key })).statusCode).toBe(404);
});
