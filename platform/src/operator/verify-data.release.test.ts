import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chainAllAuditEvents, deleteOldAuditEvents } from '../audit/audit-jobs.ts';
import { redactEvents } from '../audit/redact-events.ts';
import { createPepper } from '../core/base/keys.ts';
import { writeAudit } from '../core/database/audit.ts';
import type { Database } from '../core/database/schema.ts';
import { storeEvidence } from '../reviews/evidence/store-evidence.ts';
import { openTestDatabase } from '../testing/database.ts';
import { addEndedReview } from '../testing/review-evidence.ts';
import { verifyData } from './verify-data.ts';

let db: Kysely<Database>;
beforeEach(async () => {
  db = await openTestDatabase({ demo: true });
  const actor = { userId: null, organisationId: '1', via: 'system', requestId: null } as const;
  const entry = { action: 'config:edit', target: { type: 'ent_org', id: 1 }, after: { otp_required: true } };
  await db.transaction().execute((trx) => writeAudit(trx, () => new Date(), actor, [entry, entry, entry]));
  await chainAllAuditEvents(db);
});
afterEach(() => db.destroy());

const pepper = createPepper(['a secret of the platform, 32 letters long']);
const problemsOf = async (used = pepper) =>
  (await verifyData(db, used)).flatMap(({ level, subject, text }) =>
    level === 'problem' ? `${subject}: ${text}` : [],
  );
const asRestored = (statement: string) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql.raw(statement).execute(trx);
  });

test('EVIDENCE-7 changed evidence of an access review is found, and so is another PLATFORM_SECRET', async () => {
  const clock = () => new Date();
  const reviewId = await addEndedReview(db, { organisationId: 1, userId: 1, at: clock() });
  const files = [{ kind: 'csv' as const, fileName: 'access-review.csv', bytes: Buffer.from('Name') }];
  await db.transaction().execute((trx) => storeEvidence(trx, { clock, pepper }, reviewId, files));
  expect(await problemsOf()).toEqual([]);
  const changed = [`evidence: the CSV file of access review ${reviewId} was changed.`];
  expect(await problemsOf(createPepper(['another secret of the platform, of 32 letters']))).toEqual(changed);
  await db
    .updateTable('access_review_evidence')
    .set({ bytes: Buffer.from('Other') })
    .execute();
  expect(await problemsOf()).toEqual(changed);
});

test('BACKUP-8 data in order have no problem, and each line says what was looked at', async () => {
  const findings = await verifyData(db, pepper);
  expect(findings.map(({ level, subject }) => `${level} ${subject}`)).toEqual([
    ...['ok release', 'ok activity', 'ok evidence', 'ok counts', 'ok references'],
  ]);
  expect(findings[1]?.text).toMatch(/^[1-9]\d* events are intact in [1-9]\d* hash chains\.$/);
});

test.each([
  [
    `update audit_entry set action = 'x' where id = (select max(id) from audit_entry where chain_no = 1)`,
    /^activity: .+: event 1 was changed\.$/,
  ],
  [
    `delete from audit_entry where id = (select max(id) from audit_entry where chain_no = 1)`,
    /^activity: .+: event 1 (is missing|and the later ones are missing)\.$/,
  ],
  ['delete from audit_chain', /^activity: .+: the hash chain is missing, but not its events\.$/],
  [
    'update user_count set users = users + 1',
    /^counts: organisation \d+ has \d+ users of a role and state, but \d+ are counted\.$/,
  ],
  [`select setval(pg_get_serial_sequence('ent_usr', 'id'), 1)`, /^counts: the next id of ent_usr is already used\.$/],
  ['update audit_position set position = 0', /^counts: the stored position of the last event is behind the events\.$/],
  [
    'delete from ent_org where id = (select min(id) from ent_org)',
    /^references: \d+ values of \w+\.\w+ refer to rows that are missing from ent_org\.$/,
  ],
  [`update ent_usr set folded_text = 'other' where id = 1`, /^counts: the search text of 1 users is wrong\.$/],
  [`update ent_org set folded_text = 'other' where id = 1`, /^counts: the search text of 1 organisations is wrong\.$/],
  [
    'update ent_usr set role_id = 99',
    /^references: \d+ values of ent_usr\.role_id refer to rows that are missing from role\.$/,
  ],
  [
    `insert into kysely_migration (name, timestamp) values ('9999_later', '')`,
    /^release: The data are from a newer release \(migration 9999_later\)/,
  ],
  [
    `delete from kysely_migration where name = (select max(name) from kysely_migration)`,
    /^release: The data are from an earlier release \(1 migrations behind\)/,
  ],
])('BACKUP-8 %s is found', async (statement, text) => {
  await asRestored(statement);
  expect(await problemsOf()).toContainEqual(expect.stringMatching(text));
});

test('PRIVACY-51 events with erased values are counted, and need the secret of the platform', async () => {
  const { id } = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('event', '=', 'config:edit')
    .executeTakeFirstOrThrow();
  const services = { clock: () => new Date(), pepper };
  await db.transaction().execute((trx) => redactEvents(trx, services, { events: [id], erases: () => true }));
  const activity = (await verifyData(db, pepper)).find(({ subject }) => subject === 'activity');
  expect(activity).toMatchObject({ level: 'ok', text: expect.stringMatching(/ hash chains\. 1 event redacted\.$/) });
  const other = await problemsOf(createPepper(['another secret of it, 32 letters long']));
  expect(other).toContainEqual(expect.stringMatching(/^activity: organisation 1: event \d+ was changed\.$/));
});

test('BACKUP-8 the start of a chain that retention has shortened is proved by the secret of the platform only', async () => {
  const later = () => new Date(Date.now() + 20 * 365 * 86_400_000);
  await deleteOldAuditEvents(db, later, pepper);
  expect(await problemsOf()).toEqual([]);
  const other = await problemsOf(createPepper(['another secret of it, 32 letters long']));
  expect(other).toContainEqual(
    expect.stringMatching(/the start of the hash chain is not proven\. Check that PLATFORM_SECRET is the one/),
  );
});
