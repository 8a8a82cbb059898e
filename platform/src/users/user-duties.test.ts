import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const duties = async (by: UserName, of: UserName) => {
  const { apiKey } = await platform.signIn(by);
  const answer = await platform.call(`GET /consoles/ext/user_duties?user_id=${platform.users[of].id}`, { key: apiKey });
  return { status: answer.statusCode, ...answer.json() };
};
const update = (user: UserName, values: object) =>
  platform.db.updateTable('ent_usr').set(values).where('id', '=', platform.users[user].id).execute();

test('DESIGN-8 a user without duties holds nothing', async () => {
  expect(await duties('orgA', 'assA')).toEqual({
    status: 200,
    api_keys: [],
    movable_duties: [],
    responder_kinds: [],
    senior_post: null,
    is_organiser: false,
    supervised_count: 0,
    supervised_users: [],
    api_key_count: 0,
    session_count: 0,
    external_organisations: [],
  });
});

test('DESIGN-8 responder duties, post, organiser, supervised users, keys and sessions of a user are listed', async () => {
  const { id, email } = platform.users.assA;
  await platform.db
    .insertInto('responder')
    .values([{ ent_usr_id: id, kind: 'continuer' }])
    .execute();
  await update('assA', { designation: 'CFO' });
  await update('audA', { supervisor: email.toUpperCase() });
  await update('disA', { supervisor: email });
  await update('orgB', { supervisor: email });
  await platform.db.updateTable('ent_org').set({ organizer_id: id }).where('id', '=', platform.orgs.A).execute();
  await addIntegrationKey(platform.db, id);
  await platform.signIn('assA');
  const answer = await duties('orgA', 'assA');
  expect(answer).toMatchObject({
    responder_kinds: ['continuer'],
    senior_post: 'CFO',
    is_organiser: true,
    supervised_count: 1,
    supervised_users: [{ email: 'auda@a.example' }],
    api_key_count: 1,
    session_count: 1,
  });
  expect(JSON.stringify(answer)).not.toContain('b.example');
});

test('PERSON-2 the organisations that have accepted a user are listed, not those that have not', async () => {
  const { db, orgs, users, now } = platform;
  const at = now();
  const mapping = { ent_usr_id: users.assA.id, created_at: at, updated_at: at };
  await db
    .insertInto('user_mapping')
    .values([
      { ...mapping, mapped_org_id: orgs.B, activated: true },
      { ...mapping, mapped_org_id: orgs.D, activated: null },
      { ...mapping, mapped_org_id: orgs.A, activated: true },
    ])
    .execute();
  const { external_organisations } = await duties('orgA', 'assA');
  expect(external_organisations).toEqual([{ id: expect.anything(), brandname: expect.any(String) }]);
  expect(Number(external_organisations[0].id)).toBe(orgs.B);
});

test('DESIGN-8 an Assessor, who sees no keys and sessions of others, gets no numbers of them', async () => {
  expect(await duties('assA', 'audA')).toMatchObject({ status: 200, api_key_count: null, session_count: null });
});

test('DESIGN-8 of a user of another organisation or of a higher role nothing is listed', async () => {
  expect((await duties('orgA', 'orgB')).status).toBe(404);
  expect((await duties('orgA', 'adm')).status).toBe(403);
  expect((await duties('audA', 'assA')).status).toBe(403);
});
