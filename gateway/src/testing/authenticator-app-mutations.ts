import { appCode } from '@console/platform/testing/authenticator-app';
import type { Answer, TestClient } from './client.ts';
import { password, type TestSystem } from './system.ts';

interface Setup {
  setupId: string;
  secret: string;
}

export const factorFields = 'secondFactors { authenticatorApp { createdAt recoveryCodesLeft } }';

const documentOf = (name: string, fields: string) => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  return `mutation($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
};
const withPassword =
  (name: string, fields: string) =>
  (tab: TestClient, headers = {}, currentPassword: string | null = password): Promise<Answer> =>
    tab.graphql(documentOf(name, fields), { input: { currentPassword } }, headers);

export const setUpAuthenticatorApp = withPassword('setUpAuthenticatorApp', 'setupId secret uri expiresAt');
export const removeAuthenticatorApp = withPassword('removeAuthenticatorApp', factorFields);
export const renewRecoveryCodes = withPassword('renewRecoveryCodes', `${factorFields} recoveryCodes`);
export const resetSecondFactors = (
  tab: TestClient,
  userId: unknown,
  headers = {},
  currentPassword: string | null = password,
) => tab.graphql(documentOf('resetSecondFactors', factorFields), { input: { userId, currentPassword } }, headers);
export const confirmAuthenticatorApp = (tab: TestClient, setupId: unknown, code: string, headers = {}) =>
  tab.graphql(
    documentOf('confirmAuthenticatorApp', `${factorFields} recoveryCodes`),
    { input: { setupId, code } },
    headers,
  );

/** A set-up that needs its first code. */
export const beginSetup = async (tab: TestClient): Promise<Setup> =>
  (await setUpAuthenticatorApp(tab)).data.setUpAuthenticatorApp;

/** The code that the app with the secret of a set-up shows now. */
export const firstCode = (system: TestSystem, { secret }: Pick<Setup, 'secret'>): string =>
  appCode(secret, system.platform.now());

/** Sets up an app; the code of the next step is the first that signs in. */
export async function setUpApp(
  system: TestSystem,
  tab: TestClient,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const setup = await beginSetup(tab);
  const { data } = await confirmAuthenticatorApp(tab, setup.setupId, firstCode(system, setup));
  return { secret: setup.secret, recoveryCodes: data.confirmAuthenticatorApp.recoveryCodes };
}
