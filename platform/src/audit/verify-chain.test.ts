import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hourMs, minuteMs } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import { verifyData } from '../operator/verify-data.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { chainAuditEvents } from './audit-chain.ts';
import { CheckQueue } from './verify-chain.ts';

const platform = useTestPlatform({ signsInAnew: true });
let key: string;
beforeEach(async () => {
  key = (await platform.signIn('adm')).apiKey;
  for (const firstname of ['a', 'b', 'c', 'd'])
    await platform.call('POST /consoles/update_org_user', {
      key,
      body: { ent_usr: { id: platform.users.audA.id, firstname } },
    });
});

const verify = async (query = `org_id=${platform.orgs.A}`, by = key) => {
  const answer = await platform.call(`GET /consoles/ext/verify_activity?${query}`, { key: by });
  return { status: answer.statusCode, ...answer.json() };
};
const whole = {
  checked: 5,
  broken: null,
  next: null,
  head: { number: 5, hash: expect.stringMatching(/^[\da-f]{64}$/) },
};
const broken = async () => (await verify()).broken;

test('DESIGN-5 the chain of an organisation is whole, and continues with later events', async () => {
  expect(await verify()).toMatchObject(whole);
  await platform.signIn('orgA');
  expect(await verify()).toMatchObject({ checked: 6, broken: null });
  expect(await verify('')).toMatchObject({ checked: 0, broken: null, head: null });
});

test.each([
  ['what was done', sql`update audit_entry set event = 'users:create' where chain_no = 3`],
  ['a value', sql`update audit_entry set after = '{"firstname": "x"}' where chain_no = 3`],
  ['the actor', sql`update audit_entry set ent_usr_id = null where chain_no = 3`],
  ['the address', sql`update audit_entry set client_address = '192.0.2.1' where chain_no = 3`],
  ['the time', sql`update audit_entry set at = at + interval '1 second' where chain_no = 3`],
  ['the organisation', sql`update audit_entry set subject_org_id = null where chain_no = 3`],
  ['its own hash', sql`update audit_entry set hash = repeat('0', 64) where chain_no = 3`],
])('DESIGN-5 an event of which %s was changed is found', async (_what, change) => {
  await verify();
  await change.execute(platform.db);
  expect(await broken()).toMatchObject({ kind: 'changed', number: 3, event_id: expect.any(Number) });
});

test('DESIGN-5 a removed event is found', async () => {
  await verify();
  await sql`delete from audit_entry where chain_no = 2`.execute(platform.db);
  expect(await broken()).toEqual({ kind: 'removed', number: 2, event_id: null });
});

test('DESIGN-5 events that are cut off at the end are found, and with a head of the log even with the stored head', async () => {
  const { head } = await verify();
  await sql`delete from audit_entry where chain_no > 3`.execute(platform.db);
  expect(await broken()).toEqual({ kind: 'cut_off', number: 4, event_id: null });
  await sql`update audit_chain set last_no = 3, last_hash = (select hash from audit_entry where chain_no = 3)`.execute(
    platform.db,
  );
  expect(await verify()).toMatchObject({ checked: 3, broken: null });
  expect(await verify(`org_id=${platform.orgs.A}&head=${head.number}:${head.hash}`)).toMatchObject({
    broken: { kind: 'cut_off', number: 4 },
  });
});

const copyOf = (columns: string) => sql`insert into audit_entry
  (at, ent_usr_id, ent_org_id, via, action, event, target_type, target_id, subject_org_id, position, chain_id, chain_no, hash)
  select ${sql.raw(columns)} from audit_entry where chain_no = 3`;
const what = 'ent_usr_id, ent_org_id, via, action, event, target_type, target_id, subject_org_id';

test.each([
  ['in the middle', copyOf(`at, ${what}, 900, chain_id, 900, hash`)],
  ['without a number', copyOf(`at, ${what}, 900, null, null, hash`)],
])('DESIGN-5 an event that was added %s is found', async (_where, add) => {
  await verify();
  await add.execute(platform.db);
  expect(await broken()).toMatchObject({ kind: 'added', event_id: expect.any(Number) });
});

test('CLOCK-1 CLOCK-2 steps of a clock that was set back are reported as such, and what follows them is checked', async () => {
  platform.moveClock(hourMs);
  await platform.signIn('orgA');
  platform.moveClock(-28 * minuteMs);
  await platform.signIn('orgA');
  platform.moveClock(-9 * minuteMs);
  await platform.signIn('orgA');
  await platform.signIn('orgA');
  expect(await verify()).toMatchObject({ checked: 9, broken: null, clock_steps: [{ number: 7, minutes: 28 }] });
  expect(await verify(`org_id=${platform.orgs.A}&after=6`)).toMatchObject({ clock_steps: [{ number: 7 }] });
  expect(await verify(`org_id=${platform.orgs.A}&after=7`)).toMatchObject({ checked: 2, clock_steps: [] });
  const findings = await verifyData(platform.db, createPepper(['unused'])).then((all) =>
    all.flatMap(({ level, subject, text }) => (subject === 'activity' ? `${level} ${text}` : [])),
  );
  expect(findings).toEqual([
    expect.stringMatching(/^ok \d+ events are intact in \d+ hash chains\.$/),
    `warning organisation ${platform.orgs.A}: the clock was set back by 28 minutes between events 6 and 7.`,
  ]);
  await sql`update audit_entry set event = 'users:create' where chain_no = 9`.execute(platform.db);
  expect(await verify()).toMatchObject({ broken: { kind: 'changed', number: 9 }, clock_steps: [{ number: 7 }] });
});

test('DESIGN-5 a recomputed chain does not have the hash of the log', async () => {
  const { head } = await verify();
  await sql`update audit_entry set event = 'users:create', position = null, chain_no = null where chain_no = 5`.execute(
    platform.db,
  );
  await sql`update audit_chain set last_no = 4, last_hash = (select hash from audit_entry where chain_no = 4)`.execute(
    platform.db,
  );
  expect(await verify()).toMatchObject({ checked: 5, broken: null });
  const known = `org_id=${platform.orgs.A}&head=${head.number}:${head.hash}`;
  expect((await verify(known)).broken).toMatchObject({ kind: 'changed', number: 5 });
});

test('DESIGN-5 each organisation has its own chain, which an Organiser checks, and no other', async () => {
  const organiser = (await platform.signIn('orgB')).apiKey;
  expect(await verify(`org_id=${platform.orgs.B}`, organiser)).toMatchObject({ checked: 1, broken: null });
  expect((await verify(`org_id=${platform.orgs.A}`, organiser)).status).toBe(404);
  expect((await verify('', organiser)).status).toBe(404);
  expect((await verify('', (await platform.signIn('assA')).apiKey)).status).toBe(403);
});

test('DESIGN-5 a check continues where an earlier one ended', async () => {
  await verify();
  expect(await verify(`org_id=${platform.orgs.A}&after=2`)).toMatchObject({ checked: 3, broken: null });
  await sql`delete from audit_entry where chain_no = 2`.execute(platform.db);
  expect((await verify(`org_id=${platform.orgs.A}&after=2`)).broken).toMatchObject({ kind: 'removed', number: 2 });
});

/** Events of organisation A. */
async function addSealedEvents(count: number): Promise<void> {
  await sql`insert into audit_entry (at, via, action, event, target_type, subject_org_id)
    select (select max(at) from audit_entry), 'session', 'users:edit', 'users:edit', 'ent_usr', ${platform.orgs.A} from generate_series(1, ${count}::int)`.execute(
    platform.db,
  );
  while ((await chainAuditEvents(platform.db, 5_000)) > 0);
}

test('DESIGN-5 a check reads as many events as it says, 10,000 by default, and refuses more than 100,000', async () => {
  await addSealedEvents(12_000);
  const check = (more: string) => verify(`org_id=${platform.orgs.A}${more}`);
  expect(await check('')).toMatchObject({ checked: 10_000, broken: null, next: 10_000 });
  expect(await check('&after=10000')).toMatchObject({ checked: 2_005, broken: null, next: null });
  expect(await check('&first=301')).toMatchObject({ checked: 301, broken: null, next: 301 });
  expect(await check('&first=100000')).toMatchObject({ checked: 12_005, next: null });
  for (const first of ['0', '100001', 'x', '-1']) expect((await check(`&first=${first}`)).status).toBe(422);
});

test('CASES-60 of 20 checks of an organisation at once one runs, and others do not wait for it', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const othersWereAnswered = Promise.withResolvers<void>();
  const run = CheckQueue.prototype.run;
  vi.spyOn(CheckQueue.prototype, 'run').mockImplementation(function (this: CheckQueue, chainId, check) {
    return run.call(this, chainId, async () => {
      if (chainId === platform.orgs.A) await othersWereAnswered.promise;
      return check();
    }) as ReturnType<typeof check>;
  });
  const refused: Awaited<ReturnType<typeof verify>>[] = [];
  const checks = Array.from({ length: 20 }, async () => {
    const answer = await verify();
    if (answer.status === 429 && refused.push(answer) === 19) {
      expect((await verify(`org_id=${platform.orgs.B}`)).status).toBe(200);
      othersWereAnswered.resolve();
    }
    return answer;
  });
  const answers = await Promise.all(checks);
  expect([refused.length, refused[0]?.retry_after]).toEqual([19, 1]);
  expect(answers.filter(({ status }) => status === 200)).toMatchObject([{ broken: null, next: null }]);
});

test('DESIGN-5 two platforms that seal at once number each event once', async () => {
  const sealed = await Promise.all([
    chainAuditEvents(platform.db),
    chainAuditEvents(platform.db),
    chainAuditEvents(platform.db),
  ]);
  expect(sealed.reduce((sum, count) => sum + count)).toBe(5);
  const rows = await platform.db
    .selectFrom('audit_entry')
    .select(['id', 'position', 'chain_no'])
    .orderBy('id')
    .execute();
  expect(rows.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  expect(await verify()).toMatchObject(whole);
});

test('DESIGN-5 a consumer that is killed and starts again at its last event misses and repeats none', async () => {
  const readAll = async (stopAfter: number) => {
    const seen: number[] = [];
    let after = '';
    for (let reads = 0; ; reads += 1) {
      const path = `order_by=position&direction=asc&limit=2${after}`;
      const { events, has_next } = (await platform.call(`GET /consoles/ext/audit_events?${path}`, { key })).json();
      // Killed after it has stored the first event of a page only.
      const stored = reads === stopAfter ? events.slice(0, 1) : events;
      seen.push(...stored.map(({ id }: { id: number }) => id));
      const last = stored.at(-1);
      if (last) after = `&after=${encodeURIComponent(JSON.stringify({ values: [last.position], id: last.id }))}`;
      if (!has_next && stored.length === events.length) return seen;
    }
  };
  const all = await readAll(-1);
  expect(new Set(all).size).toBe(5);
  for (const stopAfter of [0, 1, 2]) expect(await readAll(stopAfter)).toEqual(all);
});
