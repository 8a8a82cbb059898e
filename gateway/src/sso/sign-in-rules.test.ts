import { expect } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { sendSso, signInRulesFields } from '../testing/sso-mutations.ts';
import { password, startTestSystem, testWith, useTestSystem, viewerDocument } from '../testing/system.ts';

const system = useTestSystem({ signsInAnew: true });
const minuteMs = 60_000;

const read = async (tab: TestClient) =>
  (
    await tab.graphql(`query($id: ID!) { organisation(id: $id) { ${signInRulesFields} } }`, {
      id: system.platform.orgs.A,
    })
  ).data.organisation;
const update = (tab: TestClient, input: object) =>
  sendSso(tab, 'updateSignInRules', system.platform.orgs.A, { currentPassword: password, ...input });

testWith(
  'on',
  'RULES-1 RULES-2 the length is read, set with the password, and left as the operator allows',
  async () => {
    const tab = await system.signIn('orgA');
    const id = String(system.platform.orgs.A);
    expect(await read(tab)).toMatchObject({ signInRules: { id, sessionMinutes: null, maxSessionMinutes: 720 } });
    expect((await update(tab, { sessionMinutes: 60, currentPassword: undefined })).code).toBe('WRONG_PASSWORD');
    expect((await update(tab, { sessionMinutes: 60, currentPassword: 'Wrong-passw0rd' })).code).toBe('WRONG_PASSWORD');
    expect((await update(tab, { sessionMinutes: 60 })).data.updateSignInRules.signInRules.sessionMinutes).toBe(60);
    expect((await update(tab, {})).data.updateSignInRules.signInRules.sessionMinutes).toBe(60);
    expect((await update(tab, { sessionMinutes: null })).data.updateSignInRules.signInRules.sessionMinutes).toBeNull();
  },
);

testWith('on', 'RULES-2 a length outside the range is an error at its field, and no password is checked', async () => {
  const tab = await system.signIn('orgA');
  for (const sessionMinutes of [0, 14, 721]) {
    system.upstream.requests.length = 0;
    const [error] = (await update(tab, { sessionMinutes })).errors;
    expect(error?.extensions.fields).toMatchObject([
      { path: 'sessionMinutes', message: 'must be between 15 minutes and 12 hours' },
    ]);
    expect(system.upstream.requests.map(({ path }) => path)).not.toContain('/consoles/valid_password');
  }
});

testWith('on', 'SESSIONTIME-8 the console offers lengths up to the platform’s own longest session', async () => {
  const longer = await startTestSystem({ platformSettings: { sessionHours: 24 } });
  const tab = await longer.signIn('orgA');
  const set = (sessionMinutes: number) =>
    sendSso(tab, 'updateSignInRules', longer.platform.orgs.A, { currentPassword: password, sessionMinutes });
  expect((await set(1_441)).errors[0]?.extensions.fields).toMatchObject([
    { path: 'sessionMinutes', message: 'must be between 15 minutes and 24 hours' },
  ]);
  expect((await set(1_200)).data.updateSignInRules.signInRules).toMatchObject({
    sessionMinutes: 1_200,
    maxSessionMinutes: 1_440,
  });
  await longer.close();
});

testWith(
  'on',
  'RULES-4 the session of who sets it ends with it: the rules are saved, and the answer says why it ended',
  async () => {
    const tab = await system.signIn('orgA');
    system.platform.moveClock(20 * minuteMs);
    const { text, code } = await update(tab, { sessionMinutes: 15 });
    expect([code, JSON.parse(text).extensions]).toEqual(['UNAUTHENTICATED', { sessionEnd: 'EXPIRED' }]);
    expect((await tab.graphql(viewerDocument)).data.viewer).toBeNull();
    expect(await read(await system.signIn('orgA'))).toMatchObject({ signInRules: { sessionMinutes: 15 } });
  },
);

testWith('on', 'RULES-3 lists that were read before are not answered after the end of the session', async () => {
  const tab = await system.signIn('orgA');
  const users = 'query($id: ID!) { organisation(id: $id) { users(first: 5) { totalCount } } }';
  const list = () => tab.graphql(users, { id: system.platform.orgs.A });
  expect((await list()).errors).toEqual([]);
  await update(tab, { sessionMinutes: 15 });
  system.platform.moveClock(15 * minuteMs);
  expect((await list()).code).toBe('UNAUTHENTICATED');
});

testWith(
  'off',
  'RULES-5 with a product API of others there are no rules, and nothing of them can be changed',
  async () => {
    const tab = await system.signIn('orgA');
    expect(await read(tab)).toMatchObject({ signInRules: null });
    expect((await update(tab, { sessionMinutes: 60 })).code).toBe('CAPABILITY_UNAVAILABLE');
  },
);
