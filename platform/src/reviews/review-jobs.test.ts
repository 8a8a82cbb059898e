import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addReview } from '../testing/pending.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';
import { addUsers } from '../testing/users.ts';
import { reassignReviewers, remindReviewers, startDueReviews } from './review-jobs.ts';

const platform = useTestPlatform();
const { start, started, items, itemOf, decide, read, post, get } = accessReviews(platform);

const sent: { to: string; subject: string }[] = [];
const services = () => ({
  db: platform.db,
  clock: () => platform.now(),
  settings: { publicUrl: new URL('https://console.example') } as never,
  mailer: {
    send: async (_trx: unknown, ...mails: { to: string; subject: string }[]) => {
      sent.push(...mails.map(({ to, subject }) => ({ to, subject })));
    },
  } as never,
});
const taken = () => sent.splice(0).map(({ to, subject }) => `${to.split('@')[0]}: ${subject}`);
const inDays = (days: number) => new Date(platform.now().getTime() + days * dayMs).toISOString().slice(0, 10);
const update = (who: UserName, change: object) =>
  platform.db.updateTable('ent_usr').set(change).where('id', '=', platform.users[who].id).execute();
const fail = (error: unknown) => {
  throw error;
};
const startDue = () => startDueReviews(services(), fail);

test('REVIEW-26 reviewers who have not decided are reminded 7 days and 1 day before the due date, once each, and nothing is removed afterwards', async () => {
  await update('audA', { supervisor: platform.users.assA.email });
  const { id } = await started('orgA', { scope: 'ROLES', roles: ['AUDITEE', 'ASSESSOR'], dueOn: inDays(9) });
  const [assessor] = await items('orgA', id);
  const days: string[][] = [];
  for (let day = 0; day < 12; day += 1) {
    await remindReviewers(services());
    await remindReviewers(services());
    days.push(taken());
    if (day === 3) await decide('orgA', id, [{ itemId: assessor.id, decision: 'REMOVE', version: 0 }]);
    platform.moveClock(dayMs);
  }
  const reminder = (who: string) => `${who}: An access review is due soon`;
  expect(days.map((mails) => mails.toSorted())).toEqual([
    ...[[], [], [reminder('assa'), reminder('orga')], [], [], [], []],
    ...[[], [reminder('assa')], [], [], []],
  ]);
  expect(await read('orgA', id)).toMatchObject({ state: 'OPEN', decidedCount: 1 });
  const disabled = platform.db.selectFrom('ent_usr').select('id').where('is_disabled', '=', true);
  expect(await disabled.execute()).toEqual([{ id: platform.users.disA.id }]);
});

test.each([
  ['Pacific/Pago_Pago', '2026-12-02T10:30:00Z', '2026-12-01'],
  ['Pacific/Kiritimati', '2026-12-01T10:30:00Z', '2026-12-02'],
])(
  'REALUSE-18 in %s at %s, where it is %s, a review is due from tomorrow, and the reviewer is reminded a day before',
  async (time_zone, at, today) => {
    const moment = new Date(at);
    platform.moveClock(moment.getTime() - platform.now().getTime());
    await platform.db.updateTable('ent_org').set({ time_zone }).where('id', '=', platform.orgs.A).execute();
    const dayAfter = (days: number) => new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);
    const refused = await start('orgA', { dueOn: today });
    expect(refused.json().errors.dueOn).toEqual([
      `must be from tomorrow to a year from now, in the time zone ${time_zone}`,
    ]);
    const { id } = await started('orgA', { scope: 'ROLES', roles: ['AUDITEE'], dueOn: dayAfter(2), repeatMonths: 3 });
    taken();
    await remindReviewers(services());
    const { apiKey: key } = await platform.signIn('orgA');
    const pending = await platform.call('GET /consoles/ext/pending_items', { key });
    const item = pending.json().pendingItems.find(({ kind }: { kind: string }) => kind === 'ACCESS_REVIEWS');
    expect([item.reviewId, item.dueInDays, taken()]).toEqual([id, 2, []]);
    const [series] = await platform.db.selectFrom('access_review_series').selectAll().execute();
    expect([series?.days, series?.next_on]).toEqual([2, `2027-03-0${today.at(-1)}`]);
    platform.moveClock(dayMs);
    await remindReviewers(services());
    expect(taken()).toEqual(['orga: An access review is due soon']);
  },
);

test.each([
  ['is deactivated', { is_disabled: true }],
  ['becomes an Auditee', { role_id: 5 }],
  ['moves to another organisation', { ent_org_id: 2 }],
] as const)(
  'REVIEW-27 a reviewer who %s can no longer decide, and the starter becomes the reviewer of who is left',
  async (_what, change) => {
    await update('audA', { supervisor: platform.users.assA.email });
    await update('disA', { supervisor: platform.users.assA.email, is_disabled: false });
    const { id } = await started('orgA', {
      scope: 'PEOPLE',
      userIds: [platform.users.audA.id, platform.users.disA.id],
    });
    const [auditee] = await items('assA', id);
    await decide('assA', id, [{ itemId: auditee.id, decision: 'KEEP', version: 0 }]);
    await reassignReviewers(services());
    expect(taken()).toEqual([]);
    const isDisabled = 'is_disabled' in change;
    const open = (await items('assA', id))[1];
    await update('assA', change);
    const decided = isDisabled ? null : await decide('assA', id, [{ itemId: open.id, decision: 'KEEP', version: 0 }]);
    expect(decided?.statusCode).not.toBe(200);
    await reassignReviewers(services());
    await reassignReviewers(services());
    expect(taken()).toEqual(['orga: You were assigned people in an access review']);
    expect(await items('orgA', id)).toMatchObject([
      { reviewer: expect.stringMatching(/assA|Assessor|Auditee/), decision: 'KEEP' },
      { reviewer: 'orgA Fixture', decision: null, viewerCanDecide: true },
    ]);
  },
);

test('REVIEW-4 REVIEW-9 REVIEW-28 a review is repeated every 3 months for the user who set it up, on the last day of a shorter month', async () => {
  platform.moveClock(new Date('2026-11-30T12:00:00Z').getTime() - platform.now().getTime());
  const { id, seriesId } = await started('orgA', { name: 'Quarter', dueOn: inDays(14), repeatMonths: 3 });
  const nextOn = async () =>
    (await get('orgA', `access_review_series?organisationId=${platform.orgs.A}`)).json().accessReviewSeries[0]?.nextOn;
  expect(await nextOn()).toBe('2027-02-28');
  await startDue();
  const count = async () => (await platform.db.selectFrom('access_review').select('id').execute()).length;
  expect(await count()).toBe(1);
  platform.moveClock(new Date('2027-02-28T00:10:00Z').getTime() - platform.now().getTime());
  await Promise.all([startDue(), startDue()]);
  expect([await count(), await nextOn()]).toEqual([2, '2027-05-30']);
  const latest = (await get('orgA', `access_reviews?organisationId=${platform.orgs.A}`)).json().accessReviews[0];
  expect(latest).toMatchObject({
    name: 'Quarter',
    seriesId,
    dueOn: inDays(14),
    startedBy: 'orgA Fixture',
    state: 'OPEN',
  });
  expect(latest.id).not.toBe(id);
  const events = await platform.auditEntries('reviews:start', 'reviews:repeat');
  expect(events.map(({ action, ent_usr_id, via }) => [action, ent_usr_id, via])).toEqual([
    ['reviews:start', platform.users.orgA.id, 'rest'],
    ['reviews:repeat', platform.users.orgA.id, 'rest'],
    ['reviews:start', platform.users.orgA.id, 'system'],
  ]);
  // A platform that was stopped does not start the missed reviews.
  platform.moveClock(400 * dayMs);
  await startDue();
  expect([await count(), await nextOn()]).toEqual([3, '2028-05-30']);
  expect((await post('orgA', 'end_access_review_series', { seriesId })).statusCode).toBe(200);
  platform.moveClock(400 * dayMs);
  await startDue();
  expect([await count(), await nextOn()]).toEqual([3, undefined]);
});

test('REVIEW-28 without the right of the user who set it up it ends, which the Organisers are emailed', async () => {
  await update('assA', { role_id: 3 });
  await started('orgA', { dueOn: inDays(14), repeatMonths: 6 });
  taken();
  await update('orgA', { role_id: 4 });
  platform.moveClock(200 * dayMs);
  await startDue();
  expect(taken()).toEqual(expect.arrayContaining(['assa: A recurring access review has ended']));
  expect(await platform.db.selectFrom('access_review').select('id').execute()).toHaveLength(1);
  const [, ended] = await platform.auditEntries('reviews:repeat');
  expect(ended).toMatchObject({ after: { ended: true } });
});

test('REVIEW-28 a start that fails is repeated by the next run', async () => {
  const { seriesId } = await started('orgA', { dueOn: inDays(14), repeatMonths: 3 });
  platform.moveClock(100 * dayMs);
  const problems: unknown[] = [];
  const broken = { ...services(), mailer: { send: () => Promise.reject(new Error('no connection')) } as never };
  await startDueReviews(broken, (error) => problems.push(error));
  expect(problems).toHaveLength(1);
  await startDue();
  const latest = (await get('orgA', `access_reviews?organisationId=${platform.orgs.A}`)).json().accessReviews[0];
  expect(latest).toMatchObject({ seriesId, dueOn: inDays(14) });
});

const tooMany = Array.from({ length: 10_001 }, (_, place) => ({ firstname: `P${place}`, role_id: 5 }));

test.each([
  ['too many people', () => addUsers(platform.db, platform.orgs.A, tooMany), 'must include at most 10000 people'],
  ['no one', () => update('audA', { is_disabled: true }), 'must include at least one person'],
] as const)(
  'REVIEW-49 a review of %s is refused by hand and when it recurs, of which the Organisers are emailed',
  async (_what, change, problem) => {
    await update('assA', { role_id: 3 });
    await started('orgA', { scope: 'ROLES', roles: ['AUDITEE'], dueOn: inDays(14), repeatMonths: 3 });
    await change();
    const byHand = await start('orgA', { scope: 'ROLES', roles: ['AUDITEE'] });
    expect([byHand.statusCode, byHand.json().errors]).toEqual([422, { scope: [problem] }]);
    platform.moveClock(100 * dayMs);
    taken();
    await startDue();
    await startDue();
    expect(taken().toSorted()).toEqual(
      ['adm', 'arc', 'assa', 'orga'].map((name) => `${name}: A recurring access review was not started`),
    );
    expect(await platform.db.selectFrom('access_review').select('id').execute()).toHaveLength(1);
  },
);

test('REVIEW-28 of a disabled organisation no review is started, nor is anyone reminded', async () => {
  const { id } = await started('orgA', { dueOn: inDays(7), repeatMonths: 12 });
  await platform.db.updateTable('access_review').set({ reminded_days: null }).where('id', '=', Number(id)).execute();
  await platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '=', platform.orgs.A).execute();
  taken();
  await remindReviewers(services());
  platform.moveClock(370 * dayMs);
  await startDue();
  expect(taken()).toEqual([]);
  expect(await platform.db.selectFrom('access_review').select('id').execute()).toHaveLength(1);
});

test('REVIEW-11 someone undecidable gets a reviewer once there is one', async () => {
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [platform.users.adm.id] });
  expect(await itemOf('orgA', id, 'adm')).toMatchObject({ reviewer: null });
  await update('arc', { role_id: 1 });
  await reassignReviewers(services());
  expect(await itemOf('orgA', id, 'adm')).toMatchObject({ reviewer: 'arc Fixture' });
  taken();
});

test('REVIEW-45 a review that cannot be reminded of, or that cannot get another reviewer, stops those of no other organisation', async () => {
  const { db, orgs, users } = platform;
  const review = (organisation: 'A' | 'B', reviewer: UserName, person: UserName) =>
    addReview(platform, organisation, 'Autumn', { reviewer, people: [person], due: inDays(7) });
  const [ofA] = [await review('A', 'orgA', 'audA'), await review('B', 'orgB', 'assA')];
  const failing = {
    ...services(),
    mailer: {
      send: async (_trx: unknown, ...mails: { to: string; subject: string; organisationId: number }[]) => {
        if (mails.some(({ organisationId }) => organisationId === orgs.A)) throw new Error('not for A');
        sent.push(...mails);
      },
    } as never,
  };
  await expect(remindReviewers(failing)).rejects.toThrow('not for A');
  expect(taken()).toEqual(['orgb: An access review is due soon']);
  await db.updateTable('access_review_item').set({ reviewer_id: users.orgB.id }).where('review_id', '=', ofA).execute();
  await db.updateTable('access_review_item').set({ reviewer_id: null }).where('review_id', '<>', ofA).execute();
  await expect(reassignReviewers(failing)).rejects.toThrow('not for A');
  expect(taken()).toEqual([expect.stringContaining('orgb: ')]);
});
