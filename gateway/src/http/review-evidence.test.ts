import { createPepper } from '@console/platform/core/base/keys';
import { storeEvidence } from '@console/platform/reviews/evidence/store-evidence';
import type { UserName } from '@console/platform/testing/fixtures';
import { addEndedReview } from '@console/platform/testing/review-evidence';
import { addIntegrationKey } from '@console/platform/testing/users';
import { expect, test } from 'vitest';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const page = Buffer.from('<!doctype html>evidence');

async function addEvidence(): Promise<string> {
  const { db, orgs, users, now } = system.platform;
  const id = await addEndedReview(db, { organisationId: orgs.A, userId: users.orgA.id, at: now() });
  const pepper = createPepper(['a secret of the tests '.repeat(2).trim()]);
  const files = [{ kind: 'html' as const, fileName: 'other name.html', bytes: page }];
  await db.transaction().execute((trx) => storeEvidence(trx, { clock: now, pepper }, id, files));
  return `/files/access-reviews/${id}/html`;
}

const linkOf = async (user: UserName, path: string) =>
  (await system.signIn(user)).send('GET', path, { headers: { 'x-console-page': undefined } });

testWith(
  'on',
  'EVIDENCE-8 EVIDENCE-21 a link downloads the stored file under its name in a session that may read the review',
  async () => {
    const path = await addEvidence();
    const answer = await linkOf('orgA', path);
    expect([answer.status, answer.text]).toEqual([200, page.toString()]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="other-name.html"$/),
      'content-security-policy': "default-src 'none'; sandbox",
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  },
);

testWith(
  'on',
  'EVIDENCE-9 evidence has no link for others: no session, another role or organisation, a changed file',
  async () => {
    const path = await addEvidence();
    const statusOf = async (user: UserName) => (await linkOf(user, path)).status;
    expect((await system.client().send('GET', path)).status).toBe(401);
    expect([await statusOf('audA'), await statusOf('assA'), await statusOf('orgB')]).toEqual([403, 403, 404]);
    const { db, users } = system.platform;
    const key = await addIntegrationKey(db, users.orgA.id, ['read']);
    const byKey = (bearer: string) =>
      system.client().send('GET', path, { headers: { authorization: `Bearer ${bearer}` } });
    expect([(await byKey(key)).text, (await byKey('x'.repeat(43))).status]).toEqual([page.toString(), 401]);
    await db
      .updateTable('access_review_evidence')
      .set({ bytes: Buffer.from('changed') })
      .execute();
    const changed = await linkOf('orgA', path);
    expect([changed.status, changed.text]).toEqual([409, expect.not.stringContaining('"changed"')]);
  },
);

test('EVIDENCE-9 there is no link for an unknown review or format, and none in front of an external product API', async () => {
  const tab = await system.signIn('orgA');
  for (const path of ['999999/html', '1/xlsx', 'x/html', '1/html/more', '..%2f1/html'])
    expect((await tab.send('GET', `/files/access-reviews/${path}`)).status, path).toBe(404);
});
