import { fixturePassword, type UserName } from '@console/platform/testing/fixtures';
import { addIntegrationKey } from '@console/platform/testing/users';
import { expect, test } from 'vitest';
import { newOrganisationKey, sendOrganisationKeyMutation } from '../testing/organisation-key-mutations.ts';
import { addSession } from '../testing/security-mutations.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const document = `query($id: ID!) { user(id: $id) { duties {
  responder { continuer investigator arc } seniorDesignation isOrganiser
  supervisedUserCount supervisedUsers { email } apiKeyCount sessionCount externalOrganisations { id }
  apiKeys { name scopes lifetime replacementRole unavailableScopes isReplaced } movableDuties
} } }`;
const duties = async (by: UserName, of: UserName) => {
  const tab = await system.signIn(by);
  system.upstream.requests.length = 0;
  const { data, code } = await tab.graphql(document, { id: system.platform.users[of].id });
  return { code, duties: data?.user?.duties };
};

const handOverDocument = `mutation($id: ID!, $currentPassword: String!, $handOver: HandOverInput!) {
  deactivateUser(id: $id, currentPassword: $currentPassword, handOver: $handOver) {
    user { id status duties { isOrganiser supervisedUserCount movableDuties } } organisation { organiser { id } }
    handedOver { movedUserCount unmovedUsers { id name reason } unmovedUserCount }
  }
}`;
const handOver = async (by: UserName) => {
  const { assA, orgA } = system.platform.users;
  const handOver = { toUserId: orgA.id, duties: ['SUPERVISED_USERS', 'ORGANISER'] };
  const variables = { id: assA.id, currentPassword: fixturePassword, handOver };
  return (await system.signIn(by)).graphql(handOverDocument, variables);
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
  'DESIGN-8 PERSON-2 HANDOVER-9 the duties of a user come with one call, and no user of another organisation is named',
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
        apiKeys: [
          {
            name: 'sync',
            scopes: expect.arrayContaining(['CONFIG_WRITE']),
            lifetime: 'DAYS_90',
            replacementRole: 'ASSESSOR',
            unavailableScopes: expect.arrayContaining(['CONFIG_WRITE']),
            isReplaced: false,
          },
        ],
        // An Organiser cannot replace the organiser.
        movableDuties: ['SUPERVISED_USERS'],
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
  const without = { externalOrganisations: null, apiKeys: null, movableDuties: [] };
  expect([code, answer]).toEqual([undefined, { ...known, ...unknown, ...without }]);
  expect((await handOver('adm')).code).toBe('CAPABILITY_UNAVAILABLE');
});

testWith(
  'on',
  'HANDOVER-9 duties are handed over with the call of the deactivation, and the payload has what is left',
  async () => {
    await prepare();
    const { assA, orgA } = system.platform.users;
    await system.platform.db.deleteFrom('responder').execute();
    expect((await handOver('orgA')).code).toBe('FORBIDDEN');
    const { data } = await handOver('adm');
    expect(data.deactivateUser).toEqual({
      user: {
        id: String(assA.id),
        status: 'INACTIVE',
        duties: { isOrganiser: false, supervisedUserCount: 0, movableDuties: [] },
      },
      organisation: { organiser: { id: String(orgA.id) } },
      handedOver: { movedUserCount: 1, unmovedUsers: [], unmovedUserCount: 0 },
    });
    expect(system.upstream.sent('/consoles/activate_deactivate_user')).toHaveLength(2);
  },
);

testWith('on', 'HANDOVER-9 a key of the organisation is created in place of a key of a user', async () => {
  await addIntegrationKey(system.platform.db, system.platform.users.assA.id, ['read', 'users:write']);
  const tab = await system.signIn('orgA');
  const read = async () => {
    const answer = await tab.graphql('query($id: ID!) { user(id: $id) { duties { apiKeys { id isReplaced } } } }', {
      id: system.platform.users.assA.id,
    });
    return answer.data.user.duties.apiKeys;
  };
  const [{ id }] = await read();
  const replaced = { ...newOrganisationKey(system.platform.orgs.A), scopes: undefined, replacesKeyId: id };
  const { data } = await sendOrganisationKeyMutation(tab, 'createOrganisationApiKey', replaced);
  expect(data.createOrganisationApiKey.apiKey.scopes).toEqual(['READ', 'USERS_WRITE']);
  expect(await read()).toEqual([{ id, isReplaced: true }]);
});

test('DESIGN-8 duties are FORBIDDEN of a user that the viewer may not deactivate, and NOT_FOUND of another organisation', async () => {
  expect((await duties('orgA', 'adm')).code).toBe('FORBIDDEN');
  expect((await duties('orgA', 'orgB')).code).toBe('NOT_FOUND');
  expect((await duties('audA', 'assA')).code).toBe('FORBIDDEN');
});
