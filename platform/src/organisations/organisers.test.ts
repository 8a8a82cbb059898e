import { expect, test } from 'vitest';
import type { UserName } from '../testing/fixtures.ts';
import { newUser } from '../testing/forms.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addUsers } from '../testing/users.ts';

const platform = useTestPlatform();

const as = async (user: UserName, what: `${'GET' | 'POST'} ${string}`, body?: object) =>
  platform.call(what, { key: (await platform.signIn(user)).apiKey, body });
const change = (organizer_id: number, org_id = platform.orgs.A, user: UserName = 'adm') =>
  as(user, 'POST /consoles/update_organiser', { org_id, organizer_id });
const organiserOf = async (org_id: number) =>
  (await as('adm', 'POST /consoles/get_organiser', { org_id })).json().organiser;

test('REST-43 ORG-27 the candidates are the active users who are Organiser or higher, by name', async () => {
  const { adm, arc, orgA } = platform.users;
  await addUsers(platform.db, platform.orgs.A, [{ role_id: 3, is_disabled: true }]);
  for (const user of ['adm', 'arc'] as const) {
    const { organiser_list } = (await as(user, `GET /consoles/org_organiser_list?org_id=${platform.orgs.A}`)).json();
    expect(organiser_list.map(({ id }: { id: number }) => id)).toEqual([adm.id, arc.id, orgA.id]);
  }
});

test('REST-44 REST-42 ORG-27 a candidate becomes the organiser, and no other user can', async () => {
  const { A, B } = platform.orgs;
  expect(await organiserOf(A)).toBe(null);
  platform.moveClock(1_000);
  const answer = await change(platform.users.orgA.id, A, 'arc');
  expect([answer.statusCode, answer.json().org]).toEqual([
    200,
    expect.objectContaining({ id: A, updated_at: platform.now().toISOString(), organizer: await organiserOf(A) }),
  ]);
  expect((await organiserOf(A)).email).toBe('orga@a.example');
  for (const user of ['assA', 'audA', 'disA', 'orgB', 'nowhere', 'invited'] as const)
    expect([user, (await change(platform.users[user].id)).json()]).toEqual([
      user,
      {
        errors: { organizer_id: ['must be an active user of the organisation with the role Organiser or higher'] },
        codes: { organizer_id: ['NOT_ALLOWED'] },
      },
    ]);
  expect((await change(platform.users.orgA.id, B)).statusCode).toBe(422);
  await change(platform.users.orgA.id);
  const entries = await platform.auditEntries('organisations:changeOrganiser');
  expect(entries).toMatchObject([
    { target_id: String(A), before: { organizer_id: null }, after: { organizer_id: platform.users.orgA.id } },
  ]);
});

test('REST-41 OPEN-58 an Administrator creates the organiser of an organisation without one, who is mailed a link', async () => {
  const { B } = platform.orgs;
  const create = (more: object = {}, user: UserName = 'adm') =>
    as(user, 'POST /consoles/create_organiser', {
      ent_usr: newUser('boss@b.example', { ent_org_id: B, role_id: undefined, ...more }),
    });
  expect((await create({ role_id: 5 })).json()).toEqual({
    errors: { role_id: ['must be Organiser or higher'] },
    codes: { role_id: ['NOT_ALLOWED'] },
  });
  expect((await create({ lastname: '' })).json()).toEqual({
    errors: { lastname: ['required'] },
    codes: { lastname: ['REQUIRED'] },
  });
  for (const user of ['arc', 'orgB', 'assA'] as const)
    expect([user, (await create({}, user)).statusCode]).toEqual([user, 403]);
  expect((await create({ ent_org_id: 999_999 })).statusCode).toBe(404);
  const answer = await create();
  expect([answer.statusCode, answer.json().user]).toEqual([200, await organiserOf(B)]);
  expect(answer.json().user).toMatchObject({ email: 'boss@b.example', ent_org_id: B, role: { idStr: 'ORGANISER' } });
  const [mail] = await platform.db.selectFrom('mail').selectAll().where('recipient', '=', 'boss@b.example').execute();
  expect(mail?.body_text).toContain('/reset-password?reset_password_token=');
  expect((await create({ email: 'second@b.example' })).json()).toEqual({
    message: 'The organisation already has a main Organiser. Change the main Organiser instead.',
  });
  const body = { ent_usr: newUser('x@b.example') };
  expect((await platform.call('POST /consoles/create_organiser', { body })).statusCode).toBe(401);
});
