import { expect, test } from 'vitest';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const { started, items, decide, end, finished, post } = accessReviews(platform);

const addPeople = (count: number) =>
  addUsers(
    platform.db,
    platform.orgs.A,
    Array.from({ length: count }, (_, place) => ({ email: `p${place}@a.example`, firstname: `p${place}`, role_id: 5 })),
  );

test('REVIEW-17 of two decisions about the same people at the same moment one is saved for each person', async () => {
  const userIds = await addPeople(40);
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds });
  const rows = await items('orgA', id);
  const decisions = (decision: string) =>
    rows.map(({ id: itemId, version }: { id: string; version: number }) => ({ itemId, version, decision }));
  const answers = await Promise.all([
    decide('orgA', id, decisions('KEEP')),
    decide('orgA', id, decisions('REMOVE').reverse()),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const failures = answers.flatMap((answer) => answer.json().failures);
  expect(failures).toHaveLength(40);
  expect(new Set(failures.map(({ code }: { code: string }) => code))).toEqual(new Set(['CONFLICT']));
  expect((await items('orgA', id)).map(({ version }: { version: number }) => version)).toEqual(Array(40).fill(1));
});

test('REVIEW-22 of an end and decisions at the same moment every saved decision is carried out', async () => {
  const userIds = await addPeople(30);
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds });
  const rows = await items('orgA', id);
  const deciding = rows.map(({ id: itemId, version }: { id: string; version: number }) =>
    decide('orgA', id, [{ itemId, version, decision: 'REMOVE' }]),
  );
  const ended = await end('orgA', id);
  const saved = (await Promise.all(deciding)).filter((answer: { statusCode: number }) => answer.statusCode === 200);
  expect(ended.statusCode).toBe(200);
  await finished(id);
  const outcomes = (await items('orgA', id)).map(({ outcome }: { outcome: string }) => outcome);
  expect(outcomes.filter((outcome: string) => outcome !== 'UNDECIDED')).toHaveLength(saved.length);
  expect(outcomes.filter((outcome: string) => outcome === 'UNDECIDED')).toHaveLength(30 - saved.length);
});

test('REVIEW-22 of two ends at the same moment one succeeds, and each decision has one event', async () => {
  const userIds = await addPeople(20);
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds });
  const rows = await items('orgA', id);
  await decide(
    'orgA',
    id,
    rows.map(({ id: itemId }: { id: string }) => ({ itemId, version: 0, decision: 'REMOVE' })),
  );
  const answers = await Promise.all([end('orgA', id), end('orgA', id)]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  await finished(id);
  expect(await platform.auditEntries('users:deactivate')).toHaveLength(20);
  expect(await platform.auditEntries('reviews:carryOut')).toHaveLength(1);
});

test('REVIEW-22 of a cancel and an end at the same moment one succeeds, and a cancelled review carries out nothing', async () => {
  const userIds = await addPeople(10);
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds });
  const rows = await items('orgA', id);
  await decide(
    'orgA',
    id,
    rows.map(({ id: itemId }: { id: string }) => ({ itemId, version: 0, decision: 'REMOVE' })),
  );
  const [ended, cancelled] = await Promise.all([
    end('orgA', id),
    post('adm', 'cancel_access_review', { reviewId: id }),
  ]);
  expect([ended.statusCode, cancelled.statusCode].toSorted()).toEqual([200, 409]);
  if (ended.statusCode === 200) await finished(id);
  expect(await platform.auditEntries('users:deactivate')).toHaveLength(ended.statusCode === 200 ? 10 : 0);
});
