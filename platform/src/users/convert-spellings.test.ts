import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findProvenEmails } from '../privacy/proven-emails.ts';
import { fixturePassword } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';
import { convertSpellings } from './convert-spellings.ts';
import { supervisorSetBy } from './supervisor-setter.ts';

const platform = useTestPlatform();
const ascii = 'xn--bcher-kva.example';

const convert = () => convertSpellings({ db: platform.db, clock: () => platform.now() });
const add = (people: Parameters<typeof addUsers>[2]) => addUsers(platform.db, platform.orgs.A, people);
const read = (ids: readonly number[]) =>
  platform.db
    .selectFrom('ent_usr')
    .select(['email', 'supervisor'])
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .orderBy('id')
    .execute();

test('DOMAIN-7 spellings that earlier releases stored become the ASCII form, with an event for each', async () => {
  const ids = await add([
    { email: 'ann@bücher.example', supervisor: 'Änn@ⓑank.example' },
    { email: 'bob@bank.example', supervisor: 'ann@bücher.example' },
  ]);
  const ofA = platform.db.updateTable('ent_org').where('id', '=', platform.orgs.A);
  await ofA.set({ email_domain: 'bücher.example,bank.example' }).execute();
  await convert();
  expect(await read(ids)).toEqual([
    { email: `ann@${ascii}`, supervisor: 'Änn@bank.example' },
    { email: 'bob@bank.example', supervisor: `ann@${ascii}` },
  ]);
  const events = await platform.auditEntries('users:edit', 'organisations:edit');
  expect(events.map(({ via, before, after }) => [via, before, after])).toEqual([
    ['system', { email: 'ann@bücher.example' }, { email: `ann@${ascii}` }],
    ['system', { supervisor: 'Änn@ⓑank.example' }, { supervisor: 'Änn@bank.example' }],
    ['system', { supervisor: 'ann@bücher.example' }, { supervisor: `ann@${ascii}` }],
    ['system', { email_domain: 'bücher.example,bank.example' }, { email_domain: `${ascii},bank.example` }],
  ]);
  await convert();
  expect(await platform.auditEntries('users:edit', 'organisations:edit')).toHaveLength(events.length);
});

test('DOMAIN-8 a user whose ASCII form is taken keeps the email, is the supervisor by it, and signs in with it', async () => {
  const { orgA, assA } = platform.users;
  const store = (id: number, email: string) =>
    platform.db.updateTable('ent_usr').set({ email }).where('id', '=', id).execute();
  await store(orgA.id, 'ann@bücher.example');
  await store(assA.id, `ann@${ascii}`);
  const ids = await add([
    { email: 'eve@ⓑank.example', supervisor: 'ann@bücher.example' },
    { email: 'eve@bⓐnk.example' },
  ]);
  await convert();
  expect(await read([orgA.id, ...ids])).toMatchObject([
    { email: 'ann@bücher.example' },
    { email: 'eve@bank.example', supervisor: 'ann@bücher.example' },
    { email: 'eve@bⓐnk.example' },
  ]);
  const body = { api: true, ent_usr: { email: 'ann@bücher.example', password: fixturePassword } };
  const signedIn = await platform.call('POST /login', { body });
  expect(signedIn.json().current_ent_usr.id).toBe(orgA.id);
});

test('DOMAIN-8 a sign-in by another spelling does not clear the wrong passwords of the user with the ASCII form', async () => {
  const { orgA, assA } = platform.users;
  const store = (id: number, email: string) =>
    platform.db.updateTable('ent_usr').set({ email }).where('id', '=', id).execute();
  await store(orgA.id, 'ann@bücher.example');
  await store(assA.id, `ann@${ascii}`);
  const signIn = async (email: string, password: string) =>
    (await platform.call('POST /login', { body: { api: true, ent_usr: { email, password } } })).statusCode;
  for (let round = 0; round < 5; round += 1) {
    for (const _ of [1, 2]) await signIn(`ann@${ascii}`, 'wrong');
    if (round < 4) expect(await signIn('ann@bücher.example', fixturePassword)).toBe(200);
  }
  expect(await signIn(`ann@${ascii}`, 'wrong')).toBe(429);
});

test.each([
  ['stored', (at: Date) => ({ at, by: platform.users.assA.id })],
  ['unknown', () => ({ at: null, by: null })],
])('DOMAIN-7 REVIEWER-2 a conversion leaves who set the supervisor as it was: %s', async (_how, setter) => {
  const { assA } = platform.users;
  const { at, by } = setter(platform.now());
  const set = { supervisor: 'ann@bücher.example', supervisor_set_by: by, supervisor_set_at: at };
  await platform.db.updateTable('ent_usr').set(set).where('id', '=', assA.id).execute();
  await platform.db.deleteFrom('audit_entry').execute();
  await platform.db
    .insertInto('audit_entry')
    .values({
      at: platform.now(),
      action: 'users:edit',
      event: 'users:edit',
      via: 'session',
      ent_usr_id: assA.id,
      ent_org_id: platform.orgs.A,
      target_type: 'ent_usr',
      target_id: String(assA.id),
      after: JSON.stringify({ supervisor: 'ann@bücher.example' }),
    })
    .execute();
  await convert();
  const found = await platform.db
    .selectFrom('ent_usr')
    .select(['supervisor', 'supervisor_set_by', 'supervisor_set_at'])
    .select(supervisorSetBy.as('setter'))
    .where('id', '=', assA.id)
    .executeTakeFirstOrThrow();
  expect(found).toEqual({
    supervisor: `ann@${ascii}`,
    supervisor_set_by: by,
    supervisor_set_at: at,
    setter: 'SELF',
  });
});

test('DOMAIN-9 erasing a user finds the spelling before the conversion, also if the user has never signed in', async () => {
  const [id = 0] = await add([{ email: 'ann@bücher.example' }]);
  await convert();
  const { emails } = await findProvenEmails(platform.db, id);
  expect(emails.toSorted()).toEqual(['ann@bücher.example', `ann@${ascii}`]);
});
