import { refusalTexts } from '@console/contract/rules';
import { beforeEach, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import type { UserName } from '../testing/fixtures.ts';
import { addMapping } from '../testing/mappings.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';

const platform = useTestPlatform();
let id: number;
/** A has requested a mapping with its vendor B. */
const add = (activated: boolean | null) => {
  const { orgs, users, db } = platform;
  const people = { requester_id: users.orgA.id, mapped_user_id: users.orgB.id };
  return addMapping(db, orgs.B, orgs.A, { ...people, activated, status: activated ? 'Accepted' : 'Pending' });
};
beforeEach(async () => {
  id = await add(true);
  platform.moveClock(minuteMs);
});

const stop = async (user: UserName, verb: 'end' | 'withdraw', org: 'A' | 'B' | 'M', more: object = {}) =>
  platform.call(`POST /consoles/ext/${verb}_mapping`, {
    key: (await platform.signIn(user)).apiKey,
    body: { org_id: platform.orgs[org], mapping_id: id, ...more },
  });
const answer = async (user: UserName, activated: boolean, more: object = {}) => {
  const { orgs, users } = platform;
  const body = { user_id: users.orgB.id, vendor_id: orgs.B, customer_id: orgs.A, activated, ...more };
  return platform.call('POST /consoles/activate_deactivate', { key: (await platform.signIn(user)).apiKey, body });
};
const row = () => platform.db.selectFrom('org_mapping').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const pending = () => platform.db.updateTable('org_mapping').set({ activated: null, status: 'Pending' }).execute();
const listed = async (user: UserName) => {
  const { apiKey: key } = await platform.signIn(user);
  return (await platform.call('GET /consoles/pending_org_list', { key })).json().pending_org_list;
};

test.each([
  ['orgA', 'A', 'Organisation A ended the mapping with Organisation B.'],
  ['orgB', 'B', 'Organisation B ended the mapping with Organisation A.'],
  ['arc', 'B', 'Organisation B ended the mapping with Organisation A.'],
] as const)(
  'ENDING-4 ENDING-5 ENDING-9 %s ends a mapping for %s: both sides see it, are mailed and have an event',
  async (user, org, sentence) => {
    const { orgs, db } = platform;
    await db.updateTable('ent_org').set({ organizer_id: platform.users.orgA.id }).where('id', '=', orgs.A).execute();
    const done = await stop(user, 'end', org, { reason: ' The contract\nis over ' });
    const changed = { activated: false, status: 'Ended' };
    expect([done.statusCode, done.json().mapping]).toEqual([200, expect.objectContaining({ id, ...changed })]);
    expect(await row()).toMatchObject({ ...changed, updated_at: platform.now() });
    for (const side of ['orgA', 'orgB'] as const) {
      expect(await listed(side)).toMatchObject([{ id, ...changed }]);
      const [mail = ''] = await platform.mails(side);
      expect(mail).toContain(sentence);
      expect(mail).toContain('Reason: The contract is over');
    }
    const entry = {
      target_type: 'org_mapping',
      target_id: String(id),
      before: { activated: true, status: 'Accepted' },
      after: { ...changed, reason: 'The contract\nis over' },
    };
    const entries = await platform.auditEntries('mappings:end');
    expect(entries).toMatchObject([entry, entry]);
    expect(entries.map(({ subject_org_id }) => subject_org_id).sort()).toEqual([orgs.A, orgs.B].sort());
  },
);

test('ENDING-5 a mapping that was ended stays as it is when it is ended again', async () => {
  await stop('orgA', 'end', 'A');
  const before = await row();
  platform.moveClock(minuteMs);
  expect((await stop('orgB', 'end', 'B', { reason: 'too late' })).statusCode).toBe(200);
  expect([await row(), (await platform.auditEntries('mappings:end')).length]).toEqual([before, 2]);
  expect(await platform.mails('orgB')).toHaveLength(1);
});

test('ENDING-4 ENDING-8 neither another role nor another organisation ends or withdraws', async () => {
  for (const user of ['assA', 'audA'] as const)
    for (const verb of ['end', 'withdraw'] as const) expect((await stop(user, verb, 'A')).statusCode).toBe(403);
  const foreign = [await stop('orgA', 'end', 'B'), await stop('orgA', 'end', 'A', { mapping_id: 999_999 })];
  expect(foreign.map(({ statusCode, body }) => [statusCode, body])).toEqual(
    Array(2).fill([404, '{"message":"Not Found"}']),
  );
  expect((await stop('adm', 'end', 'M')).statusCode).toBe(404);
  await pending();
  // B did not send the request, and an Architect may not invite.
  expect((await stop('orgB', 'withdraw', 'B')).statusCode).toBe(403);
  expect((await stop('arc', 'withdraw', 'A')).statusCode).toBe(403);
  expect(await row()).toMatchObject({ activated: null, status: 'Pending' });
});

test.each(['orgA', 'adm'] as const)(
  'ENDING-8 %s withdraws a request: its side sees that, both are mailed, and it cannot be answered any more',
  async (user) => {
    await pending();
    const done = await stop(user, 'withdraw', 'A', { reason: 'Wrong company' });
    const changed = { activated: false, status: 'Withdrawn' };
    expect([done.statusCode, done.json().mapping]).toEqual([200, expect.objectContaining({ id, ...changed })]);
    expect([await listed('orgA'), await listed('orgB')]).toMatchObject([[{ id, status: 'Withdrawn' }], []]);
    for (const side of ['orgA', 'orgB'] as const) {
      const [mail = ''] = await platform.mails(side);
      expect(mail).toContain('Organisation A withdrew the mapping request to Organisation B.');
      expect(mail).toContain('Reason: Wrong company');
    }
    expect(await platform.auditEntries('mappings:withdraw')).toMatchObject([
      { after: { ...changed, reason: 'Wrong company' } },
      { after: { ...changed, reason: 'Wrong company' } },
    ]);
    for (const activated of [true, false]) expect((await answer('orgB', activated)).statusCode).toBe(409);
    expect((await stop(user, 'withdraw', 'A')).statusCode).toBe(200);
    expect(await platform.mails('orgB')).toHaveLength(1);
  },
);

test('ENDING-4 ENDING-8 what is pending is not ended, what was answered is not withdrawn, and what was ended is not rejected', async () => {
  const conflict = (message: string) => [409, { message }];
  const outcome = async (call: ReturnType<typeof stop>) => [(await call).statusCode, (await call).json()];
  expect(await outcome(stop('orgA', 'withdraw', 'A'))).toEqual(conflict(refusalTexts.requestNotPending));
  await stop('orgA', 'end', 'A');
  for (const activated of [true, false]) expect((await answer('orgB', activated)).statusCode).toBe(409);
  await pending();
  expect(await outcome(stop('orgA', 'end', 'A'))).toEqual(
    conflict('This request is not accepted yet. Withdraw or reject it instead.'),
  );
  await answer('orgB', false);
  expect(await outcome(stop('orgA', 'end', 'A'))).toEqual(
    conflict('This request cannot be ended, because it was rejected or withdrawn.'),
  );
});

test.each([
  ['end', 'orgA', 'orgb@b.example'],
  ['end', 'orgB', 'orga@a.example'],
  ['withdraw', 'orgB', 'orga@a.example'],
] as const)('ENDING-6 after %s, a request of %s opens the pair again', async (verb, user, email) => {
  if (verb === 'withdraw') await pending();
  await stop('orgA', verb, 'A');
  const { apiKey: key } = await platform.signIn(user);
  expect((await platform.call('POST /consoles/invite_user', { key, body: { user: { email } } })).statusCode).toBe(200);
  expect(await row()).toMatchObject({ activated: null, status: 'Pending', requester_id: platform.users[user].id });
});

test('ENDING-9 ENDING-13 a reason of more than 500 characters, or with control characters, is refused by its name', async () => {
  const tooLong = { errors: { reason: ['must have at most 500 characters'] }, codes: { reason: ['TOO_LONG'] } };
  expect((await stop('orgA', 'end', 'A', { reason: '😀'.repeat(500) })).statusCode).toBe(200);
  await pending();
  const refused = [
    await stop('orgA', 'withdraw', 'A', { reason: 'x'.repeat(501) }),
    await answer('orgB', false, { reason: 'x'.repeat(501) }),
  ];
  expect(refused.map((given) => [given.statusCode, given.json()])).toEqual([
    [422, tooLong],
    [422, tooLong],
  ]);
  expect((await answer('orgB', false, { reason: 'a\u0007b' })).statusCode).toBe(422);
  expect(await row()).toMatchObject({ activated: null });
});

test('ENDING-13 the reason of a rejection is in the mail and the activity', async () => {
  await pending();
  expect((await answer('orgB', false, { reason: 'Not now & not <later>' })).statusCode).toBe(200);
  expect((await platform.mails('orgA'))[0]).toContain('Reason: Not now & not <later>');
  expect(await platform.auditEntries('mappings:answer')).toMatchObject([
    { after: { reason: 'Not now & not <later>' } },
  ]);
});

test('ENDING-7 with extensions off REST-36 ends an accepted mapping, for either side', async () => {
  const own = await startTestPlatform({ settings: { extensions: false } });
  const { orgs, users, db } = own;
  const mapping = await addMapping(db, orgs.B, orgs.A, {
    activated: true,
    status: 'Accepted',
    requester_id: users.orgA.id,
  });
  const body = { user_id: users.orgA.id, vendor_id: orgs.B, customer_id: orgs.A, activated: false };
  const { apiKey } = await own.signIn('orgA');
  // A rejection that crossed the acceptance does not end the mapping.
  const crossed = await own.call('POST /consoles/activate_deactivate', { key: apiKey, body });
  expect(crossed.statusCode).toBe(403);
  own.moveClock(minuteMs);
  for (const user of ['orgA', 'orgB'] as const) {
    const { apiKey: key } = await own.signIn(user);
    const done = await own.call('POST /consoles/activate_deactivate', { key, body });
    expect([done.statusCode, done.json().mapping]).toMatchObject([200, { id: mapping, status: 'Ended' }]);
  }
  const { apiKey: key } = await own.signIn('orgA');
  const missing = { key, body: { org_id: orgs.A, mapping_id: mapping } };
  expect((await own.call('POST /consoles/ext/end_mapping', missing)).statusCode).toBe(404);
  await own.close();
});
