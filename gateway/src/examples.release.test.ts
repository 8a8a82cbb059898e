import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserName } from '@console/platform/testing/fixtures';
import { freePort } from '@console/platform/testing/free-port';
import { addMapping } from '@console/platform/testing/mappings';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOrganisations, addUsers } from './testing/rows.ts';
import { mode, testWith, useTestSystem } from './testing/system.ts';

const system = useTestSystem();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-examples-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a program of docs/examples with a user's key; optionally kills it after some lines of output. */
const run = async (
  user: UserName,
  program: string,
  args: string[] = [],
  killAfterLines = Number.POSITIVE_INFINITY,
  key?: string,
) => {
  const apiKey = key ?? (await system.integrationKey(user));
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../docs/examples', program), ...args], {
    cwd: folder,
    env: { ...process.env, CONSOLE_URL: system.origin, API_KEY: apiKey },
  });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (data) => (errors += data));
  child.stdout.on('data', (data) => {
    lines.push(...String(data).split('\n').filter(Boolean));
    if (lines.length >= killAfterLines) child.kill('SIGKILL');
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, lines, errors };
};

const people = Array.from({ length: 16 }, (_, place) => ({
  email: `person${place}@new.example`,
  firstName: 'Person',
  lastName: `Number ${place}`,
  designation: 'Analyst',
  department: 'Legal',
  supervisorEmail: 'adm@a.example',
  role: 'AUDITEE',
}));
const namesOf = (rows: { email: string }[]) => rows.map(({ email }) => email).sort();
const created = () =>
  system.platform.db
    .selectFrom('ent_usr')
    .select(['email', 'ent_org_id'])
    .where('email', 'like', 'person%@new.example')
    .execute();

test('GQL-5 DESIGN-8 sync-users copies the users of all organisations, and a second run what has changed', async () => {
  await addOrganisations(
    system,
    Array.from({ length: 51 }, (_, place) => ({ brandname: `Company ${place}` })),
  );
  await addUsers(
    system,
    'B',
    Array.from({ length: 130 }, (_, place) => ({ firstname: `U${place}`, is_disabled: place % 3 === 0 })),
  );
  const everyone = await system.platform.db.selectFrom('ent_usr').select(['email', 'ent_org_id']).execute();
  // A product API without extensions lists users only by organisation, so users without one are missing.
  const expected = everyone.filter(({ ent_org_id }) => mode === 'on' || ent_org_id !== null);
  const first = await run('adm', 'sync-users.mjs', ['all.json']);
  expect(first).toEqual({
    code: 0,
    lines: [`${expected.length} users, ${expected.length} new or changed`],
    errors: '',
  });
  const rows = JSON.parse(await readFile(join(folder, 'all.json'), 'utf8'));
  expect(namesOf(Object.values(rows.users))).toEqual(namesOf(expected));

  await system.platform.db
    .updateTable('ent_usr')
    .set({ firstname: 'Renamed', updated_at: system.platform.now() })
    .where('email', '=', 'u7.7@list.example')
    .execute();
  const second = await run('adm', 'sync-users.mjs', ['all.json']);
  expect(second.lines).toEqual([`${expected.length} users, 1 new or changed`]);
  expect(await readFile(join(folder, 'all.json'), 'utf8')).toContain('Renamed');
});

test('GQL-5 DESIGN-8 sync-users with the key of an Organiser copies the users of their organisation', async () => {
  const { code, lines } = await run('orgB', 'sync-users.mjs', ['own.json']);
  expect([code, lines]).toEqual([0, ['1 users, 1 new or changed']]);
});

test('GQL-5 RELIABILITY provision-users is killed in the middle, and run again creates each person once', async () => {
  await writeFile(join(folder, 'people.json'), JSON.stringify(people));
  const key = await system.integrationKey('orgA');
  const stopped = await run('orgA', 'provision-users.mjs', [], 5, key);
  expect(stopped.code).toBeNull();
  expect((await created()).length).toBeLessThan(people.length);

  const again = await run('orgA', 'provision-users.mjs', [], undefined, key);
  expect([again.code, again.errors]).toEqual([0, '']);
  expect(again.lines.map((line) => line.replace(/\d+$/, 'ID')).slice(0, 5)).toEqual(
    people.slice(0, 5).map(({ email }) => `${email} created ID`),
  );
  const rows = await created();
  expect(namesOf(rows)).toEqual(namesOf(people));
  expect(new Set(rows.map(({ ent_org_id }) => ent_org_id))).toEqual(new Set([system.platform.orgs.A]));
  const mails = await system.platform.db
    .selectFrom('mail')
    .select('recipient')
    .where('recipient', 'like', 'person%@new.example')
    .execute();
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(namesOf(people));
});

test('GQL-5 provision-users names a person who is refused, and creates the others', async () => {
  const [first, second] = people;
  const list = [first, { ...second, email: 'orgB@b.example' }, { ...second, designation: ' ' }, second];
  await writeFile(join(folder, 'refused.json'), JSON.stringify(list));
  const { code, lines, errors } = await run('orgA', 'provision-users.mjs', ['refused.json']);
  expect([code, lines.length]).toEqual([1, 2]);
  expect(errors.match(/^\S+ rejected/gm)).toEqual(['orgB@b.example rejected', `${second?.email} rejected`]);
  expect(namesOf(await created())).toEqual(namesOf([people[0], people[1]] as typeof people));
});

test('GQL-5 DESIGN-8 accept-requests accepts what it may on every page, and a second run has nothing to do', async () => {
  const { db, orgs } = system.platform;
  const customers = await addOrganisations(
    system,
    Array.from({ length: 52 }, (_, place) => ({ brandname: `Customer ${place}` })),
  );
  for (const [place, customer] of customers.entries())
    await addMapping(db, orgs.B, Number(customer), { updated_at: new Date(Date.UTC(2026, 0, place + 1)) });
  await addMapping(db, orgs.A, orgs.B);
  await addMapping(db, orgs.B, orgs.D);
  const { code, lines, errors } = await run('orgB', 'accept-requests.mjs');
  expect([code, errors]).toEqual([0, '']);
  const accepted = customers.map((_, place) => `Customer ${place}: accepted`);
  // A product API without extensions does not report the reason.
  const disabled = mode === 'on' ? 'ORGANISATION_DISABLED' : 'CONFLICT';
  const skipped = ['Organisation A: skipped NOT_ALLOWED', `Organisation D: skipped ${disabled}`];
  expect(lines.toSorted()).toEqual([...accepted, ...skipped].sort());
  const rows = await db.selectFrom('org_mapping').select('id').where('activated', '=', true).execute();
  expect(rows).toHaveLength(customers.length);
  const again = await run('orgB', 'accept-requests.mjs');
  expect([again.code, again.lines.toSorted()]).toEqual([0, skipped]);
});

interface WrittenEvent {
  number: number;
  type: string;
  changes: { field: string; to: string }[];
}
const writtenEvents = async (): Promise<WrittenEvent[]> =>
  (await readFile(join(folder, 'events.jsonl'), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

testWith(
  'on',
  'EVENT-11 EVENT-12 write-events is killed five times while users are changed, and has each event once and in order',
  async () => {
    const { id } = system.platform.users.audA;
    const tab = await system.signIn('adm');
    const key = await system.integrationKey('adm', ['read']);
    const names = Array.from({ length: 150 }, (_, place) => `Name ${place}`);
    const rename = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
    let isDone = false;
    const change = async () => {
      for (const firstName of names) await tab.graphql(rename, { input: { id, firstName } });
      isDone = true;
    };
    const changing = change();
    let kills = 0;
    // A program that was killed after its first page starts again at that page.
    while (kills < 5 && !isDone) if ((await run('adm', 'write-events.mjs', [], 1, key)).code === null) kills += 1;
    await changing;
    expect(kills).toBeGreaterThan(1);
    const { code, errors } = await run('adm', 'write-events.mjs', [], undefined, key);
    expect([code, errors]).toEqual([0, '']);
    const events = await writtenEvents();
    const numbers = events.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other));
    const written = events.filter(({ type }) => type === 'USER_UPDATED').map(({ changes }) => changes[0]?.to);
    expect(written).toEqual(names);
    expect(await run('adm', 'write-events.mjs', [], undefined, key)).toEqual({ code: 0, lines: [], errors: '' });
  },
);

test('HOOK-20 receive-webhooks takes what is signed with one of its secrets, refuses what is not, and counts an event once', async () => {
  const [secret, before] = ['whsec_bmV3IHNlY3JldCBvZiB0aGUgdGVzdA==', 'whsec_b2xkIHNlY3JldCBvZiB0aGUgdGVzdA=='];
  // The receiver is a process with the real time, so the test uses the real time too.
  const realNow = () => new Date(performance.timeOrigin + performance.now());
  const port = await freePort();
  const file = join(folder, 'received.jsonl');
  // A receiver that was killed has left an incomplete line of an event that it did not acknowledge.
  await writeFile(file, '{"id":"1"}\n{"id":"2","ty');
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../docs/examples/receive-webhooks.mjs'), file], {
    env: { ...process.env, WEBHOOK_SECRET: `${secret}, ${before}`, PORT: String(port) },
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const send = async (id: string, signer: string, { body = JSON.stringify({ id }), at = realNow() } = {}) => {
    const signature = new Webhook(signer).sign(`event_${id}`, at, JSON.stringify({ id }));
    const headers = {
      'webhook-id': `event_${id}`,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signature,
    };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  };
  const another = 'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGVzdA==';
  expect(await Promise.all([send('2', secret), send('2', secret), send('3', before), send('1', secret)])).toEqual([
    204, 204, 204, 204,
  ]);
  expect(await send('4', another)).toBe(400);
  expect(await send('4', secret, { body: '{"id":"5"}' })).toBe(400);
  expect(await send('4', secret, { at: new Date(realNow().getTime() - 600_000) })).toBe(400);
  expect(await send('4', secret, { body: ' '.repeat(1_100_000) })).toBe(400);
  child.kill();
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line).id).toSorted()).toEqual(['1', '2', '3']);
});
