import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const { started, items, itemOf, decide, end, finished, read, post, get } = accessReviews(platform);

const update = (who: UserName, change: object) =>
  platform.db.updateTable('ent_usr').set(change).where('id', '=', platform.users[who].id).execute();
const user = (who: UserName) =>
  platform.db
    .selectFrom('ent_usr')
    .select(['role_id', 'is_disabled'])
    .where('id', '=', platform.users[who].id)
    .executeTakeFirstOrThrow();
/** Starts a review of people, decides about them as the starter, and returns its id. */
const decided = async (starter: UserName, decisions: Partial<Record<UserName, object>>) => {
  const people = Object.entries(decisions) as [UserName, object][];
  const { id } = await started(starter, {
    scope: 'PEOPLE',
    userIds: people.map(([name]) => platform.users[name].id),
  });
  for (const [name, decision] of people) {
    const item = await itemOf(starter, id, name);
    const answer = await decide(starter, id, [{ itemId: item.id, version: 0, ...decision }]);
    expect(answer.json().failures).toEqual([]);
  }
  return id as string;
};
const ended = async (who: UserName, id: string) => {
  const answer = await end(who, id);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  expect(answer.json().accessReview).toMatchObject({ state: 'ENDING' });
  await finished(id);
};
const remove = { decision: 'REMOVE' };
const toAssessor = { decision: 'CHANGE_ROLE', newRole: 'ASSESSOR', reason: 'New task' };

test('REVIEW-7 REVIEW-21 each decision is carried out by the command of its single action and linked to its event', async () => {
  const { users, orgs, db } = platform;
  const mapping = await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  const [kept] = await addUsers(db, orgs.A, [{ email: 'kept@a.example', firstname: 'kept', role_id: 5 }]);
  const { id } = await started('orgA', {
    scope: 'PEOPLE',
    userIds: [users.assA.id, users.audA.id, users.orgB.id, kept, users.orgA.id],
  });
  const [assA, audA, keptRow, , orgB] = await items('orgA', id);
  await decide('orgA', id, [
    { itemId: assA.id, version: 0, ...remove, reason: 'Left the team' },
    { itemId: audA.id, version: 0, ...toAssessor },
    { itemId: keptRow.id, version: 0, decision: 'KEEP' },
    { itemId: orgB.id, version: 0, ...remove },
  ]);
  await ended('orgA', id);
  const events = await platform.auditEntries('users:deactivate', 'users:edit', 'users:removeExternal');
  const eventOf = (action: string) => String(events.find((event) => event.action === action)?.id);
  expect(await items('orgA', id)).toMatchObject([
    { outcome: 'REMOVED', outcomeReason: null, eventId: eventOf('users:deactivate'), facts: [] },
    { outcome: 'CHANGED', role: 'ASSESSOR', roleAtStart: 'AUDITEE', eventId: eventOf('users:edit') },
    { outcome: 'KEPT', eventId: null },
    { outcome: 'UNDECIDED', eventId: null },
    { outcome: 'REMOVED', eventId: eventOf('users:removeExternal') },
  ]);
  expect(events.map(({ ent_usr_id }) => ent_usr_id)).toEqual(Array(4).fill(users.orgA.id));
  expect([await user('assA'), await user('audA')]).toEqual([
    { role_id: 4, is_disabled: true },
    { role_id: 4, is_disabled: false },
  ]);
  const { activated } = await db
    .selectFrom('user_mapping')
    .select('activated')
    .where('id', '=', mapping)
    .executeTakeFirstOrThrow();
  expect(activated).toBe(false);
  expect(await read('orgA', id)).toMatchObject({
    state: 'ENDED',
    decidedCount: 4,
    decisionCounts: expect.arrayContaining([
      { decision: 'KEEP', count: 1 },
      { decision: 'CHANGE_ROLE', count: 1 },
      { decision: 'REMOVE', count: 2 },
    ]),
    outcomeCounts: expect.arrayContaining([
      { outcome: 'KEPT', count: 1 },
      { outcome: 'CHANGED', count: 1 },
      { outcome: 'REMOVED', count: 2 },
      { outcome: 'UNDECIDED', count: 1 },
    ]),
    finishedAt: platform.now().toISOString(),
  });
  const [, carried] = await platform.auditEntries('reviews:end', 'reviews:carryOut');
  expect(carried).toMatchObject({ target_id: id, after: { done: 4, refused: 0, undecided: 1 } });
});

test('EVIDENCE-20 EVIDENCE-21 the evidence has what the reviewer was shown at the decision, and the organisation and day in its name', async () => {
  const before = new Date('2026-11-02T08:00:00Z');
  await update('audA', { last_sign_in_at: before });
  const id = await decided('orgA', { audA: { decision: 'KEEP' }, assA: { decision: 'KEEP' } });
  await update('audA', { last_sign_in_at: platform.now() });
  const item = await itemOf('orgA', id, 'assA');
  await decide('orgA', id, [{ itemId: item.id, version: 1, decision: null }]);
  await ended('orgA', id);
  const answer = await get('orgA', `access_review_evidence?reviewId=${id}&kind=CSV`);
  const { fileName, content } = answer.json().accessReviewEvidence;
  const day = platform.now().toISOString().slice(0, 10);
  expect(fileName).toBe(`access-review-Organisation-A-${day}-${id}.csv`);
  const [, assessor, auditee] = Buffer.from(content, 'base64').toString().split('\r\n');
  expect(auditee).toContain(
    ',Last sign-in 2026-11-02 08:00:00 UTC; Second factors: none; Responder: none; API keys: 0; Events in the last 90 days: 0,Keep access,',
  );
  expect(assessor).toContain(',,No decision,');
});

test('REVIEW-22 a review is ended once, with the password, by the user who started it', async () => {
  const id = await decided('orgA', { audA: remove });
  await update('arc', { role_id: 3 });
  const ofOther = await end('arc', id);
  expect(ofOther.statusCode).toBe(403);
  const unconfirmed = await post('orgA', 'complete_access_review', { reviewId: id });
  expect([unconfirmed.statusCode, unconfirmed.json().code]).toEqual([422, 'WRONG_PASSWORD']);
  expect(await user('audA')).toMatchObject({ is_disabled: false });
  await ended('orgA', id);
  expect((await end('orgA', id)).statusCode).toBe(409);
  expect((await post('orgA', 'cancel_access_review', { reviewId: id })).statusCode).toBe(409);
  const item = await itemOf('orgA', id, 'audA');
  expect((await decide('orgA', id, [{ itemId: item.id, version: 1, decision: 'KEEP' }])).statusCode).toBe(409);
});

test('REVIEW-8 REVIEW-22 of a cancelled review nothing is carried out', async () => {
  const id = await decided('orgA', { audA: remove });
  await post('orgA', 'cancel_access_review', { reviewId: id });
  expect((await end('orgA', id)).statusCode).toBe(409);
  expect([await user('audA'), (await read('orgA', id)).state]).toEqual([
    { role_id: 5, is_disabled: false },
    'CANCELLED',
  ]);
});

test.each([
  ['the role is changed', { role_id: 4 }, 'The role of the user was changed after the decision.'],
  ['the user moves to another organisation', { ent_org_id: 2 }, 'The user left the organisation after the decision.'],
] as const)('REVIEW-23 a decision is refused where after it %s', async (_what, change, reason) => {
  const id = await decided('orgA', { audA: remove });
  await update('audA', change);
  await ended('orgA', id);
  const [item] = await items('adm', id);
  expect(item).toMatchObject({ outcome: 'NOT_APPLIED', outcomeReason: reason, eventId: null });
  expect(await user('audA')).toMatchObject({ is_disabled: false });
});

test('REVIEW-23 of a person deactivated during the review a removal is done without an event, and what else was decided is refused', async () => {
  const id = await decided('orgA', { audA: remove, assA: { decision: 'KEEP' } });
  await update('audA', { is_disabled: true });
  await update('assA', { is_disabled: true });
  await ended('orgA', id);
  expect(await itemOf('orgA', id, 'audA')).toMatchObject({ outcome: 'UNCHANGED', eventId: null });
  expect(await itemOf('orgA', id, 'assA')).toMatchObject({
    outcome: 'NOT_APPLIED',
    outcomeReason: 'The user was deactivated after the decision.',
  });
});

test.each([
  [remove, 'UNCHANGED'],
  [{ decision: 'KEEP' }, 'NOT_APPLIED'],
])('REVIEW-23 an external user who leaves during the review: %j is %s', async (decision, outcome) => {
  const { db, users, orgs } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  const id = await decided('orgA', { orgB: decision });
  await db.updateTable('user_mapping').set({ activated: false, status: 'Ended' }).execute();
  await ended('orgA', id);
  expect(await itemOf('orgA', id, 'orgB')).toMatchObject({ outcome, eventId: null });
});

test('REVIEW-23 a responder is not removed, and the refusal is in the activity', async () => {
  const id = await decided('orgA', { audA: remove });
  await platform.db.insertInto('responder').values({ ent_usr_id: platform.users.audA.id, kind: 'arc' }).execute();
  await ended('orgA', id);
  expect(await itemOf('orgA', id, 'audA')).toMatchObject({
    outcome: 'NOT_APPLIED',
    outcomeReason: expect.stringContaining('responder'),
  });
  expect(await user('audA')).toMatchObject({ is_disabled: false });
});

test('REVIEW-24 an organisation that is disabled during the review: an Administrator ends it', async () => {
  const id = await decided('orgA', { audA: remove });
  await platform.db
    .updateTable('ent_usr')
    .set({ ent_org_id: platform.orgs.B })
    .where('id', '=', platform.users.adm.id)
    .execute();
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute();
  expect((await read('adm', id)).viewerCanEnd).toBe(false);
  await update('orgA', { is_disabled: true });
  await ended('adm', id);
  expect(await itemOf('adm', id, 'audA')).toMatchObject({ outcome: 'REMOVED' });
});

test('REVIEW-24 once the starter is deactivated another Organiser ends the review, and no Architect', async () => {
  const id = await decided('orgA', { audA: remove });
  await update('orgA', { is_disabled: true });
  await update('assA', { role_id: 3 });
  expect((await end('arc', id)).statusCode).toBe(403);
  await ended('assA', id);
  expect(await itemOf('assA', id, 'audA')).toMatchObject({ outcome: 'REMOVED' });
  const [event] = await platform.auditEntries('users:deactivate');
  expect(event?.ent_usr_id).toBe(platform.users.assA.id);
});

test('REVIEW-25 decisions above the rights of the user who ends the review are refused, as are those about themselves', async () => {
  const { users, db } = platform;
  const id = await decided('adm', {
    assA: { decision: 'CHANGE_ROLE', newRole: 'ARCHITECT', reason: 'New task' },
    audA: remove,
  });
  await db
    .updateTable('access_review_item')
    .set({ decision: 'REMOVE', decided_role_id: 3, reviewer_id: users.adm.id, version: 1 })
    .where('ent_usr_id', '=', users.orgA.id)
    .execute();
  await db
    .insertInto('access_review_item')
    .values({
      review_id: Number(id),
      ent_usr_id: users.orgA.id,
      is_external: false,
      role_id: 3,
      reviewer_id: users.adm.id,
      decision: 'REMOVE',
      decided_role_id: 3,
      version: 1,
    })
    .execute();
  await update('adm', { is_disabled: true });
  await ended('orgA', id);
  expect(await items('orgA', id)).toMatchObject([
    { outcome: 'NOT_APPLIED', role: 'ASSESSOR' },
    { outcome: 'REMOVED' },
    {
      outcome: 'NOT_APPLIED',
      outcomeReason: 'The user who completed the review cannot change their own access. Another user must change it.',
    },
  ]);
  expect(await user('orgA')).toMatchObject({ is_disabled: false });
});

test('REVIEW-21 the evidence is stored with the end, for those who may read the whole review', async () => {
  await update('audA', { supervisor: platform.users.assA.email });
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [platform.users.audA.id] });
  await ended('orgA', id);
  const kinds = async (who: UserName) =>
    (await read(who, id)).evidence.map(({ kind, byteCount }: { kind: string; byteCount: number }) => [
      kind,
      byteCount > 100,
    ]);
  expect([await kinds('orgA'), await kinds('assA')]).toEqual([
    [
      ['HTML', true],
      ['CSV', true],
    ],
    [],
  ]);
});
