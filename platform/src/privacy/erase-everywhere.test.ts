import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { createPepper } from '../core/base/keys.ts';
import { openDatabase } from '../core/database/database.ts';
import type { Database } from '../core/database/schema.ts';
import { deleteOldEvidence, evidenceKeptUntil, storeEvidence } from '../reviews/evidence/store-evidence.ts';
import { fillDataFolder, isEmbedded } from '../testing/database.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { addEndedReview } from '../testing/review-evidence.ts';
import { rewriteErasedFiles } from './rewrite-files.ts';

/** Found nowhere by chance, also in other cases and within other text. */
const person = {
  email: 'Zyxenia.Quorvath@orga.example',
  firstname: 'Zyxenia',
  lastname: "O'Quorvath",
  mobile: '5550173946',
};
const values = ['zyxenia', 'quorvath', person.mobile, '203.0.113.77', 'qv-subject-4711', 'qv-device'];

let platform: TestPlatform;
let dataDir: string;

beforeAll(async () => {
  if (!isEmbedded()) return;
  dataDir = await mkdtemp(join(tmpdir(), 'erase-'));
  await fillDataFolder(dataDir);
  const database = await openDatabase({ dataDir });
  const erasedIds = join(dataDir, 'erased-ids.jsonl');
  platform = await startTestPlatform({ database, settings: { erasedIds }, signsInAnew: true });
});
afterAll(async () => {
  await platform?.close();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

const textsOf = (column: string, value: string): string =>
  column === 'idempotency_key.answer' ? JSON.stringify(deserialize(Buffer.from(value, 'base64'))) : value;

/** Every column of every table of every schema, cast to text, with what is in bytes; where a value is left. */
async function findInColumns(db: Kysely<Database>): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; name: string; type: string }>`
    select nspname as schema, relname as table, attname as name, format_type(atttypid, null) as type
    from pg_attribute inner join pg_class on pg_class.oid = attrelid inner join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'm') and attnum > 0 and not attisdropped
      and nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'testing') order by 1, 2, 3`.execute(db);
  const found = new Set<string>();
  for (const { schema, table, name, type } of columns) {
    const cast = type === 'bytea' ? sql`encode(${sql.ref(name)}, 'escape')` : sql`${sql.ref(name)}::text`;
    const { rows } = await sql<{ value: string }>`
      select ${cast} as value from ${sql.table(`${schema}.${table}`)} where ${sql.ref(name)} is not null`.execute(db);
    for (const { value } of rows)
      if (values.some((one) => textsOf(`${table}.${name}`, value).toLowerCase().includes(one)))
        found.add(`${table}.${name}`);
  }
  return [...found].sort();
}

/** Every file of the data folder. */
async function findInFiles(): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = (await readFile(join(entry.parentPath, entry.name))).toString('latin1').toLowerCase();
    if (values.some((value) => bytes.includes(value)))
      found.push(join(entry.parentPath, entry.name).slice(dataDir.length));
  }
  return found;
}

const agent = 'Mozilla/5.0 (X11; Linux x86_64; qv-device) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const from = '203.0.113.77';

/** Leaves traces of the person, by the product as far as it writes them without another system. */
async function leaveTraces(): Promise<number> {
  const { db, orgs, users, call } = platform;
  const { apiKey: orgA } = await platform.signIn('orgA');
  const { apiKey: orgB } = await platform.signIn('orgB');
  const id = users.assA.id;
  const ok = async (answer: ReturnType<typeof call>) => {
    const done = await answer;
    expect([done.statusCode, done.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return done;
  };
  await sql`update ent_usr set email = ${person.email} where id = ${id}::int`.execute(db);
  const ent_usr = newUser(person.email, { id, ...person, role_id: 4, supervisor: person.email });
  await ok(
    call('POST /consoles/update_org_user', { key: orgA, headers: { 'idempotency-key': 'one' }, body: { ent_usr } }),
  );
  const login = (password: string) =>
    call('POST /login', {
      body: { api: true, ent_usr: { email: person.email, password } },
      headers: { 'user-agent': agent },
      from,
    });
  await login('wrong password 1!');
  const { current_ent_usr } = (await ok(login(fixturePassword))).json();
  expect(current_ent_usr.email.toLowerCase()).toBe(person.email.toLowerCase());
  await ok(call('POST /consoles/forgot_pwd', { body: { email: person.email } }));
  await ok(
    call('POST /consoles/external_org_invite_user', {
      key: orgB,
      body: { user: { email: person.email }, ext_org_id: orgs.B },
    }),
  );
  // What other systems and many steps would leave.
  const at = platform.now();
  const times = { created_at: at, updated_at: at };
  await db
    .insertInto('api_key')
    .values({
      ent_usr_id: id,
      name: 'Zyxenia sync',
      key_hash: 'x',
      scopes: [],
      created_at: at,
      allowed_addresses: [`${from}/32`],
    })
    .execute();
  await db
    .insertInto('api_key')
    .values({
      owner_org_id: orgs.A,
      role: 'ORGANISER',
      name: `Key of ${person.email}`,
      key_hash: 'y',
      scopes: [],
      created_at: at,
    })
    .execute();
  await db
    .insertInto('passkey')
    .values({
      ent_usr_id: id,
      name: "Zyxenia's phone",
      credential_id: 'c',
      public_key: 'p',
      sign_count: 0,
      transports: [],
      created_at: at,
      last_used_at: null,
    })
    .execute();
  await db
    .insertInto('scim_user')
    .values({
      id: crypto.randomUUID(),
      ent_org_id: orgs.A,
      ent_usr_id: id,
      user_name: person.email,
      external_id: 'qv-subject-4711',
      other: JSON.stringify({ nickName: 'Zyxenia' }),
      managed_at: at,
      ...times,
    })
    .execute();
  await db
    .insertInto('scim_failure')
    .values({
      ent_org_id: orgs.A,
      at,
      method: 'POST',
      path: '/Users',
      user_name: null,
      status: 409,
      reason: `${person.email.toUpperCase()} is taken`,
    })
    .execute();
  await db
    .insertInto('sso_link')
    .values({
      ent_org_id: orgs.A,
      ent_usr_id: id,
      issuer: 'https://id.example',
      subject: 'qv-subject-4711',
      created_at: at,
    })
    .execute();
  await db
    .insertInto('mail')
    .values({
      recipient: users.orgA.email,
      subject: `${person.firstname} ${person.lastname} has accepted`,
      body_text: `Zyxenia O'Quorvath (${person.email}) has accepted. Zyxenia can sign in.`,
      body_html: `<p>Zyxenia O&#39;Quorvath, <a href="https://x.example/?email=${encodeURIComponent(person.email)}">open</a></p>`,
      created_at: at,
      expires_at: null,
      sent_at: null,
      failed_at: null,
      failure: null,
      invitation_id: null,
      kind: null,
      ent_org_id: orgs.A,
    })
    .execute();
  await sql`insert into notice (audience_id, kind, bulk_job_id, due_at, mails, deferred, first_deferred)
    values (${orgs.A}, 'privilegedUser', 0, ${at}, 5, 1, ${JSON.stringify([`${person.firstname} ${person.lastname} is now an Organiser`])}::jsonb)`.execute(
    db,
  );
  await sql`update ent_usr set supervisor = ${person.email.toLowerCase()} where id = ${users.audA.id}::int`.execute(db);
  await sql`insert into asmt (ent_org_id, title, audit_status, assessor_id, created_at, updated_at)
    values (${orgs.A}, ${`Audit by ${person.firstname} ${person.lastname}`}, 'Open', ${id}, ${at}, ${at})`.execute(db);
  return id;
}

/** What proves a legal duty (GDPR article 17(3)), and so is left unchanged. */
const kept = 'access_review_evidence.bytes';

async function keepEvidence(userId: number): Promise<void> {
  const { db, orgs } = platform;
  const reviewId = await addEndedReview(db, { organisationId: orgs.A, userId, at: platform.now() });
  const bytes = Buffer.from(`${person.firstname},${person.lastname},${person.email}\r\n`);
  const services = { clock: platform.now, pepper: createPepper(['a secret of the tests '.repeat(2)]) };
  await db
    .transaction()
    .execute((trx) => storeEvidence(trx, services, reviewId, [{ kind: 'csv', fileName: 'access-review.csv', bytes }]));
}

const password = (key: string) =>
  platform.call('POST /consoles/valid_password', { key, body: { current_password: fixturePassword } });

test.runIf(isEmbedded())(
  'PRIVACY-20 PRIVACY-21 nothing of an erased person is left in any column or file, but in the evidence of finished access reviews while it is kept',
  async () => {
    const { db, call, users } = platform;
    const id = await leaveTraces();
    await keepEvidence(id);
    const before = await findInColumns(db);
    expect(before).toEqual(
      expect.arrayContaining([
        ...[
          kept,
          'api_key.name',
          'asmt.title',
          'audit_entry.after',
          'ent_usr.email',
          'ent_usr.folded_text',
          'ent_usr.supervisor',
        ],
        ...['idempotency_key.answer', 'mail.body_html', 'mail.recipient', 'notice.first_deferred', 'passkey.name'],
        ...[
          'scim_failure.reason',
          'scim_user.other',
          'session.client_address',
          'session.user_agent',
          'sso_link.subject',
        ],
      ]),
    );
    await sql`analyze`.execute(db);
    await sql`checkpoint`.execute(db);
    expect((await findInFiles()).length).toBeGreaterThan(3);
    const { apiKey: key } = await platform.signIn('adm');
    const erase = async (email: string) => {
      expect((await password(key)).statusCode).toBe(200);
      return call('POST /consoles/ext/erase_person', { key, body: { user_id: id, email } });
    };
    expect((await erase(person.email)).statusCode).toBe(409);
    platform.moveClock(minuteMs);
    await password(key);
    const off = await call('POST /consoles/activate_deactivate_user', { key, body: { userId: id, is_disabled: true } });
    expect([off.statusCode, off.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
    expect((await erase(users.audA.email)).statusCode).toBe(422);
    const erased = await erase(person.email);
    expect([erased.statusCode, erased.json().user]).toMatchObject([200, { id, firstname: 'Erased user' }]);
    expect(await findInColumns(db)).toEqual([kept]);
    await deleteOldEvidence(db, evidenceKeptUntil(platform.now(), 4));
    expect(await findInColumns(db)).toEqual([]);
    await rewriteErasedFiles(db);
    expect(await findInFiles()).toEqual([]);
    const line = JSON.parse(await readFile(join(dataDir, 'erased-ids.jsonl'), 'utf8'));
    const proof = expect.stringMatching(/^[\da-f]{64}$/);
    expect(line).toEqual({ id, at: platform.now().toISOString(), created: expect.any(String), proof });
    expect(platform.logs.some((entry) => entry.includes('personal data erased') && entry.includes(line.proof))).toBe(
      true,
    );
    // Once more changes nothing.
    expect((await erase(person.email)).statusCode).toBe(200);
    expect(await platform.auditEntries('privacy:erase')).toHaveLength(1);
  },
);
