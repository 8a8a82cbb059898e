import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';
import { startScim } from '../testing/scim.ts';
import { addIntegrationKey } from '../testing/users.ts';
import { readReviewEvidence } from './evidence/read-review-evidence.ts';
import { remindReviewers } from './review-jobs.ts';

const platform = useTestPlatform();
const { started, items, itemOf, decide, end, finished, read } = accessReviews(platform);
const { create, list } = invitationCalls(platform);

const email = 'jane@b.example';
const reviewed = async () => {
  const { id: userId } = await create(email, { department_name: 'Sales' });
  return { userId, review: (await started('orgA', { scope: 'PEOPLE', userIds: [userId] })).id };
};
/** Moves the person to B, which has verified the email domain. */
const takenOver = async (userId: number) => {
  const { db, orgs, now } = platform;
  const verified = { created_at: now(), verified_at: now() };
  const domain = { ent_org_id: orgs.B, domain: 'b.example', token: 't', ...verified };
  await db.insertInto('sso_domain').values(domain).execute();
  const scim = await startScim(platform, {}, orgs.B);
  await scim.added({ userName: email, department: 'Research', roles: [] });
  const elsewhere = { last_sign_in_at: now(), role_id: 3, firstname: 'Janet', lastname: 'Elsewhere' };
  await db.updateTable('ent_usr').set(elsewhere).where('id', '=', userId).where('ent_org_id', '=', orgs.B).execute();
  await db.insertInto('responder').values({ ent_usr_id: userId, kind: 'arc' }).execute();
  await addIntegrationKey(db, userId);
};

/** Details in a review about a person who has left. */
const ofStart = { facts: [], assignableRoles: [], role: null, roleAtStart: null, department: null };
const left = { ...ofStart, homeOrganisation: null, viewerCanDecide: false };

test('REVIEW-47 attack: a person that another organisation takes over leaves the open reviews of the one before', async () => {
  const { userId, review } = await reviewed();
  await takenOver(userId);
  expect(await items('orgA', review)).toEqual([]);
  expect(await read('orgA', review)).toMatchObject({ personCount: 0, viewerCanDecide: false });
});

test('REVIEW-46 REVIEW-47 attack: an ended review has name and email of the start of a person who is in another organisation', async () => {
  const { userId, review } = await reviewed();
  const [{ id: itemId, fullName, version }] = await items('orgA', review);
  await decide('orgA', review, [{ itemId, decision: 'KEEP', version }]);
  await end('orgA', review);
  await finished(review);
  await takenOver(userId);
  const [item] = await items('orgA', review);
  expect(item).toMatchObject({ fullName, email, ...left, decision: 'KEEP', outcome: 'KEPT' });
  const { people } = await readReviewEvidence(platform.db, Number(review), platform.now());
  expect(JSON.stringify([item, people])).not.toMatch(/Elsewhere|Janet|Research/);
});

test('REVIEW-46 attack: of an external user without access there is nothing to decide and nothing new', async () => {
  const { db, users, orgs } = platform;
  await addUserMapping(db, users.nowhere.id, orgs.A, { activated: true });
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [users.nowhere.id] });
  expect(await itemOf('orgA', id, 'nowhere')).toMatchObject({ role: 'ORGANISER', viewerCanDecide: true });
  await db.deleteFrom('user_mapping').execute();
  const now = { firstname: 'Elsewhere', email: 'new@b.example', role_id: 4, ent_org_id: orgs.B };
  await db.updateTable('ent_usr').set(now).where('id', '=', users.nowhere.id).execute();
  const { fullName, email: known } = { fullName: 'nowhere Fixture', email: users.nowhere.email };
  expect(await itemOf('orgA', id, 'nowhere')).toMatchObject({ fullName, email: known, ...left });
});

test('REVIEW-48 attack: the invitations of an organisation have none of a user who is in another one by now', async () => {
  const { id } = await create(email, { department_name: 'Sales' });
  expect((await list()).invitations).toMatchObject([{ email, role: 'ASSESSOR' }]);
  const elsewhere = { ent_org_id: platform.orgs.B, firstname: 'Elsewhere', role_id: 3, is_disabled: true };
  await platform.db.updateTable('ent_usr').set(elsewhere).where('id', '=', id).execute();
  expect((await list()).invitations).toEqual([]);
});

test('REVIEW-48 attack: whether an external user is inactive is not said once they are not invited', async () => {
  const { db, users } = platform;
  const { inviteExternal } = invitationCalls(platform);
  await inviteExternal(users.orgB.email);
  await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', users.orgB.id).execute();
  expect((await list()).invitations).toMatchObject([{ is_disabled: true }]);
  await db.updateTable('user_mapping').set({ activated: false }).execute();
  expect((await list()).invitations).toMatchObject([{ is_disabled: false }]);
});

test('REVIEW-50 attack: who started a review and is in another organisation by now is named, without the role they have there', async () => {
  const { db, users, orgs } = platform;
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [users.assA.id] });
  const elsewhere = { ent_org_id: orgs.B, role_id: 5 };
  await db.updateTable('ent_usr').set(elsewhere).where('id', '=', users.orgA.id).execute();
  expect((await read('adm', id)).startedBy).toBe('orgA Fixture');
  expect((await itemOf('adm', id, 'assA')).reviewer).toBe('orgA Fixture');
});

test('REVIEW-51 attack: a reviewer who is in another organisation by now gets no emails about the review', async () => {
  const { db, users, orgs, now } = platform;
  await started('orgA', { scope: 'PEOPLE', userIds: [users.audA.id] });
  const elsewhere = { ent_org_id: orgs.B };
  await db.updateTable('ent_usr').set(elsewhere).where('id', '=', users.orgA.id).execute();
  await db.updateTable('access_review').set({ reminded_days: null }).execute();
  platform.moveClock(25 * dayMs);
  const sent: string[] = [];
  const send = async (_trx: unknown, ...mails: { to: string }[]) => {
    sent.push(...mails.map(({ to }) => to));
  };
  const settings = { publicUrl: new URL('https://console.example') };
  await remindReviewers({ db, clock: now, settings, mailer: { send } } as never);
  expect(sent).toEqual([]);
});
