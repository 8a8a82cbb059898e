import { expect, test } from 'vitest';
import { dayMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addUserMapping } from '../testing/mappings.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { accessReviews } from '../testing/reviews.ts';
import { addOrganisationKey, addUsers } from '../testing/users.ts';

const platform = useTestPlatform();
const { start, started, items, itemOf, decide, post, get, read } = accessReviews(platform);

const setSupervisor = (of: UserName, supervisor: UserName) =>
  platform.db
    .updateTable('ent_usr')
    .set({ supervisor: platform.users[supervisor].email.toUpperCase() })
    .where('id', '=', platform.users[of].id)
    .execute();
const reviewers = async (id: string) =>
  Object.fromEntries((await items('adm', id)).map(({ fullName, reviewer }) => [fullName.split(' ')[0], reviewer]));
const keep = ({ id, version }: { id: string; version: number }) => ({ itemId: id, decision: 'KEEP', version });

test('REVIEW-5 REVIEW-10 a review of all has the active users and accepted external users by name, and its reviewers are emailed once each', async () => {
  const { db, users, orgs } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  await addUserMapping(db, users.mfaA.id, orgs.A);
  const review = await started('orgA', { name: ' Autumn ' });
  expect(review).toMatchObject({
    name: 'Autumn',
    state: 'OPEN',
    scope: 'ALL',
    organisationName: 'Organisation A',
    startedBy: 'orgA Fixture',
    personCount: 6,
    decidedCount: 0,
    withoutReviewerCount: 1,
    viewerCanEnd: true,
    viewerCanCancel: true,
  });
  expect((await items('orgA', review.id)).map(({ fullName }) => fullName.split(' ')[0])).toEqual([
    'adm',
    'arc',
    'assA',
    'audA',
    'orgA',
    'orgB',
  ]);
  expect(await platform.mails('orgA')).toEqual([expect.stringContaining('3 people still need your decision')]);
  expect(await platform.mails('adm')).toHaveLength(1);
  const [event] = await platform.auditEntries('reviews:start');
  expect(event).toMatchObject({ target_type: 'access_review', target_id: review.id, subject_org_id: orgs.A });
});

test('REVIEW-11 the supervisor decides, and the starter for one who is an Auditee, of another organisation, lower, inactive or the person', async () => {
  const { db, users, orgs } = platform;
  const [lead] = await addUsers(db, orgs.A, [{ email: 'lead@a.example', firstname: 'lead', role_id: 4 }]);
  for (const [person, supervisor] of [
    ['audA', 'assA'],
    ['assA', 'assA'],
    ['adm', 'orgA'],
  ] as const)
    await setSupervisor(person, supervisor);
  const more = ['orgb@b.example', 'auda@a.example', 'disa@a.example', 'adm@a.example'].map((supervisor, place) => ({
    email: `x${place}@a.example`,
    firstname: `x${place}`,
    lastname: 'Fixture',
    supervisor,
    role_id: 4,
  }));
  await addUsers(db, orgs.A, more);
  await db.updateTable('ent_usr').set({ supervisor: 'lead@a.example' }).where('id', '=', users.arc.id).execute();
  const { id } = await started('orgA');
  expect(lead).toBeDefined();
  expect(await reviewers(id)).toEqual({
    // An Administrator decides about the starter and users above. About the Administrator, no Organiser may decide.
    adm: null,
    arc: 'adm Fixture',
    orgA: 'adm Fixture',
    audA: 'assA Fixture',
    assA: 'orgA Fixture',
    lead: 'orgA Fixture',
    x0: 'orgA Fixture',
    x1: 'orgA Fixture',
    x2: 'orgA Fixture',
    x3: 'adm Fixture',
  });
});

test('REVIEW-12 people are shared out among the reviewers who may decide about them', async () => {
  const { db, orgs, users } = platform;
  await addUsers(
    db,
    orgs.A,
    [0, 1, 2, 3].map((place) => ({ email: `x${place}@a.example`, firstname: `x${place}`, role_id: 5 })),
  );
  const reviewerIds = [users.assA.id, users.orgA.id];
  const review = await started('adm', { scope: 'ROLES', roles: ['AUDITEE', 'ASSESSOR'], reviewerIds });
  expect(review.reviewers.map(({ personCount }: { personCount: number }) => personCount)).toEqual([3, 3]);
  expect((await itemOf('adm', review.id, 'assA')).reviewer).toBe('orgA Fixture');
});

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(101) }],
  ['dueOn', { dueOn: '2026-02-30' }],
  ['dueOn', { dueOn: '2020-01-01' }],
  ['dueOn', { dueOn: '2099-01-01' }],
  ['roles', { scope: 'ROLES' }],
  ['roles', { roles: ['AUDITEE'] }],
  ['userIds', { scope: 'PEOPLE' }],
  ['userIds', { scope: 'PEOPLE', userIds: ['{orgB}'] }],
  ['userIds', { scope: 'PEOPLE', userIds: ['{disA}'] }],
  ['reviewerIds', { reviewerIds: ['{audA}'] }],
  ['reviewerIds', { reviewerIds: ['{orgB}'] }],
  ['repeatMonths', { repeatMonths: 4 }],
])('REVIEW-13 a review is not started with an invalid %s: %j', async (field, body) => {
  const text = JSON.stringify(body).replace(/\{(\w+)\}/g, (_, name: UserName) => String(platform.users[name].id));
  const answer = await start('orgA', JSON.parse(text));
  expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
  expect(await platform.db.selectFrom('access_review').select('id').execute()).toEqual([]);
});

test('REVIEW-13 starts are limited by day, so that no one is flooded with their emails', async () => {
  for (let place = 0; place < 20; place += 1) {
    const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [platform.users.audA.id] });
    expect((await post('orgA', 'cancel_access_review', { reviewId: id })).statusCode).toBe(200);
  }
  expect((await start('orgA')).statusCode).toBe(409);
  platform.moveClock(dayMs + 1);
  expect((await start('orgA')).statusCode).toBe(200);
});

test('REVIEW-14 facts are those that the reviewer could open elsewhere: an Assessor gets no activity, keys or factors', async () => {
  const { users } = platform;
  await setSupervisor('audA', 'assA');
  const { id } = await started('orgA', { scope: 'PEOPLE', userIds: [users.audA.id, users.adm.id] });
  const kinds = async (user: UserName, person: UserName = 'audA') =>
    (await itemOf(user, id, person)).facts.map(({ kind }: { kind: string }) => kind);
  const all = ['LAST_SIGN_IN', 'SECOND_FACTORS', 'RESPONDER_DUTIES', 'API_KEYS', 'INVITED', 'RECENT_ACTIVITY'];
  expect(await kinds('assA')).toEqual(['LAST_SIGN_IN', 'RESPONDER_DUTIES', 'INVITED']);
  expect(await kinds('orgA')).toEqual(all);
  // An Organiser does not see second factors and API keys of a user with a higher role.
  expect(await kinds('orgA', 'adm')).toEqual(['LAST_SIGN_IN', 'RESPONDER_DUTIES', 'INVITED', 'RECENT_ACTIVITY']);
  expect(await kinds('arc')).toEqual(['LAST_SIGN_IN', 'RESPONDER_DUTIES', 'INVITED', 'RECENT_ACTIVITY']);
});

test('REVIEW-15 of an external user the review has name, email, home organisation, invitation and what they did here', async () => {
  const { db, users, orgs } = platform;
  const id = await addUserMapping(db, users.orgB.id, orgs.A, { activated: true, requester_id: users.assA.id });
  const entry = { at: platform.now(), ent_usr_id: users.orgA.id, ent_org_id: orgs.A, via: 'session' as const };
  const done = { ...entry, code: null, request_id: null, subject_org_id: orgs.A, before: null };
  await db
    .insertInto('audit_entry')
    .values([
      {
        ...done,
        action: 'users:mapExternal',
        event: 'users:mapExternal',
        target_type: 'user_mapping',
        target_id: String(id),
        after: JSON.stringify({ activated: true }),
      },
      {
        ...done,
        ent_usr_id: users.orgB.id,
        action: 'users:edit',
        event: 'users:edit',
        target_type: 'ent_usr',
        target_id: String(users.audA.id),
        after: null,
      },
      {
        ...done,
        ent_usr_id: users.orgB.id,
        action: 'users:edit',
        event: 'users:edit',
        target_type: 'ent_usr',
        target_id: String(users.orgB.id),
        after: null,
        subject_org_id: orgs.B,
      },
    ])
    .execute();
  const review = await started('orgA', { scope: 'PEOPLE', userIds: [users.orgB.id] });
  const at = platform.now().toISOString();
  expect(await itemOf('orgA', review.id, 'orgB')).toMatchObject({
    isExternal: true,
    email: 'orgb@b.example',
    homeOrganisation: 'Organisation B',
    department: null,
    reviewer: 'orgA Fixture',
    assignableRoles: [],
    viewerCanDecide: true,
    facts: [
      { kind: 'INVITED', text: 'assA Fixture', at: expect.any(String), count: null },
      { kind: 'ACCEPTED', text: 'orgA Fixture', at, count: null },
      { kind: 'RECENT_ACTIVITY', text: 'changed a user', at, count: 1 },
    ],
  });
});

test('REVIEW-6 REVIEW-16 REVIEW-68 a reviewer decides about several people at once and takes a decision back; each has an event that names the person', async () => {
  const { id } = await started('orgA', { scope: 'ROLES', roles: ['ASSESSOR', 'AUDITEE'] });
  const [assessor, auditee] = await items('orgA', id);
  const answer = await decide('orgA', id, [
    { ...keep(assessor), reason: ' Still leads it ' },
    { itemId: auditee.id, decision: 'CHANGE_ROLE', newRole: 'ASSESSOR', reason: 'New task', version: 0 },
  ]);
  expect(answer.json()).toMatchObject({
    failures: [],
    accessReview: { decidedCount: 2, viewerDecidedCount: 2 },
    items: [
      { decision: 'KEEP', reason: 'Still leads it', decidedBy: 'orgA Fixture', version: 1 },
      { decision: 'CHANGE_ROLE', newRole: 'ASSESSOR', role: 'AUDITEE', version: 1 },
    ],
  });
  await decide('orgA', id, [{ itemId: auditee.id, decision: null, version: 1 }]);
  expect(await itemOf('orgA', id, 'audA')).toMatchObject({
    decision: null,
    newRole: null,
    decidedBy: null,
    version: 2,
  });
  const events = await platform.auditEntries('reviews:keep', 'reviews:changeRole', 'reviews:undo');
  const { assA, audA } = platform.users;
  expect(events.map(({ action, target_type, target_id, after }) => [action, target_type, target_id, after])).toEqual([
    ['reviews:keep', 'ent_usr', String(assA.id), { access_review: 'Autumn' }],
    ['reviews:changeRole', 'ent_usr', String(audA.id), { access_review: 'Autumn', role_id: 4 }],
    ['reviews:undo', 'ent_usr', String(audA.id), { access_review: 'Autumn' }],
  ]);
});

test('REVIEW-69 people of a review are found by name and email, of now and of the start, and filtered by department', async () => {
  const { db, users, orgs } = platform;
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  const { id } = await started('orgA');
  const found = async (query: string) => (await items('orgA', id, query)).map(({ email }) => email);
  const change = (user: UserName, to: object) =>
    db.updateTable('ent_usr').set(to).where('id', '=', users[user].id).execute();
  await change('audA', { lastname: 'Müller', department_name: 'Legal' });
  await change('orgB', { lastname: 'Elsewhere', department_name: 'Legal' });
  expect(await found('&search=muller%20AUDA')).toEqual([users.audA.email]);
  expect(await found(`&search=${users.orgB.email.toUpperCase()}`)).toEqual([users.orgB.email]);
  // The external user's current name at home is not searched.
  expect(await found('&search=elsewhere')).toEqual([]);
  expect(await found('&department=Legal')).toEqual([users.audA.email]);
  expect(await found('&department=Legal&search=assa')).toEqual([]);
  const open = (await items('orgA', id)).filter((one) => one.viewerCanViewUser).map(({ userId }) => userId);
  expect(open).not.toContain(String(users.orgB.id));
  expect(open).toContain(String(users.audA.id));
});

test('REVIEW-17 of two reviewers on one person the second gets CONFLICT for that row, and the others are saved', async () => {
  const { id } = await started('orgA', { scope: 'ROLES', roles: ['ASSESSOR', 'AUDITEE'] });
  const [assessor, auditee] = await items('orgA', id);
  await decide('orgA', id, [{ ...keep(assessor), decision: 'REMOVE' }]);
  const { items: rows, failures } = (await decide('orgA', id, [keep(assessor), keep(auditee)])).json();
  expect(failures).toMatchObject([{ itemId: assessor.id, code: 'CONFLICT' }]);
  expect(rows.map(({ decision }: { decision: string }) => decision)).toEqual(['REMOVE', 'KEEP']);
});

test('REVIEW-18 no one decides about themselves, a person of another reviewer, or a role above their own', async () => {
  const { users } = platform;
  await setSupervisor('audA', 'assA');
  const { id } = await started('orgA');
  const codes = async (user: UserName, decisions: object[]) =>
    (await decide(user, id, decisions)).json().failures.map(({ code }: { code: string }) => code);
  const [adm, arc, assA, audA, orgA] = await items('adm', id);
  expect(await codes('orgA', [keep(orgA), keep(adm), keep(arc), keep(audA)])).toEqual(Array(4).fill('FORBIDDEN'));
  // An Assessor does not learn of people of other reviewers.
  expect(await codes('assA', [keep(orgA), keep(assA)])).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  const change = (newRole: string | null) => ({ ...keep(audA), decision: 'CHANGE_ROLE', newRole });
  expect(await codes('assA', [change('ORGANISER')])).toEqual(['FORBIDDEN']);
  expect(await codes('assA', [change('AUDITEE')])).toEqual(['INVALID']);
  expect(await codes('assA', [change(null)])).toEqual(['INVALID']);
  // A role with more permissions requires a reason.
  expect(await codes('assA', [change('ASSESSOR')])).toEqual(['INVALID']);
  expect(await codes('assA', [{ ...keep(audA), newRole: 'AUDITEE' }])).toEqual(['INVALID']);
  expect(await codes('assA', [{ ...keep(audA), reason: 'x'.repeat(501) }])).toEqual(['INVALID']);
  // The person's role was raised above the reviewer's.
  await platform.db.updateTable('ent_usr').set({ role_id: 3 }).where('id', '=', users.audA.id).execute();
  expect(await codes('assA', [keep(audA)])).toEqual(['FORBIDDEN']);
  expect((await items('adm', id)).filter(({ decision }) => decision)).toEqual([]);
});

test('REVIEW-19 reviews, people and decisions of other organisations look as if they did not exist', async () => {
  const { users } = platform;
  const { id } = await started('orgA');
  const [, , , audA] = await items('orgA', id);
  const other = await started('adm', { organisationId: platform.orgs.B, scope: 'PEOPLE', userIds: [users.orgB.id] });
  for (const path of [`access_review?id=${id}`, `access_review_items?reviewId=${id}`])
    expect((await get('orgB', path)).statusCode).toBe(404);
  for (const query of [
    `access_reviews?organisationId=${platform.orgs.A}`,
    `access_review_series?organisationId=${platform.orgs.A}`,
  ])
    expect((await get('orgB', query)).statusCode).toBe(404);
  for (const name of ['complete_access_review', 'cancel_access_review'])
    expect((await post('orgB', name, { reviewId: id })).statusCode).toBe(404);
  expect((await decide('orgB', id, [keep(audA)])).statusCode).toBe(404);
  // A person of one review in a call about another review.
  expect((await decide('orgB', other.id, [keep(audA)])).json().failures).toMatchObject([{ code: 'NOT_FOUND' }]);
  expect((await start('orgB')).statusCode).toBe(404);
  for (const user of ['arc', 'assA', 'audA'] as const) {
    expect((await start(user)).statusCode).toBe(403);
    expect((await post(user, 'cancel_access_review', { reviewId: id })).statusCode).toBe(403);
  }
  expect((await get('audA', `access_review?id=${id}`)).statusCode).toBe(403);
});

test('REVIEW-1 REVIEW-2 REVIEW-3 REVIEW-20 a reviewer reads their part, those who may read reviews all of it, and an API key only reads', async () => {
  await setSupervisor('audA', 'assA');
  const { id } = await started('orgA');
  expect(await read('assA', id)).toMatchObject({ personCount: 1, viewerCanRead: false, viewerCanDecide: true });
  expect((await items('assA', id)).map(({ fullName }) => fullName)).toEqual(['audA Fixture']);
  expect((await items('orgA', id, '&mine=true')).map(({ fullName }) => fullName)).toEqual(['assA Fixture']);
  const list = `access_reviews?organisationId=${platform.orgs.A}`;
  expect((await get('assA', list)).json()).toMatchObject({ total_count: 1, accessReviews: [{ personCount: 1 }] });
  expect((await get('arc', list)).json().accessReviews).toMatchObject([{ personCount: 5, viewerCanRead: true }]);
  const { key } = await addOrganisationKey(platform.db, platform.orgs.A);
  const byKey = await platform.call(`GET /consoles/ext/${list}`, { key });
  expect(byKey.json().accessReviews).toMatchObject([
    { viewerCanEnd: false, viewerCanDecide: false, viewerCanCancel: false },
  ]);
  const body = { reviewId: id, decisions: [] };
  for (const name of ['decide_in_access_review', 'complete_access_review', 'cancel_access_review'])
    expect((await platform.call(`POST /consoles/ext/${name}`, { key, body })).statusCode).toBe(403);
});
