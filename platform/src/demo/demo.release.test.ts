import { roles } from '@console/contract/access';
import { invitationKinds } from '@console/contract/calls/invitations';
import { meetsPasswordPolicy } from '@console/contract/password-rules';
import { seniorPosts } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assessmentStatuses } from '../assessments/statuses.ts';
import { createPasswordHasher } from '../core/access/password-hasher.ts';
import type { Database } from '../core/database/schema.ts';
import { invitationsStore } from '../invitations/invitations.store.ts';
import { openTestDatabase } from '../testing/database.ts';
import { demoNow } from '../testing/demo-now.ts';
import { seedDemo } from './demo.ts';
import { demoPassword, demoSignIns } from './sign-ins.ts';
import { demoUserCount } from './users.ts';

let db: Kysely<Database>;

beforeAll(async () => {
  db = await openTestDatabase();
  expect(await seedDemo(db, { clock: () => demoNow })).toBe(true);
});

afterAll(() => db.destroy());

const tables = [
  'ent_org',
  'ent_usr',
  'stored_file',
  'org_mapping',
  'user_mapping',
  'subscribed_model',
  'subscribed_module',
  'asmt',
  'responder',
  'invitation',
  'passkey',
  'audit_entry',
] as const;

/** Every row of every table as text, without salts and salted hashes. */
async function dump(from: Kysely<Database>): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of tables) {
    const select = sql<{
      row: string;
    }>`select (to_jsonb(t) - '{password_hash,salt,hash}'::text[])::text as row from ${sql.table(table)} t order by 1`;
    rows[table] = (await select.execute(from)).rows.map(({ row }) => row);
  }
  return rows;
}

const demoId = async () =>
  (await db.selectFrom('ent_org').select('id').where('brandname', '=', 'Demo Industries').executeTakeFirstOrThrow()).id;

const userOf = (email: string) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('role', 'role.id', 'role_id')
    .leftJoin('ent_org', 'ent_org.id', 'ent_org_id')
    .select(['role.id_str', 'ent_usr.is_disabled', 'password_hash', 'brandname', 'ent_org.is_disabled as closed'])
    .where('email', '=', email)
    .executeTakeFirst();

test('REST-62 the same day gives the same demo data', async () => {
  const other = await openTestDatabase();
  try {
    const later = new Date(demoNow.getTime() + 3_600_000);
    expect(await seedDemo(other, { clock: () => later })).toBe(true);
    expect(await dump(other)).toEqual(await dump(db));
  } finally {
    await other.destroy();
  }
});

test('REST-62 a database with any data is not changed', async () => {
  const before = await dump(db);
  expect(await seedDemo(db, { clock: () => demoNow })).toBe(false);
  expect(await dump(db)).toEqual(before);

  const used = await openTestDatabase();
  try {
    const moments = { created_at: demoNow, updated_at: demoNow };
    await used
      .insertInto('ent_usr')
      .values({ email: 'first@real.example', ...moments })
      .execute();
    expect(await seedDemo(used, { clock: () => demoNow })).toBe(false);
    expect(await used.selectFrom('ent_usr').select('email').execute()).toEqual([{ email: 'first@real.example' }]);
    expect(await used.selectFrom('ent_org').select('id').execute()).toEqual([]);
  } finally {
    await used.destroy();
  }
});

test('REST-62 ROLE-1 every demo sign-in exists with the described role', async () => {
  for (const { key } of roles)
    expect(await userOf(`${key === 'ADMINISTRATOR' ? 'admin' : key.toLowerCase()}@demo.example`)).toMatchObject({
      id_str: key,
      is_disabled: false,
      brandname: 'Demo Industries',
      closed: false,
    });
  expect(await userOf('otp@secure.example')).toMatchObject({ is_disabled: false, brandname: 'Secure Harbour' });
  expect(await userOf('new@nowhere.example')).toMatchObject({ id_str: 'ORGANISER', brandname: null });
  expect(await userOf('disabled@demo.example')).toMatchObject({ is_disabled: true, closed: false });
  expect(await userOf('user@closed.example')).toMatchObject({ is_disabled: false, closed: true });
  expect(demoSignIns).toHaveLength(9);
  const hashes = await Promise.all(demoSignIns.map(async ({ email }) => (await userOf(email))?.password_hash));
  expect(new Set(hashes).size).toBe(1);
  expect(await createPasswordHasher().verify('server', hashes[0] ?? null, demoPassword)).toBe(true);
  expect(meetsPasswordPolicy(demoPassword)).toBe(true);
});

test('REST-62 ENT-2 there are 40 organisations: some disabled, some without a limit, one at its limit, one with passcodes', async () => {
  const active = sql<number>`(select count(*) from ent_usr u where u.ent_org_id = o.id and not u.is_disabled)`;
  const organisations = await db.selectFrom('ent_org as o').selectAll('o').select(active.as('active')).execute();
  expect(organisations).toHaveLength(40);
  expect(organisations.filter((one) => one.is_disabled)).toHaveLength(3);
  expect(organisations.filter((one) => one.user_limit === null).length).toBeGreaterThan(5);
  expect(organisations.filter((one) => one.user_limit === one.active)).toHaveLength(1);
  expect(organisations.every((one) => one.user_limit === null || one.user_limit >= one.active)).toBe(true);
  const asking = organisations.filter((one) => one.otp_required).map(({ brandname }) => brandname);
  expect(asking).toEqual(['Secure Harbour']);
  expect(organisations.every((one) => one.email_domain?.endsWith('.example') && one.country && one.pin)).toBe(true);
});

test('REST-62 ENT-2 every organisation has an active Organiser of its own as organiser', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ent_org o join ent_usr u on u.id = o.organizer_id
    and u.ent_org_id = o.id and u.role_id = 3 and not u.is_disabled`.execute(db);
  expect(rows[0]?.n).toBe(40);
});

test('REST-62 DESIGN-5 the first organisation has invitations in every state', async () => {
  const { id } = await db.selectFrom('ent_org').select('id').orderBy('id').executeTakeFirstOrThrow();
  const store = invitationsStore(db, demoNow, 'any');
  const { rows } = await store.list(id, { kinds: invitationKinds }, { offset: 0, limit: 50 });
  expect(new Set(rows.map(({ state }) => state))).toEqual(
    new Set(['Pending', 'Accepted', 'Expired', 'Revoked', 'Failed']),
  );
});

test('REST-62 ENT-1 NOM-11 there are 600 users: active, inactive, invited, and one CEO in every organisation', async () => {
  const users = await db.selectFrom('ent_usr').selectAll().execute();
  expect(users).toHaveLength(demoUserCount);
  expect(users.filter((user) => user.is_disabled).length).toBeGreaterThan(20);
  const invited = users.filter((user) => user.role_id === null);
  expect(invited.length).toBeGreaterThan(5);
  expect(invited.every((user) => user.firstname === null && user.password_hash === null && user.ent_org_id)).toBe(true);
  expect(users.filter((user) => user.designation === 'CEO')).toHaveLength(40);
  const held = new Set(users.map(({ designation }) => designation));
  expect(seniorPosts.every(({ id }) => held.has(id))).toBe(true);
  expect(users.every((user) => !user.dept_lead || user.role_id === 5)).toBe(true);
  const emails = new Set(users.filter((user) => !user.is_disabled).map(({ email }) => email));
  expect(users.every(({ supervisor }) => supervisor === null || emails.has(supervisor))).toBe(true);
});

test('REST-62 ENT-6 Demo Industries has mappings in every state, requested by it and by others', async () => {
  const id = await demoId();
  const mappings = await db
    .selectFrom('org_mapping')
    .selectAll()
    .where(({ or, eb }) => or([eb('vendor_id', '=', id), eb('customer_id', '=', id)]))
    .execute();
  for (const activated of [true, false, null])
    for (const asked of [true, false]) {
      const found = mappings.filter((one) => one.activated === activated && (one.requested_by_org_id === id) === asked);
      expect(found.length, `activated ${activated}, asked ${asked}`).toBeGreaterThan(0);
    }
  const people = await db.selectFrom('user_mapping').selectAll().where('mapped_org_id', '=', id).execute();
  expect(new Set(people.map(({ activated }) => activated))).toEqual(new Set([true, false, null]));
});

test('REST-62 ENT-7 ENT-8 Demo Industries has assessments in every status, with consistent counts, of its subscribed models', async () => {
  const assessments = await db.selectFrom('asmt').selectAll().execute();
  const id = await demoId();
  const demo = assessments.filter((one) => one.ent_org_id === id);
  expect(new Set(demo.map(({ audit_status }) => audit_status))).toEqual(new Set(assessmentStatuses));
  const late = demo.filter((one) => one.end_date && one.end_date < demoNow && one.audit_status !== 'Completed');
  expect(late.length).toBeGreaterThan(0);
  for (const one of assessments) {
    expect(one.response_pending_count + one.response_completed_count).toBe(one.total_cntrls_count);
    expect(one.evaluation_pending_count + one.evaluation_completed_count).toBe(one.total_cntrls_count);
    expect(one.actual_end_date !== null).toBe(one.audit_status === 'Completed');
  }
  const models = await db.selectFrom('subscribed_model').selectAll().execute();
  const subscribed = new Set(models.map(({ ent_org_id, title }) => `${ent_org_id} ${title}`));
  expect(assessments.every(({ ent_org_id, model_title }) => subscribed.has(`${ent_org_id} ${model_title}`))).toBe(true);
});

test('REST-62 ENT-5 there are responders of all three kinds, none of whom is a demo sign-in', async () => {
  const responders = await db
    .selectFrom('responder')
    .innerJoin('ent_usr', 'ent_usr.id', 'ent_usr_id')
    .select(['kind', 'email'])
    .execute();
  expect(new Set(responders.map(({ kind }) => kind))).toEqual(new Set(['continuer', 'investigator', 'arc']));
  expect(responders.some(({ email }) => demoSignIns.some((one) => one.email === email))).toBe(false);
});

test('REST-62 ENT-2 two organisations have logo and icon: small PNG files with valid ids', async () => {
  const files = await db.selectFrom('stored_file').selectAll().orderBy('id').execute();
  expect(files).toHaveLength(4);
  for (const { id, bytes, content_type } of files) {
    expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(content_type).toBe('image/png');
    expect(Buffer.from(bytes).subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.length).toBeLessThan(10_000);
  }
  const shown = await db
    .selectFrom('ent_org')
    .select(['brandname', 'logo_id', 'icon_id'])
    .where('logo_id', 'is not', null)
    .execute();
  expect(shown.map(({ brandname }) => brandname).toSorted()).toEqual(['Demo Industries', 'Secure Harbour']);
  const ids = shown.flatMap(({ logo_id, icon_id }) => [logo_id, icon_id]).toSorted();
  expect(ids).toEqual(files.map(({ id }) => id).toSorted());
});

test('REST-62 no date is in the future, and none changed before it was created', async () => {
  for (const table of ['ent_org', 'ent_usr', 'org_mapping', 'user_mapping', 'asmt'] as const) {
    const wrong = await db
      .selectFrom(table)
      .select('id')
      .where(({ or, eb, ref }) => or([eb('updated_at', '>', demoNow), eb('updated_at', '<', ref('created_at'))]))
      .execute();
    expect(wrong, table).toEqual([]);
  }
});
