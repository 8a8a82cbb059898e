import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importFile } from '../operator/import-file.ts';
import { startTestPlatform, useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';
import { importBatch, parseImportRequest } from './import-batch.ts';

const platform = useTestPlatform();
let folder = '';
let reported: string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-import-'));
});
beforeEach(() => {
  reported = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Services = Parameters<typeof importBatch>[0];

const mails: string[] = [];
const services = (): Services => ({
  db: platform.db,
  clock: platform.now,
  settings: {
    smtpUrl: 'smtp://127.0.0.1:1',
    invitationTokenDays: 7,
    publicUrl: new URL('https://console.example'),
  } as never,
  mailer: { send: async (_trx, ...sent) => void mails.push(...sent.map(({ to }) => to)) },
});

interface Options {
  isDryRun?: boolean;
  isInviting?: boolean;
  /** Number of the batch during which the platform ends. */
  endsAt?: number;
}

/** Imports lines as the command does. Returns the last printed line. */
async function run(lines: (object | string)[], { isDryRun = false, isInviting = false, endsAt = 0 }: Options = {}) {
  const path = join(folder, 'file.jsonl');
  await writeFile(path, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  let batches = 0;
  const target = {
    report: (text: string) => void reported.push(text),
    send: async (sent: [number, unknown][], { is_check }: { is_check: boolean }) => {
      batches += is_check ? 0 : 1;
      if (batches === endsAt && !is_check) throw new Error('killed');
      const request = { is_check, is_inviting: isInviting, operator: 'alice', lines: sent };
      return importBatch(services(), parseImportRequest(JSON.parse(JSON.stringify(request))));
    },
  };
  return importFile(target, path, { isDryRun }).catch((error: Error) => error.message);
}

const acme = {
  type: 'organisation',
  brandname: 'Acme',
  legalname: 'Acme Ltd',
  industry: 'Energy',
  email_domain: 'acme.example',
  website: 'https://acme.example',
  pin: '560001',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
};
const user = (email: string, more: object = {}) => ({
  type: 'user',
  organisation: 'Acme',
  firstname: 'Jane',
  lastname: 'Doe',
  email,
  designation: 'Analyst',
  role: 'Auditee',
  supervisor: 'boss@acme.example',
  department_name: 'InfoSec',
  ...more,
});
const counts = async () => {
  const count = async (table: 'ent_org' | 'ent_usr' | 'mail' | 'audit_entry') =>
    (await platform.db.selectFrom(table).select('id').execute()).length;
  return [await count('ent_org'), await count('ent_usr'), await count('mail'), await count('audit_entry')];
};

test('IMPORT-1 IMPORT-3 organisations and users are made with events of the operator and without mail, and the same file again changes nothing', async () => {
  mails.length = 0;
  const file = [
    { ...acme, user_limit: 5, registered_address: null },
    user('Jane@ACME.example', { designation: 'CEO', role: 'Organiser', country_code: '+91', mobile: '98450 12345' }),
    '',
    user('ravi@acme.example', { organisation: 'ACME ', dept_lead: true, firstname: ' E\u0301mile ' }),
    user('new@a.example', { organisation: 'Organisation A' }),
  ];
  const before = await counts();
  expect(await run(file)).toBe('1 organisation and 3 users were imported. Already there: 0.');
  const organisation = await platform.db
    .selectFrom('ent_org')
    .selectAll()
    .where('brandname', '=', 'Acme')
    .executeTakeFirstOrThrow();
  expect(organisation).toMatchObject({
    user_limit: 5,
    is_disabled: false,
    email_domain: 'acme.example',
    logo_id: null,
  });
  const made = await platform.db
    .selectFrom('ent_usr')
    .selectAll()
    .where('ent_org_id', '=', organisation.id)
    .orderBy('email')
    .execute();
  expect(made).toMatchObject([
    { email: 'jane@acme.example', role_id: 3, designation: 'CEO', mobile: '98450 12345', password_hash: null },
    { email: 'ravi@acme.example', role_id: 5, dept_lead: true, firstname: '\u00c9mile', is_disabled: false },
  ]);
  const events = await platform.auditEntries('organisations:create', 'users:create');
  expect(
    events.map(({ action, via, ent_usr_id, after }) => [
      ...[action, via, ent_usr_id],
      (after as unknown as { operator?: string }).operator,
    ]),
  ).toEqual([
    ['organisations:create', 'system', null, 'alice'],
    ...Array(3).fill(['users:create', 'system', null, 'alice']),
  ]);
  expect(events.at(-1)).toMatchObject({ subject_org_id: platform.orgs.A, after: { email: 'new@a.example' } });
  expect([mails, reported]).toEqual([[], []]);
  const after = await counts();
  expect(after).toEqual([Number(before[0]) + 1, Number(before[1]) + 3, before[2], Number(before[3]) + 4]);
  expect(await run(file)).toBe('0 organisations and 0 users were imported. Already there: 4.');
  expect(await counts()).toEqual(after);
});

test('IMPORT-4 a dry run says what would be imported, and changes nothing', async () => {
  const before = await counts();
  expect(await run([acme, user('jane@acme.example')], { isDryRun: true })).toBe(
    '1 organisation and 1 user would be imported. Already there: 0. Nothing was changed.',
  );
  expect(await counts()).toEqual(before);
});

test('IMPORT-2 every faulty line is named with its number, the field and what is allowed, and nothing is imported', async () => {
  await platform.db.updateTable('ent_org').set({ user_limit: 6 }).where('id', '=', platform.orgs.A).execute();
  const before = await counts();
  const inA = { organisation: 'Organisation A' };
  const file = [
    { ...acme, user_limit: 1 },
    user('jane@acme.example', { designation: 'CEO' }),
    '{ no JSON',
    '[]',
    { type: 'group' },
    user('x@acme.example', { role: 'Boss' }),
    user('unknown', { lastname: ' ', country_code: '+9999', role: undefined }),
    user('y@acme.example', { nickname: 'Y', firstname: 'Y' }),
    user('z@acme.example', { firstname: 7, dept_lead: 'yes' }),
    { ...acme, brandname: 'Other', website: 'other', user_limit: 0 },
    { ...acme, brandname: 'ACME' },
    user('JANE@acme.example'),
    user('ceo@acme.example', { designation: 'CEO' }),
    user('next@acme.example'),
    user('a@nowhere.example', { organisation: 'Later' }),
    { ...acme, brandname: 'Later' },
    user('orgb@b.example', inA),
    user('new1@a.example', inA),
    user('new2@a.example', inA),
    user('d@d.example', { organisation: 'Organisation D' }),
    user('lead@a.example', { ...inA, role: 'Assessor', dept_lead: true }),
    user(`${'x'.repeat(31_000)}@acme.example`),
  ];
  expect(await run(file)).toBe('The file has 18 faulty lines. Nothing was imported.');
  expect(reported).toEqual([
    'Line 3: must be JSON',
    'Line 4: must be a JSON object',
    'Line 5: type must be "organisation" or "user"',
    'Line 6: role must be one of Administrator, Architect, Organiser, Assessor, Auditee',
    'Line 7: lastname required; email must be an email address; country_code must be a dialling code; role required',
    expect.stringMatching(/^Line 8: nickname is unknown\. Allowed fields: type, organisation, firstname, /),
    'Line 9: firstname must be a text; dept_lead must be true or false',
    'Line 10: user_limit must be a whole number from 1 to 999999999',
    'Line 11: brandname is already in line 1',
    'Line 12: email is already in line 2',
    'Line 13: designation is already in line 2',
    'Line 14: organisation has as many users as its user_limit allows',
    'Line 15: organisation is unknown: it must be in the database or on an earlier line',
    'Line 17: email is taken',
    'Line 19: organisation has as many users as its user_limit allows',
    'Line 20: organisation is disabled',
    'Line 21: dept_lead is for Auditees only',
    'Line 22: must have at most 30000 bytes',
  ]);
  expect(await counts()).toEqual(before);
});

test('BOOT-12 IMPORT-2 what the forms of the console choose from a list must be in it, with the nearest or how to find it', async () => {
  const file = [
    { ...acme, industry: 'Enrgy', country: 'Indiia' },
    { ...acme, brandname: 'Other', industry: 'energy', country: 'Atlantis by the sea' },
    user('a@acme.example', { department_name: 'Info Sec', designation: 'Chief Joker' }),
    user('b@acme.example', { designation: 'cto', organisation: 'Organisation A', email: 'b@a.example' }),
  ];
  const problem = (value: string, hint: string) => `must be a value that the console offers (not "${value}"): ${hint}`;
  expect(await run(file)).toBe('The file has 4 faulty lines. Nothing was imported.');
  expect(reported).toEqual([
    `Line 1: industry ${problem('Enrgy', 'perhaps "Energy"')}; country ${problem('Indiia', 'perhaps "India"')}`,
    `Line 2: industry ${problem('energy', 'perhaps "Energy"')}; country ${problem('Atlantis by the sea', 'its forms list them')}`,
    expect.stringMatching(/^Line 3: designation must .+: CEO, CTO, .+; department_name must .+: perhaps "InfoSec"$/),
    `Line 4: designation ${problem('cto', 'perhaps "CTO"')}`,
  ]);
});

test('IMPORT-3 after a stop in the middle the same file goes on where it ended, everything once', async () => {
  const before = await counts();
  const file = [acme, ...Array.from({ length: 450 }, (_, n) => user(`many${n}@acme.example`))];
  expect(await run(file, { endsAt: 2 })).toBe('killed');
  const [, users] = await counts();
  expect(users).toBe(Number(before[1]) + 199);
  expect(await run(file)).toBe('0 organisations and 251 users were imported. Already there: 200.');
  expect(await counts()).toEqual([Number(before[0]) + 1, Number(before[1]) + 450, before[2], Number(before[3]) + 451]);
});

test('IMPORT-3 what was taken since the check is named, the rest is imported, and no limit is exceeded', async () => {
  const request = (lines: [number, unknown][]) =>
    importBatch(services(), { is_check: false, is_inviting: false, operator: 'alice', lines });
  const results = await request([
    [1, { ...acme, user_limit: 2 }],
    [2, user('a@acme.example', { designation: 'CEO' })],
    [3, user('b@acme.example', { designation: 'CEO' })],
    [4, user('orga@a.example')],
    [5, user('c@acme.example')],
    [6, user('d@none.example', { organisation: 'None' })],
    [7, user('A@acme.example')],
  ]);
  expect(results).toMatchObject([
    { line: 1, state: 'new' },
    { line: 2, state: 'new' },
    { line: 3, state: 'faulty', problems: [expect.stringMatching(/^designation is held/)] },
    { line: 4, state: 'faulty', problems: ['email is taken'] },
    { line: 5, state: 'faulty', problems: [expect.stringMatching(/user_limit/)] },
    { line: 6, state: 'faulty', problems: [expect.stringMatching(/^organisation is unknown/)] },
    { line: 7, state: 'there' },
  ]);
});

test('USER-71 USER-72 the import takes over an unproven user without organisation, and marks its users as imported', async () => {
  const [id] = await addUsers(platform.db, null, [{ email: 'jane@acme.example', role_id: null }]);
  expect(await run([acme, user('jane@acme.example'), user('ravi@acme.example')])).toMatch(/2 users were imported/);
  const users = await platform.db
    .selectFrom('ent_usr')
    .select(['id', 'imported_at'])
    .where('email', 'in', ['jane@acme.example', 'ravi@acme.example'])
    .orderBy('email')
    .execute();
  const imported_at = platform.now();
  expect(users).toEqual([
    { id, imported_at },
    { id: expect.any(Number), imported_at },
  ]);
});

test('IMPORT-5 with --invite each new user has an invitation and a mail, once; without a mail server it is refused', async () => {
  mails.length = 0;
  const file = [acme, user('jane@acme.example'), user('ravi@acme.example')];
  expect(await run(file, { isInviting: true })).toMatch(/^1 organisation and 2 users were imported/);
  expect(mails).toEqual(['jane@acme.example', 'ravi@acme.example']);
  const invitations = await platform.db.selectFrom('invitation').select(['kind', 'requester_id']).execute();
  expect(invitations).toEqual(Array(2).fill({ kind: 'user', requester_id: null }));
  await run(file, { isInviting: true });
  expect(mails).toHaveLength(2);
  const without = { ...services(), settings: { smtpUrl: undefined } as never };
  const request = { is_check: true, is_inviting: true, operator: 'alice', lines: [] };
  await expect(importBatch(without, request)).rejects.toThrow('--invite needs a mail server. Set SMTP_URL.');
});

test('IMPORT-2 emails outside the organisation’s domains are faulty where that is configured', async () => {
  const strict = await startTestPlatform({ settings: { enforceEmailDomain: true } });
  await strict.db.updateTable('ent_org').set({ email_domain: 'a.example' }).execute();
  const { db, now } = strict;
  const lines: [number, unknown][] = [[1, user('x@evil.example', { organisation: 'Organisation A' })]];
  const given = { ...services(), db, clock: now, settings: { enforceEmailDomain: true } as never };
  expect(await importBatch(given, { is_check: true, is_inviting: false, operator: 'alice', lines })).toEqual([
    { line: 1, state: 'faulty', problems: ['email is outside the organisation’s email domains'] },
  ]);
  await strict.close();
});
