import type { UserName } from '@console/platform/testing/fixtures';
import { expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { sendSso } from '../testing/sso-mutations.ts';
import { password, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });
const dayMs = 24 * 60 * 60_000;

/** Requires a second factor since `days` days ago, for users created before. */
async function require(days: number) {
  const { db, now } = system.platform;
  const ago = (count: number) => new Date(now().getTime() - count * dayMs);
  await db
    .updateTable('ent_usr')
    .set({ created_at: ago(400) })
    .execute();
  await db
    .updateTable('ent_org')
    .set({ factor_required_at: ago(days) })
    .execute();
}

const readRequired = async (tab: TestClient) =>
  (await tab.graphql('{ viewer { requiredFactor { dueAt isDue signInAgain } } }')).data.viewer.requiredFactor;
const read = (tab: TestClient) => tab.graphql('{ viewer { user { email } organisation { brandName userLimitText } } }');

testWith(
  'on',
  'FACTOR-16 the viewer reads until when a factor is to be set up, in the answer to the sign-in too',
  async () => {
    expect(await readRequired(await system.signIn('orgA'))).toBeNull();
    await require(4);
    const dueAt = new Date(system.platform.now().getTime() + 10 * dayMs).toISOString();
    const tab = system.client();
    const login = `mutation($input: LoginInput!) {
    login(input: $input) { __typename ... on LoginSuccess { viewer { requiredFactor { dueAt isDue signInAgain } } } }
  }`;
    const { email } = system.platform.users.orgA;
    const { data } = await tab.graphql(login, { input: { email, password } });
    expect(data.login.viewer.requiredFactor).toEqual({ dueAt, isDue: false, signInAgain: false });
    expect(await readRequired(tab)).toEqual({ dueAt, isDue: false, signInAgain: false });
    expect((await read(tab)).errors).toEqual([]);
  },
);

testWith(
  'on',
  'FACTOR-16 after it every field that the platform answers is FACTOR_REQUIRED, with its text',
  async () => {
    const tab = await system.signIn('orgA');
    await require(14);
    expect(await readRequired(tab)).toMatchObject({ isDue: true, signInAgain: false });
    const { data, errors } = await read(tab);
    expect(data.viewer.user.email).toBe('orga@a.example');
    expect(errors?.[0]).toMatchObject({
      message: 'Your organisation requires a second factor. Set one up to continue.',
      extensions: { code: 'FACTOR_REQUIRED', httpStatus: 403 },
    });
    const id = system.platform.users.audA.id;
    const act = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
    const input = { id, department: 'HR' };
    expect((await tab.graphql(act, { input })).code).toBe('FACTOR_REQUIRED');
    expect(
      (
        await sendSso(tab, 'updateSignInRules', system.platform.orgs.A, {
          factorRequired: false,
          currentPassword: password,
        })
      ).code,
    ).toBe('FACTOR_REQUIRED');
  },
);

testWith(
  'on',
  'FACTOR-16 an answer that was stored with an idempotency key is not given to such a session',
  async () => {
    const tab = await system.signIn('orgA');
    const act = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id department } } }';
    const input = { id: system.platform.users.audA.id, department: 'HR' };
    const send = () => tab.graphql(act, { input }, { 'idempotency-key': 'aaaaaaaa-1' });
    expect((await send()).data.updateUser.user.department).toBe('HR');
    await require(14);
    const { code, data } = await send();
    expect([code, data?.updateUser ?? null]).toEqual(['FACTOR_REQUIRED', null]);
  },
);

testWith(
  'on',
  'FACTOR-15 the rule is read and set through the gateway, with the number of users without a factor',
  async () => {
    const tab = await system.signIn('orgA');
    const answer = await sendSso(tab, 'updateSignInRules', system.platform.orgs.A, {
      sessionMinutes: undefined,
      factorRequired: true,
      currentPassword: password,
    });
    expect(answer.data.updateSignInRules.signInRules).toMatchObject({ factorRequired: true, usersWithoutFactor: 5 });
    const document = 'query($id: ID!) { organisation(id: $id) { signInRules { factorRequired usersWithoutFactor } } }';
    const rules = async (user: UserName) =>
      (await (await system.signIn(user)).graphql(document, { id: system.platform.orgs.A })).data.organisation
        .signInRules;
    expect(await rules('assA')).toEqual({ factorRequired: true, usersWithoutFactor: null });
    const refused = await sendSso(await system.signIn('assA'), 'updateSignInRules', system.platform.orgs.A, {
      factorRequired: false,
      currentPassword: password,
    });
    expect(refused.code).toBe('FORBIDDEN');
  },
);

testWith('off', 'FACTOR-16 with a product API of others nothing is required', async () => {
  const { db, now } = system.platform;
  await db
    .updateTable('ent_org')
    .set({ factor_required_at: new Date(now().getTime() - 20 * dayMs) })
    .execute();
  const tab = await system.signIn('orgA');
  expect([await readRequired(tab), (await read(tab)).errors]).toEqual([null, []]);
});
