import { addUserMapping } from '@console/platform/testing/mappings';
import { expect } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { download } from '../testing/exports.ts';
import { copyPersonalData } from '../testing/personal-data.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const viewerMayCopy = 'query($id: ID!) { user(id: $id) { viewerCanCopyPersonalData } }';

testWith(
  'on',
  'PRIVACY-2 a user downloads their own data, and an Organiser that of the organisation’s users',
  async () => {
    const { users } = system.platform;
    for (const [by, of, covers] of [
      ['assA', 'assA', 'all organisations'],
      ['orgA', 'assA', `organisation ${system.platform.orgs.A}`],
    ] as const) {
      const tab = await system.signIn(by);
      const { data } = await copyPersonalData(tab, users[of].id);
      const answer = await download(system, tab, data.copyPersonalData.path);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': expect.stringContaining('application/json'),
        'content-disposition': 'attachment; filename="personal-data.json"',
        'cache-control': 'no-store',
      });
      expect(await answer.json()).toMatchObject({
        about: { Person: users[of].id, Covers: covers },
        Account: [{ Email: users[of].email }],
      });
    }
  },
);

testWith(
  'on',
  'PRIVACY-2 PRIVACY-5 the button is offered, and the copy made, only by those who may, with their password',
  async () => {
    const { users, orgs, db } = system.platform;
    await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
    const tab = await system.signIn('orgA');
    const offered = async (userId: number) =>
      (await tab.graphql(viewerMayCopy, { id: userId })).data?.user?.viewerCanCopyPersonalData;
    expect([await offered(users.assA.id), await offered(users.orgA.id), await offered(users.adm.id)]).toEqual([
      true,
      true,
      false,
    ]);
    const erased = { email: 'erased-1@erased.invalid', is_disabled: true, erased_at: system.platform.now() };
    await db.updateTable('ent_usr').set(erased).where('id', '=', users.audA.id).execute();
    expect(await offered(users.audA.id)).toBe(false);
    expect((await copyPersonalData(tab, users.assA.id, {}, null)).code).toBe('WRONG_PASSWORD');
    expect((await copyPersonalData(tab, users.adm.id)).code).toBe('FORBIDDEN');
    expect((await copyPersonalData(tab, users.mfaA.id)).code).toBe('NOT_FOUND');
    expect((await copyPersonalData(tab, 'x')).code).toBe('NOT_FOUND');
    expect((await copyPersonalData(tab, users.assA.id, {}, 'wrong')).code).toBe('WRONG_PASSWORD');
    expect((await copyPersonalData(system.client(), users.assA.id)).code).toBe('UNAUTHENTICATED');
    const program = programHeaders(await system.integrationKey('adm', ['read', 'sensitive:write']));
    expect((await copyPersonalData(system.client(), users.assA.id, program)).code).toBe('FORBIDDEN');
  },
);

testWith(
  'on',
  'PRIVACY-6 attack: the link alone, of another session, as a program or a second time opens nothing',
  async () => {
    const { users } = system.platform;
    const tab = await system.signIn('orgA');
    const { path } = (await copyPersonalData(tab, users.assA.id)).data.copyPersonalData;
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(`${system.origin}${path}`, { headers })).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ cookie: tab.cookieHeader ?? '' })).toBe(404);
    expect((await download(system, await system.signIn('orgA'), path)).status).toBe(404);
    const { authorization } = programHeaders(await system.integrationKey('adm', ['read']));
    expect(await statusOf({ authorization })).toBe(403);
    system.upstream.requests.length = 0;
    expect((await download(system, tab, path)).status).toBe(200);
    const second = await download(system, tab, path);
    expect([second.status, ((await second.json()) as { errors: { message: string }[] }).errors[0]?.message]).toEqual([
      404,
      'This download is no longer available. Copy the data again.',
    ]);
    expect(system.upstream.sent('/consoles/ext/person_data')).toHaveLength(1);
  },
);

testWith('off', 'PRIVACY-2 a product API without our extensions copies nothing', async () => {
  const tab = await system.signIn('orgA');
  const { id } = system.platform.users.assA;
  expect((await tab.graphql(viewerMayCopy, { id })).data.user.viewerCanCopyPersonalData).toBe(false);
  expect((await copyPersonalData(tab, id)).code).toBe('CAPABILITY_UNAVAILABLE');
});
