import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import type { Answer, TestClient } from './testing/client.ts';
import { requestResetDocument, resetPasswordDocument, updateProfileDocument } from './testing/documents.ts';
import { addExternalUser, addMapping, mappingMutations } from './testing/mapping-mutations.ts';
import { organisationMutations } from './testing/organisation-mutations.ts';
import { useTestSystem } from './testing/system.ts';
import { assessmentsOf, tabMutations } from './testing/tab-mutations.ts';
import { goodProfile, userMutations } from './testing/user-mutations.ts';

const system = useTestSystem();

/** Calls that are made for their response. */
const needed = new Set<string>([
  calls.login.path,
  calls.encrypt.path,
  calls.validPassword.path,
  calls.updateConfig.path,
]);
const emptied = Object.values<Call>(calls).filter(({ kind, path }) => kind !== 'read' && !needed.has(path));

type Mutation = (tab: TestClient) => Promise<Answer>;

const own = () => ({
  organisationId: system.platform.orgs.A,
  userId: system.platform.users.orgA.id,
  inactiveId: system.platform.users.disA.id,
  name: 'own',
});
const foreign = () => ({
  ...own(),
  organisationId: system.platform.orgs.B,
  userId: system.platform.users.orgB.id,
  name: 'foreign',
});
const act =
  (
    acts: Readonly<Record<string, (tab: TestClient, target: never) => Promise<Answer>>>,
    name: string,
    target: () => object,
  ): Mutation =>
  async (tab) =>
    acts[name]?.(tab, (await target()) as never) ?? Promise.reject(new Error(`no ${name}`));
const fresh = { password: 'Brand-new-passw0rd', passwordConfirmation: 'Brand-new-passw0rd' };

const onMapping =
  (name: string): Mutation =>
  async (tab) => {
    const mappingId = name.endsWith('Mapping') ? await addMapping(system, 'orgB', 'orgA') : '';
    if (/^(map|reject)ExternalUser$/.test(name)) await addExternalUser(system, 'orgB', 'A');
    const target = { ...own(), email: 'orgb@b.example', userId: system.platform.users.orgB.id, mappingId };
    return mappingMutations[name]?.(tab, target) ?? Promise.reject(new Error(`no ${name}`));
  };

const mutations: Record<string, { by?: UserName; run: Mutation }> = {
  ...Object.fromEntries(
    ['createUser', 'updateUser', 'activateUser', 'deactivateUser', 'uploadUsers'].map((name) => [
      name,
      { run: act(userMutations as never, name, own) },
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(organisationMutations)
      .filter((name) => name !== 'enableOrganisation')
      .map((name) => [name, { run: act(organisationMutations as never, name, foreign) }]),
  ),
  enableOrganisation: {
    run: act(organisationMutations as never, 'enableOrganisation', () => ({
      ...foreign(),
      organisationId: system.platform.orgs.D,
    })),
  },
  onboardOrganisation: { by: 'nowhere', run: act(organisationMutations as never, 'onboardOrganisation', foreign) },
  ...Object.fromEntries(Object.keys(mappingMutations).map((name) => [name, { run: onMapping(name) }])),
  ...Object.fromEntries(
    Object.keys(tabMutations)
      .filter((name) => name !== 'updateConfig')
      .map((name) => [
        name,
        {
          run: async (tab: TestClient) => {
            const [assessmentId] = await assessmentsOf(system, 'B', [{ audit_status: 'In Progress' }]);
            return tabMutations[name]?.(tab, { ...foreign(), assessmentId } as never) ?? Promise.reject();
          },
        },
      ]),
  ),
  nominateSeniorManager: {
    run: async (tab) => {
      const { db, users } = system.platform;
      const known = { supervisor: 'adm@a.example', department_name: 'Legal' };
      await db.updateTable('ent_usr').set(known).where('id', '=', users.orgB.id).execute();
      return act(organisationMutations as never, 'nominateSeniorManager', foreign)(tab);
    },
  },
  updateProfile: { run: (tab) => tab.graphql(updateProfileDocument, { input: goodProfile }) },
  requestPasswordReset: {
    run: (tab) => tab.graphql(requestResetDocument, { email: system.platform.users.assA.email }),
  },
  resetPassword: {
    run: async (tab) =>
      tab.graphql(resetPasswordDocument, {
        input: { ...fresh, email: system.platform.users.audA.email, token: await system.resetToken('audA') },
      }),
  },
};

/** An answer without what is another each time. */
const lasting = ({ data, errors }: Answer) =>
  JSON.parse(
    JSON.stringify({ data, errors }, (key, value) =>
      /^(id|createdAt|updatedAt|at|cursor|url|organisationId|requestId|userId)$/.test(key) && value !== null
        ? key
        : value,
    ),
  );

async function outcomeOf({ by = 'adm', run }: { by?: UserName; run: Mutation }, status?: 200 | 204) {
  await system.reset();
  const tab = await system.signIn(by);
  for (const { path } of status ? emptied : []) system.upstream.script(path, { emptied: status });
  return lasting(await run(tab));
}

describe('RELIABILITY-F40 OPEN-49 DESIGN-3 with empty answers to its changes', () => {
  test.each(Object.keys(mutations))('%s is done and answers the same', async (name) => {
    const mutation = mutations[name];
    if (!mutation) throw new Error(`no ${name}`);
    const usual = await outcomeOf(mutation);
    expect(usual.errors).toEqual([]);
    for (const status of [204, 200] as const) expect(await outcomeOf(mutation, status)).toEqual(usual);
  });
});
