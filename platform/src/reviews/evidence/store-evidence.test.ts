import { expect, test } from 'vitest';
import { dayMs } from '../../core/base/clock.ts';
import { createPepper } from '../../core/base/keys.ts';
import { deleteExpiredRows } from '../../core/database/purge.ts';
import type { UserName } from '../../testing/fixtures.ts';
import { useTestPlatform } from '../../testing/platform.ts';
import { addEndedReview } from '../../testing/review-evidence.ts';
import { addIntegrationKey } from '../../testing/users.ts';
import type { EvidenceFile } from './review-evidence.ts';
import { readEvidence, signEvidence, storeEvidence } from './store-evidence.ts';

const platform = useTestPlatform();
const secret = 'a secret of the tests '.repeat(2).trim();
const pepper = createPepper([secret]);
const files: EvidenceFile[] = [
  { kind: 'pdf', fileName: 'access-review-1.pdf', bytes: Buffer.from('%PDF \u0000\u00ff') },
  { kind: 'html', fileName: 'access-review-1.html', bytes: Buffer.from('<!doctype html>') },
  { kind: 'csv', fileName: 'access-review-1.csv', bytes: Buffer.from('Name\r\n') },
];

const store = (reviewId: number, stored = files) =>
  platform.db.transaction().execute((trx) => storeEvidence(trx, { clock: platform.now, pepper }, reviewId, stored));

async function addEvidence(organisation: 'A' | 'B' = 'A'): Promise<number> {
  const { db, orgs, users } = platform;
  const userId = users[organisation === 'A' ? 'orgA' : 'orgB'].id;
  const id = await addEndedReview(db, { organisationId: orgs[organisation], userId, at: platform.now() });
  await store(id);
  return id;
}

const download = async (user: UserName, reviewId: number | string, kind = 'PDF') =>
  platform.call(`GET /consoles/ext/access_review_evidence?reviewId=${reviewId}&kind=${kind}`, {
    key: (await platform.signIn(user)).apiKey,
  });

test('EVIDENCE-1 the stored files are returned unchanged to those who may read the whole review, and to no one else', async () => {
  const id = await addEvidence();
  for (const user of ['orgA', 'adm', 'arc'] as const) {
    const { accessReviewEvidence } = (await download(user, id)).json();
    expect(accessReviewEvidence.fileName).toBe('access-review-1.pdf');
    expect(Buffer.from(accessReviewEvidence.content, 'base64')).toEqual(files[0]?.bytes);
  }
  const page = (await download('orgA', id, 'HTML')).json();
  expect(page.accessReviewEvidence.fileName).toBe('access-review-1.html');
  const csv = (await download('orgA', id, 'CSV')).json();
  expect(Buffer.from(csv.accessReviewEvidence.content, 'base64').toString()).toBe('Name\r\n');
  // A reviewer, who may only read the part of the review that they decide about.
  await platform.db
    .updateTable('access_review_item')
    .set({ reviewer_id: platform.users.assA.id })
    .where('review_id', '=', id)
    .execute();
  const statuses = async (...users: UserName[]) =>
    Promise.all(users.map(async (user) => (await download(user, id)).statusCode));
  expect(await statuses('assA', 'audA', 'orgB')).toEqual([403, 403, 404]);
  expect((await platform.call(`GET /consoles/ext/access_review_evidence?reviewId=${id}&kind=PDF`)).statusCode).toBe(
    401,
  );
  const key = await addIntegrationKey(platform.db, platform.users.orgA.id, ['read']);
  const byKey = await platform.call(`GET /consoles/ext/access_review_evidence?reviewId=${id}&kind=PDF`, { key });
  expect(byKey.statusCode).toBe(200);
});

test('EVIDENCE-2 a review without evidence, an unknown one and an unknown kind have no file', async () => {
  const { db, orgs, users } = platform;
  const id = await addEndedReview(db, { organisationId: orgs.A, userId: users.orgA.id, at: platform.now() });
  expect((await download('orgA', id)).statusCode).toBe(404);
  for (const unknown of ['999999', 'x', '1%20or%201=1']) expect((await download('orgA', unknown)).statusCode).toBe(404);
  expect((await download('orgA', id, 'XLSX')).statusCode).toBe(422);
});

test('EVIDENCE-3 evidence is stored once: later files of the same review are not taken', async () => {
  const id = await addEvidence();
  await store(
    id,
    files.map((file) => ({ ...file, bytes: Buffer.from('other') })),
  );
  const { accessReviewEvidence } = (await download('orgA', id)).json();
  expect(Buffer.from(accessReviewEvidence.content, 'base64')).toEqual(files[0]?.bytes);
});

test.each([
  ['other bytes', { bytes: Buffer.from('other') }],
  [
    'other bytes and their hash',
    { bytes: Buffer.from(''), sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
  ],
  ['an invented proof', { proof: '0'.repeat(64) }],
])('EVIDENCE-4 a file with %s is reported as changed and not returned', async (_what, changed) => {
  const id = await addEvidence();
  await platform.db.updateTable('access_review_evidence').set(changed).where('kind', '=', 'pdf').execute();
  const answer = await download('orgA', id);
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    expect.stringContaining('was modified after it was stored'),
  ]);
  expect(platform.logs.some((line) => line.includes('evidence of an access review was changed'))).toBe(true);
  expect((await download('orgA', id, 'CSV')).statusCode).toBe(200);
});

test('EVIDENCE-4 the signed file of another review is reported as changed', async () => {
  const [id, other] = [await addEvidence(), await addEvidence('B')];
  await platform.db.deleteFrom('access_review_evidence').where('review_id', '=', id).execute();
  await platform.db
    .updateTable('access_review_evidence')
    .set({ review_id: id })
    .where('review_id', '=', other)
    .execute();
  expect((await download('orgA', id)).statusCode).toBe(409);
});

test('EVIDENCE-5 after a rotation of the secret the files are signed with the new one, and a changed file is not', async () => {
  const [id, changed] = [await addEvidence(), await addEvidence('B')];
  const { db } = platform;
  await db
    .updateTable('access_review_evidence')
    .set({ sha256: '0'.repeat(64) })
    .where('review_id', '=', changed)
    .execute();
  const newest = createPepper(['a new secret of the tests, long enough', secret]);
  await signEvidence(db, newest);
  const alone = createPepper(['a new secret of the tests, long enough']);
  const isUnchanged = async (review: number) => (await readEvidence({ db, pepper: alone }, review, 'pdf'))?.isUnchanged;
  expect([await isUnchanged(id), await isUnchanged(changed)]).toEqual([true, false]);
});

test('EVIDENCE-6 evidence is deleted after the years that its organisation keeps it, by default 3, and that of others is not', async () => {
  const { db, orgs } = platform;
  const [id, other] = [await addEvidence(), await addEvidence('B')];
  await db.updateTable('ent_org').set({ review_evidence_years: 4 }).where('id', '=', orgs.B).execute();
  const keptBy = async (at: Date) => {
    await deleteExpiredRows(db, () => at);
    const rows = await db
      .selectFrom('access_review_evidence')
      .select('review_id')
      .distinct()
      .orderBy('review_id')
      .execute();
    return rows.map(({ review_id }) => review_id);
  };
  const later = (years: number, days: number) => {
    const at = new Date(platform.now());
    at.setUTCFullYear(at.getUTCFullYear() + years);
    return new Date(at.getTime() + days * dayMs);
  };
  expect(await keptBy(later(3, -1))).toEqual([id, other]);
  expect(await keptBy(later(3, 1))).toEqual([other]);
  expect(await keptBy(later(4, 1))).toEqual([]);
  expect((await download('orgA', id)).statusCode).toBe(404);
});
