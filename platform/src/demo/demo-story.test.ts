import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyChain } from '../audit/verify-chain.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';
import { recordExpiredInvitations } from '../invitations/record-expired-invitations.ts';
import { countOverview } from '../overview/count-overview.ts';
import { openTestDatabase } from '../testing/database.ts';
import { demoNow } from '../testing/demo-now.ts';
import { demoSignIns } from './sign-ins.ts';

let db: Kysely<Database>;
beforeAll(async () => {
  db = await openTestDatabase({ demo: true });
});
afterAll(() => db.destroy());

const daysAgo = (days: number) => addMs(demoNow, -days * dayMs);
const demoId = async () =>
  (await db.selectFrom('ent_org').select('id').where('brandname', '=', 'Demo Industries').executeTakeFirstOrThrow()).id;

test('DEMO-1 the sign-ins of the last 30 days are those that the users say, of each organisation and of all', async () => {
  for (const organisationId of [await demoId(), null]) {
    const { sign_ins } = await countOverview(db, demoNow, { organisationId, mayViewAssessments: false });
    const busy = sign_ins?.days.filter(({ count }) => count > 0) ?? [];
    expect(busy.length).toBeGreaterThan(18);
    const total = busy.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThanOrEqual(sign_ins?.users_count ?? 0);
    expect(sign_ins?.users_count).toBeGreaterThan(50);
  }
  const { rows } = await sql`select email from ent_usr where last_sign_in_at > ${daysAgo(30)} and ent_org_id is not null
    and last_sign_in_at is distinct from (select max(at) from audit_entry
      where ent_usr_id = ent_usr.id and event = 'session:signIn' and code is null)`.execute(db);
  expect(rows).toEqual([]);
});

test('DEMO-2 the activity of three months is of many kinds and people, and its hash chains are intact', async () => {
  const organisationId = await demoId();
  const events = await db
    .selectFrom('audit_entry')
    .select(['event', 'ent_usr_id', 'at', 'code'])
    .where('subject_org_id', '=', organisationId)
    .execute();
  const distinct = (values: unknown[]) => new Set(values).size;
  const done = events.filter(({ event, code }) => event !== 'session:signIn' && code === null);
  expect(distinct(done.map(({ event }) => event))).toBeGreaterThanOrEqual(10);
  expect(distinct(done.map(({ ent_usr_id }) => ent_usr_id))).toBeGreaterThan(10);
  expect(distinct(done.map(({ at }) => at.toISOString().slice(0, 7)))).toBeGreaterThanOrEqual(3);
  expect(done.filter(({ at }) => at < daysAgo(75)).length).toBeGreaterThan(5);
  const chains = await db.selectFrom('audit_chain').select(['id', 'last_no']).execute();
  const pepper = createPepper(['a secret of the tests '.repeat(2)]);
  const checks = await Promise.all(chains.map(({ id }) => verifyChain({ db, pepper }, id, { most: 10_000 })));
  expect(checks.map(({ checked, broken }) => [checked, broken])).toEqual(chains.map(({ last_no }) => [last_no, null]));
  const { count } = await db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(chains.reduce((sum, { last_no }) => sum + last_no, 0)).toBe(count);
});

test('DEMO-3 a fresh start records no expired invitations, and those that are pending expire soon', async () => {
  const before = await db.selectFrom('audit_entry').select('id').execute();
  await recordExpiredInvitations({ db, clock: () => demoNow });
  expect(await db.selectFrom('audit_entry').select('id').execute()).toHaveLength(before.length);
  const soon = await db
    .selectFrom('invitation')
    .select('expires_at')
    .where('ent_org_id', '=', await demoId())
    .where('expires_at', '>', demoNow)
    .execute();
  expect(soon).toHaveLength(3);
  expect(soon.every(({ expires_at }) => expires_at && expires_at < addMs(demoNow, 2 * dayMs))).toBe(true);
});

test('DEMO-4 requests are pending for three weeks at most, and an invitation failed with the reason of the mail server', async () => {
  for (const table of ['org_mapping', 'user_mapping'] as const) {
    const pending = await db.selectFrom(table).select('created_at').where('activated', 'is', null).execute();
    expect(pending.length).toBeGreaterThan(1);
    expect(pending.every(({ created_at }) => created_at > daysAgo(22))).toBe(true);
  }
  const failed = await db
    .selectFrom('mail')
    .innerJoin('invitation', 'invitation.id', 'mail.invitation_id')
    .select(['mail.failure', 'invitation.ent_org_id'])
    .where('failed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(failed).toEqual({ failure: '550 5.1.1 The email account does not exist', ent_org_id: await demoId() });
});

test('DEMO-5 assessments are overdue and completed lately, people have passkeys, and an organisation is near its user limit', async () => {
  const assessments = await db
    .selectFrom('asmt')
    .selectAll()
    .where('ent_org_id', '=', await demoId())
    .execute();
  const isLate = (one: (typeof assessments)[number]) =>
    one.audit_status !== 'Completed' && one.end_date !== null && one.end_date < demoNow;
  expect(assessments.filter(isLate).length).toBeGreaterThan(3);
  const completed = assessments.flatMap(({ actual_end_date }) => actual_end_date ?? []);
  expect(completed.some((at) => at > daysAgo(90))).toBe(true);
  const owners = await db
    .selectFrom('passkey')
    .innerJoin('ent_usr', 'ent_usr.id', 'ent_usr_id')
    .select('email')
    .execute();
  expect(owners.length).toBeGreaterThan(20);
  expect(owners.some(({ email }) => demoSignIns.some((one) => one.email === email))).toBe(false);
  const active = sql<number>`(select count(*) from ent_usr u where u.ent_org_id = o.id and not u.is_disabled)`;
  const organisations = await db
    .selectFrom('ent_org as o')
    .select(['user_limit', active.as('active')])
    .execute();
  const shares = organisations.flatMap(({ user_limit, active }) => (user_limit ? active / user_limit : []));
  expect(shares.some((share) => share >= 0.9 && share < 1)).toBe(true);
});
