import { expect, test } from 'vitest';
import { createPepper } from '../core/base/keys.ts';
import { deleteExpiredRows } from '../core/database/purge.ts';
import { storeEvidence } from '../reviews/evidence/store-evidence.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addEndedReview } from '../testing/review-evidence.ts';

const platform = useTestPlatform();
const pepper = createPepper(['a secret of the tests '.repeat(2)]);

const store = (reviewId: number) =>
  platform.db.transaction().execute((trx) =>
    storeEvidence(trx, { clock: platform.now, pepper }, reviewId, [
      { kind: 'pdf', fileName: 'a.pdf', bytes: Buffer.from('%PDF') },
      { kind: 'csv', fileName: 'a.csv', bytes: Buffer.from('Name') },
    ]),
  );

test('PRIVACY-28 what is asked before an erasure lists the reviews that keep the name, each until its organisation keeps evidence, and no others', async () => {
  const { db, orgs, users, now } = platform;
  const id = users.disA.id;
  const reviewOf = (organisationId: number, userId: number) =>
    addEndedReview(db, { organisationId, userId, at: now() });
  // Reviews with the user as person and starter, as reviewer, or not at all, and a review without evidence.
  const own = await reviewOf(orgs.A, id);
  const asReviewer = await reviewOf(orgs.B, users.orgB.id);
  const item = db.updateTable('access_review_item').set({ reviewer_id: id });
  await item.where('review_id', '=', asReviewer).execute();
  for (const review of [own, asReviewer, await reviewOf(orgs.A, users.orgA.id)]) await store(review);
  await reviewOf(orgs.A, id);
  await db.updateTable('ent_org').set({ review_evidence_years: 1 }).where('id', '=', orgs.B).execute();
  const listed = async () => {
    const { apiKey: key } = await platform.signIn('adm');
    return (await platform.call(`GET /consoles/ext/person_erasure?userId=${id}`, { key })).json().personErasure.reviews;
  };
  const inYears = (years: number) => new Date(new Date(now()).setUTCFullYear(now().getUTCFullYear() + years));
  const until = (years: number) => inYears(years).toISOString();
  const expected = [
    { id: String(asReviewer), name: 'Autumn', organisationId: String(orgs.B), keptUntil: until(1) },
    { id: String(own), name: 'Autumn', organisationId: String(orgs.A), keptUntil: until(3) },
  ];
  expect(await listed()).toMatchObject(expected);
  expect(await listed()).toHaveLength(2);
  await deleteExpiredRows(db, () => inYears(2));
  expect(await listed()).toMatchObject([expected[1]]);
});
