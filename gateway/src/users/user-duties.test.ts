import type { UserName } from '@console/platform/testing/fixtures';
import { addIntegrationKey } from '@console/platform/testing/users';
import { expect, test } from 'vitest';
import { addSession } from '../testing/security-mutations.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const document = `query($id: ID!) { user(id: $id) { duties {
  responder { continuer investigator arc } seniorDesignation isOrganiser
  supervisedUserCount supervisedUsers { email } apiKeyCount sessionCount externalOrganisations { id }
} } }`;
const duties = async (by: UserName, of: UserName) => {
  const tab = await system.signIn(by);
  system.upstream.requests.length = 0;
  const { data, code } = await tab.graphql(document, { id: system.platform.users[of].id });
  return { code, duties: data?.user?.duties };
};

async function prepare(): Promise<void> {
  const { db, users, orgs } = system.platform;
  const { id, email } = users.assA;
  await db.insertInto('responder').values({ ent_usr_id: id, kind: 'arc' }).execute();
  await db.updateTable('ent_usr').set({ designation: 'CISO' }).where('id', '=', id).execute();
  await db
    .updateTable('ent_usr')
    .set({ supervisor: email })
    .where('id', 'in', [users.audA.id, users.orgB.id])
    .execute();
  const at = system.platform.now();
  await db
    .insertInto('user_mapping')
    .values({ ent_usr_id: id, mapped_org_id: orgs.B, activated: true, created_at: at, updated_at: at })
    .execute();
  await db.updateTable('ent_org').set({ organizer_id: id }).where('id', '=', orgs.A).execute();
  await addIntegrationKey(db, id);
  await addSession(system, 'assA');
}

const known = {
  responder: { continuer: false, investigator: false, arc: true },
  seniorDesignation: 'CISO',
  isOrganiser: true,
};

testWith(
  'on',
  'DESIGN-8 PERSON-2 the duties of a user come with one call, and no user of another organisation is named',
  async () => {
    await prepare();
    expect(await duties('orgA', 'assA')).toEqual({
      code: undefined,
      duties: {
        ...known,
        supervisedUserCount: 1,
        supervisedUsers: [{ email: 'auda@a.example' }],
        apiKeyCount: 1,
        sessionCount: 1,
        externalOrganisations: [{ id: String(system.platform.orgs.B) }],
      },
    });
    expect(system.upstream.requests.map(({ path }) => path.split('?')[0])).toEqual(
      expect.arrayContaining(['/consoles/ext/user_duties']),
    );
    expect(system.upstream.sent('/consoles/ext/dept_responders')).toEqual([]);
  },
);

testWith('off', 'DESIGN-8 of a product API without extensions the duties are what its own calls say', async () => {
  await prepare();
  const { code, duties: answer } = await duties('orgA', 'assA');
  const unknown = { supervisedUserCount: null, supervisedUsers: null, apiKeyCount: null, sessionCount: null };
  expect([code, answer]).toEqual([undefined, { ...known, ...unknown, externalOrganisations: null }]);
});

test('DESIGN-8 duties are FORBIDDEN of a user that the viewer may not deactivate, and NOT_FOUND of another organisation', async () => {
  expect((await duties('orgA', 'adm')).code).toBe('FORBIDDEN');
  expect((await duties('orgA', 'orgB')).code).toBe('NOT_FOUND');
  expect((await duties('audA', 'assA')).code).toBe('FORBIDDEN');
});
