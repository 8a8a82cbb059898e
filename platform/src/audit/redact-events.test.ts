import { type RawBuilder, sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createPepper } from '../core/base/keys.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { versionOneChain } from '../testing/version-one-chain.ts';
import { chainAuditEvents } from './audit-chain.ts';
import { commitmentOf, type EventValue, placeOf, valueKey, valuesOf } from './event-hash.ts';
import { redactEvents } from './redact-events.ts';
import { signRedactions } from './redaction.ts';
import { verifyChain } from './verify-chain.ts';

const platform = useTestPlatform({ signsInAnew: true });
const pepper = createPepper(['the secret of this platform']);
const services = { clock: () => platform.now(), pepper };

beforeEach(async () => {
  const key = (await platform.signIn('adm')).apiKey;
  for (const firstname of ['Aurelia', 'Berenice', 'Cassandra'])
    await platform.call('POST /consoles/update_org_user', {
      key,
      body: { ent_usr: { id: platform.users.audA.id, firstname, lastname: `${firstname}son` } },
    });
});

const chain = async (version: 1 | 2) => (version === 1 ? versionOneChain(platform.db) : chainAuditEvents(platform.db));
const verify = (after?: number) => verifyChain({ db: platform.db, pepper }, platform.orgs.A, { after });
const events = () =>
  platform.db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain_id', '=', platform.orgs.A)
    .orderBy('chain_no')
    .execute();
const eventAt = async (number: number) => {
  const row = (await events()).find(({ chain_no }) => chain_no === number);
  if (!row) throw new Error(`There is no event ${number}`);
  return row;
};
const redact = async (number: number, ...texts: string[]) => {
  const { id } = await eventAt(number);
  const erases = ({ value }: EventValue) => texts.some((text) => String(value).includes(text));
  return platform.db.transaction().execute((trx) => redactEvents(trx, services, { events: [id], erases }));
};
const run = (change: RawBuilder<unknown>) => change.execute(platform.db);

test.each([1, 2] as const)(
  'PRIVACY-40 values are erased from an event of version %i, and its chain is intact',
  async (version) => {
    await chain(version);
    const before = await eventAt(3);
    expect(await redact(3, 'Berenice')).toBe(1);
    const after = await eventAt(3);
    expect(JSON.stringify(after)).not.toMatch(/berenice/i);
    expect(after).toMatchObject({ hash: before.hash, event: before.event, after: { firstname: null, lastname: null } });
    expect(after.salt).toBeNull();
    expect(await verify()).toMatchObject({ checked: 5, redacted: 1, broken: null });
  },
);

test.each([1, 2] as const)(
  'PRIVACY-41 values of a second person are erased later from an event of version %i',
  async (version) => {
    await chain(version);
    await redact(3, 'Berenice');
    await redact(3, 'Aurelia');
    expect(await eventAt(3)).toMatchObject({ before: { firstname: null }, after: { firstname: null } });
    expect(await verify()).toMatchObject({ redacted: 1, broken: null });
  },
);

test('PRIVACY-42 the values that are left are verified, and no key of an erased value is left', async () => {
  await chain(2);
  await redact(3, 'Berenice');
  const { erased, salt } = await eventAt(3);
  expect(salt).toBeNull();
  const { values, keys } = erased as { values: object; keys: object };
  expect(Object.keys(values)).toEqual(
    ['["after","lastname"]', '["after","firstname"]'].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
  );
  expect(Object.keys(keys)).toContain('["before","firstname"]');
  expect(Object.keys(keys)).not.toContain('["after","firstname"]');
});

const attacks: readonly [string, (number: number) => Promise<unknown>][] = [
  [
    'a redacted event that is changed again',
    () => run(sql`update audit_entry set before = '{"firstname": "x"}' where chain_no = 3`),
  ],
  [
    'an erased value that is filled in',
    () => run(sql`update audit_entry set after = '{"firstname": "x", "lastname": null}' where chain_no = 3`),
  ],
  [
    'another event of the chain that has the redaction',
    () =>
      run(sql`update audit_entry set after = null, salt = null,
    erased = (select erased from audit_entry where chain_no = 3) where chain_no = 4`),
  ],
  [
    'a redaction without a valid keyed hash',
    () =>
      run(sql`update audit_entry set
    erased = jsonb_set(erased, '{proof}', to_jsonb(repeat('0', 64))) where event = 'audit:redact'`),
  ],
  [
    'a redaction that names another event',
    () =>
      run(sql`update audit_entry set
    erased = jsonb_set(erased, '{events,0,0}', '4') where event = 'audit:redact'`),
  ],
  [
    'an event that names no redaction',
    () => run(sql`update audit_entry set erased = jsonb_set(erased, '{by}', 'null') where chain_no = 3`),
  ],
  ['a removed redaction', () => run(sql`delete from audit_entry where event = 'audit:redact'`)],
];

test.each(([1, 2] as const).flatMap((version) => attacks.map(([what, attack]) => [what, version, attack] as const)))(
  'PRIVACY-43 %s is found (version %i)',
  async (_what, version, attack) => {
    await chain(version);
    await redact(3, 'Berenice');
    expect((await verify()).broken).toBeNull();
    await attack(3);
    expect((await verify()).broken).not.toBeNull();
  },
);

test('PRIVACY-44 values that were erased in the database alone are found: the salt proves nothing', async () => {
  await chain(2);
  const row = await eventAt(4);
  const values: Record<string, string> = {};
  const keys: Record<string, string> = {};
  for (const value of valuesOf(row)) {
    const key = valueKey(row, placeOf(value)) ?? Buffer.alloc(0);
    if (value.column === 'client_address') values[placeOf(value)] = commitmentOf(key, value.value);
    else keys[placeOf(value)] = key.toString('base64');
  }
  const forged = JSON.stringify({ by: null, values, keys });
  await run(
    sql`update audit_entry set client_address = null, salt = null, erased = ${forged}::jsonb where chain_no = 4`,
  );
  expect((await verify()).broken).toMatchObject({ kind: 'changed', number: 4 });
});

test('PRIVACY-45 an event that was changed before it is redacted stays one that was changed', async () => {
  await chain(1);
  await run(sql`update audit_entry set event = 'users:create' where chain_no = 3`);
  expect(await redact(3, 'Berenice')).toBe(1);
  expect(JSON.stringify(await eventAt(3))).not.toMatch(/berenice/i);
  expect((await verify()).broken).toMatchObject({ kind: 'changed', number: 3 });
});

test('PRIVACY-46 a redaction of another chain is not accepted', async () => {
  await platform.signIn('orgB');
  await chain(2);
  const own = await eventAt(1);
  const other = await platform.db
    .selectFrom('audit_entry')
    .select('id')
    .where('chain_id', '=', platform.orgs.B)
    .executeTakeFirstOrThrow();
  const erases = ({ column }: { column: string }) => column === 'client_address';
  await platform.db.transaction().execute((trx) => redactEvents(trx, services, { events: [own.id, other.id], erases }));
  expect(await verify()).toMatchObject({ redacted: 1, broken: null });
  await run(sql`update audit_entry set erased = jsonb_set(erased, '{by}',
    (select erased -> 'by' from audit_entry where id = ${other.id})) where id = ${own.id}`);
  expect((await verify()).broken).toMatchObject({ kind: 'changed', number: 1 });
});

test('PRIVACY-47 during an upgrade two releases continue one chain in turn, and events of both and those that wait are redacted', async () => {
  const order = [versionOneChain, chainAuditEvents, versionOneChain, chainAuditEvents];
  for (const chainEvents of order) {
    await chainEvents(platform.db);
    await platform.signIn('orgA');
  }
  const rows = await platform.db
    .selectFrom('audit_entry')
    .select('id')
    .where('event', '=', 'session:signIn')
    .where('subject_org_id', '=', platform.orgs.A)
    .execute();
  const erases = ({ column }: { column: string }) => column === 'ent_usr_id';
  const redacted = await platform.db
    .transaction()
    .execute((trx) => redactEvents(trx, services, { events: rows.map(({ id }) => id), erases }));
  expect(redacted).toBe(5);
  await platform.signIn('orgA');
  await versionOneChain(platform.db);
  expect(await verify()).toMatchObject({ checked: 10, redacted: 5, broken: null });
  const versions = (await events()).map(({ hash_version }) => hash_version);
  expect(versions).toEqual([null, null, null, null, 2, null, 2, 2, 2, null]);
});

test('PRIVACY-48 a start with a new secret renews the keyed hashes of redactions that are valid, and no others', async () => {
  await chain(2);
  await redact(3, 'Berenice');
  const verifyWith = async (...secrets: string[]) =>
    (await verifyChain({ db: platform.db, pepper: createPepper(secrets) }, platform.orgs.A)).broken;
  await signRedactions(platform.db, createPepper(['new', 'not the secret of this platform']));
  expect(await verifyWith('new')).toMatchObject({ kind: 'changed' });
  await signRedactions(platform.db, createPepper(['new', 'the secret of this platform']));
  expect(await verifyWith('new')).toBeNull();
});
