import { expect, test } from 'vitest';
import { addMs, dayMs } from '../core/base/clock.ts';
import { addAssessments } from '../testing/assessments.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping, addUserMapping } from '../testing/mappings.ts';
import { addReview } from '../testing/pending.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey, addOrganisationKey, minutesAgo } from '../testing/users.ts';

const platform = useTestPlatform();
const day = 24 * 60;

const read = async (user: UserName, path = 'pending_items') => {
  const key = await addIntegrationKey(platform.db, platform.users[user].id);
  return platform.call(`GET /consoles/ext/${path}`, { key });
};
const itemsOf = async (user: UserName) =>
  (await read(user)).json().pendingItems as { kind: string; count: number; reviewId: string | null; isOwn: boolean }[];
const kindsOf = async (user: UserName) => (await itemsOf(user)).map(({ kind }) => kind);

/** The count of pending items in the response about the owner of a key; null if it has none. */
async function countOf(user: UserName, withCount: object = { with_pending_count: true }) {
  const key = await addIntegrationKey(platform.db, platform.users[user].id);
  const answer = await platform.call('POST /tasks/api_user_detail', {
    key,
    body: { task: { api_key: key }, ...withCount },
  });
  return answer.json().user.pending_count ?? null;
}

/** Adds items of several kinds in A, where most users are, and in B. */
async function addThings() {
  const { db, orgs, users } = platform;
  await addAssessments(db, orgs.A, [{ end_date: minutesAgo(3 * day) }]);
  await addMapping(db, orgs.A, orgs.M, { created_at: minutesAgo(9 * day) });
  await addMapping(db, orgs.B, orgs.D, { created_at: minutesAgo(9 * day) });
  await addUserMapping(db, users.orgB.id, orgs.A, { created_at: minutesAgo(5 * day) });
}

test('PENDING-1 each user sees what their role can do something about, in their own organisation', async () => {
  await addThings();
  const all = ['OVERDUE_ASSESSMENTS', 'MAPPING_REQUESTS', 'EXTERNAL_USERS'];
  expect(await kindsOf('adm')).toEqual(all);
  expect(await kindsOf('arc')).toEqual(all);
  expect(await kindsOf('orgA')).toEqual(['MAPPING_REQUESTS', 'EXTERNAL_USERS']);
  expect(await kindsOf('assA')).toEqual([]);
  expect(await kindsOf('audA')).toEqual([]);
  expect(await kindsOf('orgB')).toEqual(['MAPPING_REQUESTS']);
  expect(await kindsOf('nowhere')).toEqual([]);
  expect((await itemsOf('orgA'))[0]).toEqual({
    kind: 'MAPPING_REQUESTS',
    urgency: 'MEDIUM',
    count: 1,
    since: minutesAgo(9 * day).toISOString(),
    until: null,
    dueInDays: null,
    organisationId: String(platform.orgs.A),
    reviewId: null,
    reviewName: null,
    isOwn: false,
  });
});

test('PENDING-25 external users that the user invited are not pending for them: another user must accept', async () => {
  const { db, orgs, users } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { requester_id: users.orgA.id });
  expect(await kindsOf('orgA')).toEqual([]);
  expect(await kindsOf('arc')).toEqual(['EXTERNAL_USERS']);
  await addUserMapping(db, users.usrD.id, orgs.A, { requester_id: users.arc.id });
  for (const user of ['orgA', 'arc'] as const) expect(await itemsOf(user)).toMatchObject([{ count: 1, since: null }]);
  expect(await itemsOf('adm')).toMatchObject([{ count: 2, since: expect.any(String) }]);
  expect([await countOf('orgA'), await countOf('assA')]).toEqual([1, 0]);
});

test('PENDING-2 an access review is pending for its reviewers, each with the people they have not decided about', async () => {
  const { orgs, users, db } = platform;
  const one = await addReview(platform, 'A', 'Autumn', {
    reviewer: 'orgA',
    people: ['assA', 'audA'],
    due: '2026-12-01',
  });
  const other = await addReview(platform, 'A', 'Keys', { reviewer: 'assA', people: ['audA'], due: '2026-11-25' });
  const abroad = await addReview(platform, 'B', 'Of B', { reviewer: 'adm', people: ['orgB'], due: '2026-11-30' });
  expect(await itemsOf('orgA')).toEqual([
    {
      kind: 'ACCESS_REVIEWS',
      urgency: 'MEDIUM',
      count: 2,
      since: null,
      until: '2026-12-01T00:00:00.000Z',
      dueInDays: 11,
      organisationId: String(orgs.A),
      reviewId: String(one),
      reviewName: 'Autumn',
      isOwn: true,
    },
  ]);
  expect((await itemsOf('assA')).map(({ reviewId }) => reviewId)).toEqual([String(other)]);
  expect((await itemsOf('adm')).map(({ reviewId }) => reviewId)).toEqual([String(abroad)]);
  expect(await kindsOf('arc')).toEqual([]);
  const decide = db.updateTable('access_review_item').set({ decision: 'KEEP', decided_at: platform.now() });
  await decide.where('review_id', '=', one).where('ent_usr_id', '=', users.assA.id).execute();
  expect((await itemsOf('orgA')).map(({ count }) => count)).toEqual([1]);
  await db.updateTable('access_review').set({ state: 'cancelled' }).where('id', '=', one).execute();
  expect(await itemsOf('orgA')).toEqual([]);
  // A reviewer who may no longer view users, and one who has left the organisation.
  await db.updateTable('ent_usr').set({ role_id: 5 }).where('id', '=', users.assA.id).execute();
  await db.updateTable('access_review_item').set({ reviewer_id: users.orgB.id }).where('review_id', '=', one).execute();
  await db.updateTable('access_review').set({ state: 'open' }).where('id', '=', one).execute();
  expect([await itemsOf('assA'), await itemsOf('orgB')]).toEqual([[], []]);
  // For the organisation, all of them count.
  const attention = await read('orgA', `attention?organisationId=${orgs.A}`);
  expect(attention.json().attention).toMatchObject([{ kind: 'ACCESS_REVIEWS', count: 2 }]);
});

test('PENDING-3 API keys that expire are pending for those who manage them, and otherwise for their owner', async () => {
  const { db, orgs, users } = platform;
  const expires_at = addMs(platform.now(), 3 * dayMs);
  const key = { name: 'k', scopes: [], created_at: minutesAgo(1), expires_at };
  await db
    .insertInto('api_key')
    .values([
      { ...key, key_hash: 'one', ent_usr_id: users.audA.id },
      { ...key, key_hash: 'two', ent_usr_id: users.orgA.id },
      { ...key, key_hash: 'three', ent_usr_id: users.audA.id, revoked_at: minutesAgo(1) },
    ])
    .execute();
  const expiring = { kind: 'EXPIRING_API_KEYS', until: expires_at.toISOString(), organisationId: String(orgs.A) };
  expect(await itemsOf('audA')).toMatchObject([{ ...expiring, count: 1, isOwn: true }]);
  expect(await itemsOf('orgA')).toMatchObject([{ ...expiring, count: 2, isOwn: false }]);
  expect(await itemsOf('assA')).toEqual([]);
});

test('PENDING-4 the response that says who the caller is has their number of items, if it is asked for', async () => {
  await addThings();
  expect([await countOf('adm'), await countOf('orgA'), await countOf('audA')]).toEqual([3, 2, 0]);
  expect(await countOf('adm', {})).toBeNull();
  const { key } = await addOrganisationKey(platform.db, platform.orgs.A);
  const body = { task: { api_key: key }, with_pending_count: true };
  const answer = await platform.call('POST /tasks/api_user_detail', { key, body });
  expect([answer.statusCode, answer.json().user.pending_count]).toEqual([200, undefined]);
  expect((await platform.call('GET /consoles/ext/pending_items', { key })).statusCode).toBe(403);
});

test('PENDING-4 a session that may do nothing but set up a second factor learns no number', async () => {
  await addThings();
  const { apiKey } = await platform.signIn('orgA');
  const body = { task: { api_key: apiKey }, with_pending_count: true };
  const count = async () => (await platform.call('POST /tasks/api_user_detail', { key: apiKey, body })).json().user;
  expect((await count()).pending_count).toBe(2);
  await platform.db
    .updateTable('ent_org')
    .set({ factor_required_at: minutesAgo(30 * day) })
    .execute();
  await platform.db
    .updateTable('ent_usr')
    .set({ created_at: minutesAgo(30 * day) })
    .execute();
  const user = await count();
  expect([user.required_factor.is_due, user.pending_count]).toEqual([true, undefined]);
});
