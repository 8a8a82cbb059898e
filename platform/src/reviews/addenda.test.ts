import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';

const platform = useTestPlatform();
const { started, itemOf, decide, end, finished, read, post, get } = accessReviews(platform);

const pending = async () => {
  const kinds = await get('orgA', `attention?organisationId=${platform.orgs.A}&kinds=NOT_APPLIED`);
  return kinds.json().attention.map(({ count }: { count: number }) => count);
};
const explain = (user: UserName, itemId: string, reason: string) =>
  post(user, 'explain_unapplied_decision', { itemId, reason });

/** An open review with the decision to remove `audA`. */
async function refused() {
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [platform.users.audA.id] });
  const item = await itemOf('orgA', id, 'audA');
  await decide('orgA', id, [{ itemId: item.id, version: 0, decision: 'REMOVE' }]);
  return { id: id as string, itemId: item.id as string };
}
const addResponder = () =>
  platform.db.insertInto('responder').values({ ent_usr_id: platform.users.audA.id, kind: 'arc' }).execute();

test('REALUSE-15 what prevents a removal, and what no one takes over, is shown before the review ends', async () => {
  const { users, orgs, db } = platform;
  await addResponder();
  await db.updateTable('ent_org').set({ organizer_id: users.orgA.id }).where('id', '=', orgs.A).execute();
  await db.updateTable('ent_usr').set({ designation: 'CEO' }).where('id', '=', users.orgA.id).execute();
  const { id } = await started('adm', {
    scope: 'PEOPLE',
    userIds: [users.audA.id, users.orgA.id, users.assA.id],
  });
  const noteOf = async (who: UserName) => (await itemOf('adm', id, who)).removalNote;
  expect([await noteOf('audA'), await noteOf('orgA'), await noteOf('assA')]).toEqual([
    'A responder cannot be removed. Assign another responder in Arc first.',
    'This user is the main Organiser. No one takes over: choose another main Organiser. No one takes over the designation CEO.',
    null,
  ]);
});

test('REALUSE-15 a removal that was not applied is pending until its reason, which completes the unchanged evidence', async () => {
  const { id, itemId } = await refused();
  await addResponder();
  await end('orgA', id);
  await finished(id);
  const before = await read('orgA', id);
  expect([before.unappliedCount, before.addenda, await pending()]).toEqual([1, [], [1]]);
  expect(await itemOf('orgA', id, 'audA')).toMatchObject({ isUnapplied: true, viewerCanExplain: true });
  const empty = await explain('orgA', itemId, ' ');
  expect([empty.statusCode, Object.keys(empty.json().errors)]).toEqual([422, ['reason']]);
  const answer = await explain('orgA', itemId, ' Until the audit ends ');
  expect(answer.json().item).toMatchObject({ id: itemId, isUnapplied: false, viewerCanExplain: false });
  const { addenda, unappliedCount, evidence } = await read('orgA', id);
  const at = platform.now().toISOString();
  const sha256 = await crypto.subtle
    .digest('SHA-256', Buffer.from(`${id}\n${itemId}\n${at}\nUntil the audit ends`))
    .then((bytes) => Buffer.from(bytes).toString('hex'));
  expect([unappliedCount, evidence]).toEqual([0, before.evidence]);
  expect(addenda).toEqual([expect.objectContaining({ itemId, reason: 'Until the audit ends', writtenAt: at, sha256 })]);
  const [event] = await platform.auditEntries('reviews:explain');
  expect(event).toMatchObject({
    target_id: String(platform.users.audA.id),
    after: { access_review: 'Autumn', sha256 },
  });
  expect(await pending()).toEqual([]);
  expect((await explain('orgA', itemId, 'Again')).statusCode).toBe(409);
});

test('REALUSE-15 no one gives the reason for a decision about themselves', async () => {
  const { id } = await started('adm', { scope: 'PEOPLE', userIds: [platform.users.orgA.id] });
  const item = await itemOf('adm', id, 'orgA');
  await decide('adm', id, [{ itemId: item.id, version: 0, decision: 'REMOVE' }]);
  await platform.db.insertInto('responder').values({ ent_usr_id: platform.users.orgA.id, kind: 'arc' }).execute();
  await end('adm', id);
  await finished(id);
  expect(await itemOf('orgA', id, 'orgA')).toMatchObject({ isUnapplied: true, viewerCanExplain: false });
  expect((await explain('orgA', item.id, 'I am needed')).statusCode).toBe(403);
  expect((await explain('adm', item.id, 'Needed until the audit ends')).statusCode).toBe(200);
});

test('REALUSE-15 a removal that was not applied is no longer pending once the access has ended', async () => {
  const { id, itemId } = await refused();
  await addResponder();
  await end('orgA', id);
  await finished(id);
  await platform.db
    .updateTable('ent_usr')
    .set({ is_disabled: true })
    .where('id', '=', platform.users.audA.id)
    .execute();
  expect([(await read('orgA', id)).unappliedCount, await pending()]).toEqual([0, []]);
  expect((await explain('orgA', itemId, 'Late')).statusCode).toBe(409);
});
