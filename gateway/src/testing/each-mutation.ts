import type { UserName } from '@console/platform/testing/fixtures';
import type { Answer, TestClient } from './client.ts';
import { requestResetDocument, resetPasswordDocument, updateProfileDocument } from './documents.ts';
import { addExternalUserFor, addMapping, mappingMutations } from './mapping-mutations.ts';
import { organisationMutations } from './organisation-mutations.ts';
import type { TestSystem } from './system.ts';
import { assessmentsOf, tabMutations } from './tab-mutations.ts';
import { goodProfile, userMutations } from './user-mutations.ts';

type Run = (system: TestSystem, tab: TestClient) => Promise<Answer>;

/** One mutation with input that succeeds, by an Administrator unless said. */
export interface EachMutation {
  by?: UserName;
  run: Run;
}

const own = (system: TestSystem) => ({
  organisationId: system.platform.orgs.A,
  userId: system.platform.users.orgA.id,
  inactiveId: system.platform.users.disA.id,
  name: 'own',
});
const foreign = (system: TestSystem) => ({
  ...own(system),
  organisationId: system.platform.orgs.B,
  userId: system.platform.users.orgB.id,
  name: 'foreign',
});
const act =
  (
    acts: Readonly<Record<string, (tab: TestClient, target: never) => Promise<Answer>>>,
    name: string,
    target: (system: TestSystem) => object,
  ): Run =>
  async (system, tab) =>
    acts[name]?.(tab, target(system) as never) ?? Promise.reject(new Error(`no ${name}`));
const fresh = { password: 'Brand-new-passw0rd', passwordConfirmation: 'Brand-new-passw0rd' };

const onMapping =
  (name: string): Run =>
  async (system, tab) => {
    const accepted = name === 'endMapping' && { activated: true, status: 'Accepted' };
    const [asking, asked] = name === 'withdrawMapping' ? (['orgA', 'orgB'] as const) : (['orgB', 'orgA'] as const);
    const mappingId = name.endsWith('Mapping') ? await addMapping(system, asking, asked, { ...accepted }) : '';
    if (/^(map|reject|remove|withdraw)ExternalUser$/.test(name)) await addExternalUserFor(system, name, 'orgB', 'A');
    const target = { ...own(system), email: 'orgb@b.example', userId: system.platform.users.orgB.id, mappingId };
    return mappingMutations[name]?.(tab, target) ?? Promise.reject(new Error(`no ${name}`));
  };

/** The mutations of the areas, one time each. */
export const eachMutation: Readonly<Record<string, EachMutation>> = {
  ...Object.fromEntries(
    Object.keys(userMutations)
      .filter((name) => name !== 'previewUserUpload')
      .map((name) => [name, { run: act(userMutations as never, name, own) }]),
  ),
  ...Object.fromEntries(
    Object.keys(organisationMutations)
      .filter((name) => name !== 'enableOrganisation')
      .map((name) => [name, { run: act(organisationMutations as never, name, foreign) }]),
  ),
  enableOrganisation: {
    run: act(organisationMutations as never, 'enableOrganisation', (system) => ({
      ...foreign(system),
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
          run: async (system: TestSystem, tab: TestClient) => {
            const [assessmentId] = await assessmentsOf(system, 'B', [{ audit_status: 'In Progress' }]);
            return tabMutations[name]?.(tab, { ...foreign(system), assessmentId } as never) ?? Promise.reject();
          },
        },
      ]),
  ),
  nominateSeniorManager: {
    run: async (system, tab) => {
      const { db, users } = system.platform;
      const known = { supervisor: 'adm@a.example', department_name: 'Legal' };
      await db.updateTable('ent_usr').set(known).where('id', '=', users.orgB.id).execute();
      return act(organisationMutations as never, 'nominateSeniorManager', foreign)(system, tab);
    },
  },
  updateProfile: { run: (_system, tab) => tab.graphql(updateProfileDocument, { input: goodProfile }) },
  requestPasswordReset: {
    run: (system, tab) => tab.graphql(requestResetDocument, { email: system.platform.users.assA.email }),
  },
  resetPassword: {
    run: async (system, tab) =>
      tab.graphql(resetPasswordDocument, {
        input: { ...fresh, email: system.platform.users.audA.email, token: await system.resetToken('audA') },
      }),
  },
};
