import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { readReviewEvidence } from '../reviews/evidence/read-review-evidence.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';
import { startScimClient } from '../testing/scim-client.ts';
import { entra, patchOf } from '../testing/scim-requests.ts';

const platform = useTestPlatform();
const { started, items, decide, end, finished, get, keyOf } = accessReviews(platform);
const enable = patchOf({ op: 'Replace', path: 'active', value: 'True' });
const note = 'The identity provider manages this user. Remove them there too.';
let scim: Awaited<ReturnType<typeof startScimClient>>;
beforeEach(async () => {
  scim = await startScimClient(platform);
});

/** The Assessor of A, managed by the provider. */
const manage = async () => {
  const { email } = platform.users.assA;
  const { body } = await scim.send('POST /Users', { userName: email });
  return `/Users/${body.id}`;
};
/** Decides about the Assessor and another user in a review, and completes it. */
async function review(decision: 'REMOVE' | 'KEEP'): Promise<string> {
  const { assA, audA } = platform.users;
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [assA.id, audA.id] });
  const [managed, other] = await items('orgA', id);
  await decide('orgA', id, [
    { itemId: managed.id, version: 0, decision },
    { itemId: other.id, version: 0, decision: 'KEEP' },
  ]);
  expect((await end('orgA', id)).statusCode).toBe(200);
  await finished(id);
  platform.moveClock(minuteMs);
  return id;
}
const setDisabled = async (disabled: boolean) => {
  const key = await keyOf('orgA');
  await platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });
  const body = { userId: platform.users.assA.id, is_disabled: disabled };
  const answer = await platform.call('POST /consoles/activate_deactivate_user', { key, body });
  expect([answer.statusCode, disabled]).toEqual([200, await isDisabled()]);
  platform.moveClock(minuteMs);
};
const isDisabled = async () =>
  (
    await platform.db
      .selectFrom('ent_usr')
      .select('is_disabled')
      .where('id', '=', platform.users.assA.id)
      .executeTakeFirstOrThrow()
  ).is_disabled;
const pending = async (user: 'orgA' | 'adm' = 'orgA') => {
  const answer = await get(user, 'pending_items');
  const all = answer.json().pendingItems as { kind: string; count: number }[];
  return all.filter(({ kind }) => kind === 'RETURNED_AFTER_REVIEW').map(({ count }) => count);
};

test('SCIMUSER-85 a review says who is managed by the identity provider, and its evidence what is left to do', async () => {
  await manage();
  const { assA, audA } = platform.users;
  const open = await started('orgA', { scope: 'PEOPLE', userIds: [assA.id, audA.id] });
  const facts = (await items('orgA', open.id)).map((item) =>
    (item.facts as { kind: string }[]).some(({ kind }) => kind === 'PROVISIONED'),
  );
  expect(facts).toEqual([true, false]);
  await platform.db.updateTable('access_review').set({ state: 'cancelled' }).execute();
  const id = await review('REMOVE');
  expect(await items('orgA', id)).toMatchObject([
    { outcome: 'REMOVED', outcomeReason: note },
    { outcome: 'KEPT', outcomeReason: null },
  ]);
  const { people } = await readReviewEvidence(platform.db, Number(id), platform.now());
  expect(people.map(({ outcome }) => outcome)).toEqual([`Removed. ${note}`, 'Kept']);
});

test('SCIMUSER-86 a user that a review has removed and the provider activates is pending, until they are deactivated', async () => {
  const path = await manage();
  const id = await review('REMOVE');
  expect(await pending()).toEqual([]);
  expect((await scim.send(`PATCH ${path}`, enable)).status).toBe(200);
  expect([await pending(), await pending('adm'), await isDisabled()]).toEqual([[1], [1], false]);
  const page = await get('orgA', `provisioning?organisationId=${platform.orgs.A}`);
  expect(page.json().provisioning.issues).toMatchObject([
    {
      kind: 'RETURNED_AFTER_REVIEW',
      email: platform.users.assA.email,
      reviewId: id,
      since: platform.now().toISOString(),
    },
  ]);
  await setDisabled(true);
  expect(await pending()).toEqual([]);
  // The provider activates the user again.
  await scim.send(`PATCH ${path}`, enable);
  expect(await pending()).toEqual([1]);
  // The reviewers now decide to keep the user.
  platform.moveClock(minuteMs);
  await review('KEEP');
  expect(await pending()).toEqual([]);
  await scim.send(`PATCH ${path}`, entra.disable);
  await scim.send(`PATCH ${path}`, enable);
  expect(await pending()).toEqual([]);
});

test('SCIMUSER-86 a user that a person has activated since does not return from a review', async () => {
  const path = await manage();
  await review('REMOVE');
  await setDisabled(false);
  await scim.send(`PATCH ${path}`, entra.disable);
  await scim.send(`PATCH ${path}`, enable);
  expect([await isDisabled(), await pending()]).toEqual([false, []]);
});
