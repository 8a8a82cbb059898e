import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { saveProbeUser } from '../operator/probe-user.ts';
import { addAssessments } from '../testing/assessments.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { addMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addUsers, minutesAgo } from '../testing/users.ts';
import { countOverview } from './count-overview.ts';

const platform = useTestPlatform();
const day = 24 * 60;

/** Reads with a key, because signing in would be counted. */
async function read(user: 'adm' | 'orgA', org?: number) {
  const key = await addIntegrationKey(platform.db, platform.users[user].id);
  const answer = await platform.call(`GET /consoles/ext/overview${org === undefined ? '' : `?org_id=${org}`}`, { key });
  return answer.json().overview;
}

const signIn = (subject_org_id: number, minutes: number, code: string | null = null) =>
  platform.db
    .insertInto('audit_entry')
    .values({
      at: minutesAgo(minutes),
      via: 'session',
      action: code === null ? 'session:signIn' : 'session:refuse',
      event: 'session:signIn',
      target_type: 'session',
      subject_org_id,
      code,
    })
    .execute();

const counts = (rows: { role: { idStr: string } | null; active: number; inactive: number }[]) =>
  Object.fromEntries(rows.map(({ role, active, inactive }) => [role?.idStr ?? 'none', [active, inactive]]));

test('OVERVIEW-2 users by role and state and seats are counted by hand, in each organisation and in all active ones', async () => {
  const { db, orgs } = platform;
  await addUsers(db, orgs.B, [{ role_id: null, password_hash: null }]);
  await db.updateTable('ent_org').set({ user_limit: 6 }).where('id', '=', orgs.A).execute();
  await db.updateTable('ent_org').set({ user_limit: 1 }).where('id', '=', orgs.D).execute();
  const a = await read('adm', orgs.A);
  expect(a).toMatchObject({ counted_at: platform.now().toISOString(), organisations: null });
  expect(a.seats).toEqual({ used: 5, limit: 6, organisations_without_limit: 0 });
  expect(a.users.map(({ role }: { role: object }) => role)).toEqual([
    { id: 1, idStr: 'ADMINISTRATOR', label: 'Administrator' },
    { id: 2, idStr: 'ARCHITECT', label: 'Architect' },
    { id: 3, idStr: 'ORGANISER', label: 'Organiser' },
    { id: 4, idStr: 'ASSESSOR', label: 'Assessor' },
    { id: 5, idStr: 'AUDITEE', label: 'Auditee' },
  ]);
  expect(counts(a.users)).toEqual({
    ADMINISTRATOR: [1, 0],
    ARCHITECT: [1, 0],
    ORGANISER: [1, 0],
    ASSESSOR: [1, 1],
    AUDITEE: [1, 0],
  });
  const b = await read('adm', orgs.B);
  expect(b.seats).toEqual({ used: 2, limit: null, organisations_without_limit: 1 });
  expect(counts(b.users)).toMatchObject({ ORGANISER: [1, 0], ASSESSOR: [0, 0], none: [1, 0] });
  // A disabled organisation has its own figures, but does not count in those of all.
  expect((await read('adm', orgs.D)).seats).toEqual({ used: 1, limit: 1, organisations_without_limit: 0 });
  const all = await read('adm');
  expect(all.organisations).toEqual({ active: 3, disabled: 1 });
  expect(all.seats).toEqual({ used: 5, limit: 6, organisations_without_limit: 2 });
  expect(counts(all.users)).toEqual({
    ADMINISTRATOR: [1, 0],
    ARCHITECT: [1, 0],
    ORGANISER: [2, 0],
    ASSESSOR: [3, 1],
    AUDITEE: [1, 0],
    none: [1, 0],
  });
});

test('PROBE-4 the probe and its organisation are in no figure of all organisations, and a customer with that user is', async () => {
  const { db, users } = platform;
  const scope = { organisationId: null, mayViewAssessments: true };
  const countAll = (probeEmail?: string) => countOverview(db, platform.now(), { ...scope, probeEmail });
  const before = await countAll();
  expect(await countAll(users.orgA.email)).toEqual(before);
  const password_hash = '$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA';
  await saveProbeUser(
    { db, clock: platform.now },
    { email: 'probe@console.example', password_hash, operator: 'alice' },
  );
  const { ent_org_id } = await db
    .updateTable('ent_usr')
    .set({ last_sign_in_at: platform.now() })
    .where('email', '=', 'probe@console.example')
    .returning('ent_org_id')
    .executeTakeFirstOrThrow();
  await signIn(ent_org_id ?? 0, 1);
  expect(await countAll('probe@console.example')).toEqual(before);
  expect((await countAll()).organisations).toEqual({ active: 4, disabled: 1 });
  // The disabled organisation has its own figures.
  expect((await read('adm', ent_org_id ?? 0)).seats).toEqual({ used: 1, limit: 1, organisations_without_limit: 0 });
});

test('OVERVIEW-2 an organisation without users, and all without a limit, have zeros and no limit', async () => {
  const times = { created_at: minutesAgo(0), updated_at: minutesAgo(0) };
  const { id } = await platform.db
    .insertInto('ent_org')
    .values({ guid: randomUUID(), brandname: 'Empty', ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const empty = await read('adm', id);
  expect(empty.seats).toEqual({ used: 0, limit: null, organisations_without_limit: 1 });
  expect(Object.values(counts(empty.users))).toEqual(Array.from({ length: 5 }, () => [0, 0]));
  expect(empty.sign_ins.days).toHaveLength(30);
  expect(empty).toMatchObject({
    sign_ins: { users_count: 0, never_count: 0 },
    assessments: { pending: 0, completed: 0, total: 0 },
    assessment_details: { overdue_count: 0, undated_count: 0 },
    mapping_requests: { count: 0, since: null },
    invitations: { count: 0, since: null },
    org_invitations: { count: 0, since: null },
  });
  // 5 users of A, 1 of B and 2 of M. Users of D and users without an organisation do not count.
  expect((await read('adm')).seats).toEqual({ used: 8, limit: null, organisations_without_limit: 4 });
});

test('OVERVIEW-3 sign-ins of the last 30 days of UTC: by day, who, and who never; no refused ones, none of inactive users', async () => {
  const { db, orgs } = platform;
  const nineHours = 9 * 60;
  // It is nine o'clock: the first of the 30 days began 29 days and nine hours ago.
  for (const minutes of [1, nineHours, nineHours + 1, 29 * day + nineHours, 29 * day + nineHours + 1])
    await signIn(orgs.A, minutes);
  await signIn(orgs.A, 1, 'INVALID_CREDENTIALS');
  await signIn(orgs.B, 2);
  await signIn(orgs.D, 2);
  const signedIn = (minutes: number, more = {}) => ({ last_sign_in_at: minutesAgo(minutes), ...more });
  await addUsers(db, orgs.A, [
    signedIn(1),
    signedIn(29 * day + nineHours),
    signedIn(29 * day + nineHours + 1),
    signedIn(1, { is_disabled: true }),
    { is_disabled: true },
  ]);
  const { sign_ins } = await read('orgA', orgs.A);
  expect([sign_ins.days.length, sign_ins.days[0], sign_ins.days.at(-1)]).toEqual([
    30,
    { day: '2026-10-22', count: 1 },
    { day: '2026-11-20', count: 2 },
  ]);
  expect(sign_ins.days.at(-2)).toEqual({ day: '2026-11-19', count: 1 });
  expect(sign_ins.days.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(4);
  expect([sign_ins.users_count, sign_ins.never_count]).toEqual([2, 5]);
  const all = (await read('adm')).sign_ins;
  expect([all.days.at(-1).count, all.users_count, all.never_count]).toEqual([3, 2, 8]);
});

test('OVERVIEW-4 assessments by status, due and completed by month of UTC, overdue to the second, undated', async () => {
  const { db, orgs } = platform;
  const at = (text: string) => new Date(text);
  await addAssessments(db, orgs.A, [
    // Due: three in November, of which one is due later and one is completed.
    { end_date: at('2026-11-20T08:59:59Z') },
    { end_date: at('2026-11-20T09:00:00Z'), audit_status: 'On Hold' },
    { end_date: at('2026-11-01T00:00:00Z'), audit_status: 'Completed', actual_end_date: at('2026-10-31T23:59:59Z') },
    { end_date: at('2026-10-31T23:59:59Z'), audit_status: 'Not Started' },
    // At the start of the first month, and one second before it.
    { end_date: at('2025-12-01T00:00:00Z'), audit_status: 'Completed', actual_end_date: at('2025-12-01T00:00:00Z') },
    { end_date: at('2025-11-30T23:59:59Z'), audit_status: 'Completed', actual_end_date: at('2025-11-30T23:59:59Z') },
    // Next month has no bar. Without an end date nothing is overdue, and an open assessment is not completed by its actual end.
    { end_date: at('2026-12-01T00:00:00Z') },
    { audit_status: 'Under Review', actual_end_date: at('2026-11-10T00:00:00Z') },
    { audit_status: 'Completed', end_date: at('2026-11-02T00:00:00Z') },
    { audit_status: 'Waived' },
  ]);
  await addAssessments(db, orgs.B, [{ end_date: at('2026-11-19T00:00:00Z') }]);
  await addAssessments(db, orgs.D, [{ end_date: at('2026-11-19T00:00:00Z') }]);
  const { assessments, assessment_details: details } = await read('adm', orgs.A);
  expect(assessments).toEqual({ pending: 6, completed: 4, total: 10 });
  expect(details.statuses.map(Object.values)).toEqual([
    ['Not Started', 1],
    ['In Progress', 2],
    ['Under Review', 1],
    ['On Hold', 1],
    ['Completed', 4],
    ['Waived', 1],
  ]);
  expect([details.overdue_count, details.undated_count]).toEqual([2, 1]);
  expect(details.months.map(({ month }: { month: string }) => month)).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08', '2026-09'],
    ...['2026-10', '2026-11'],
  ]);
  expect(
    details.months.filter(({ due, completed }: { due: number; completed: number }) => due + completed > 0),
  ).toEqual([
    { month: '2025-12', due: 1, completed: 1 },
    { month: '2026-10', due: 1, completed: 1 },
    { month: '2026-11', due: 4, completed: 0 },
  ]);
  const all = await read('adm');
  expect(all.assessments).toEqual({ pending: 7, completed: 4, total: 11 });
  expect(all.assessment_details.overdue_count).toBe(3);
});

test('OVERVIEW-4 days and months are those of UTC wherever the database is', async () => {
  const { db, orgs } = platform;
  await signIn(orgs.A, 9 * 60 + 1);
  await addAssessments(db, orgs.A, [{ end_date: new Date('2026-10-31T23:30:00Z') }]);
  const overview = await db.transaction().execute(async (trx) => {
    await sql`set local time zone 'Asia/Tokyo'`.execute(trx);
    return countOverview(trx, platform.now(), { organisationId: orgs.A, mayViewAssessments: true });
  });
  expect(overview.sign_ins.days.at(-2)).toEqual({ day: '2026-11-19', count: 1 });
  expect(overview.assessment_details?.months.at(-2)).toEqual({ month: '2026-10', due: 1, completed: 0 });
});

test('OVERVIEW-5 mapping requests and invitations that wait, of either side, with the oldest', async () => {
  const { db, orgs } = platform;
  const { create, inviteOrganisation } = invitationCalls(platform);
  await addMapping(db, orgs.B, orgs.A, { created_at: minutesAgo(7 * day) });
  await addMapping(db, orgs.A, orgs.M, { created_at: minutesAgo(9 * day) });
  await addMapping(db, orgs.B, orgs.D, { created_at: minutesAgo(99 * day) });
  await addMapping(db, orgs.B, orgs.M, { activated: true });
  await create('one@a.example');
  await create('two@a.example');
  const { id } = await create('accepted@a.example');
  await db.updateTable('ent_usr').set({ password_hash: 'x' }).where('id', '=', id).execute();
  await inviteOrganisation('organisation@new.example');
  await inviteOrganisation('other@new.example', 'orgB');
  await db
    .updateTable('invitation')
    .set({ expires_at: minutesAgo(0) })
    .where('kind', '=', 'organisation')
    .where('ent_org_id', '=', orgs.A)
    .execute();
  const two = await db
    .selectFrom('ent_usr')
    .select('id')
    .where('email', '=', 'two@a.example')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('invitation')
    .set({ sent_at: minutesAgo(3 * day) })
    .where('ent_usr_id', '=', two.id)
    .execute();
  const a = await read('orgA', orgs.A);
  expect(a.mapping_requests).toEqual({ count: 2, since: minutesAgo(9 * day).toISOString() });
  expect(a.invitations).toEqual({ count: 2, since: minutesAgo(3 * day).toISOString() });
  expect(a.org_invitations).toEqual({ count: 0, since: null });
  const all = await read('adm');
  // B is active, so its request to the disabled D counts. No request counts twice.
  expect(all.mapping_requests).toEqual({ count: 3, since: minutesAgo(99 * day).toISOString() });
  expect([all.invitations.count, all.org_invitations.count]).toEqual([2, 1]);
  const listed = await invitationCalls(platform).list('&state=Pending');
  expect(listed.total_count).toBe(a.invitations.count);
});

test('OVERVIEW-1 an Organiser has the overview of their own organisation without the details of assessments; others have none', async () => {
  const { orgs, users } = platform;
  await addAssessments(platform.db, orgs.A, [{ audit_status: 'Completed' }]);
  const own = await read('orgA', orgs.A);
  expect([own.assessments, own.assessment_details]).toEqual([{ pending: 0, completed: 1, total: 1 }, null]);
  const statusOf = async (user: keyof typeof users, query: string) => {
    const { apiKey: key } = await platform.signIn(user);
    return (await platform.call(`GET /consoles/ext/overview${query}`, { key })).statusCode;
  };
  expect(await statusOf('orgA', '')).toBe(403);
  expect(await statusOf('orgA', `?org_id=${orgs.B}`)).toBe(404);
  expect(await statusOf('arc', '')).toBe(200);
  expect(await statusOf('arc', '?org_id=999999')).toBe(404);
  for (const user of ['assA', 'audA'] as const) expect(await statusOf(user, `?org_id=${orgs.A}`)).toBe(403);
});
