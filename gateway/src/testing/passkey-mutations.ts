import { createPasskeyDevice } from '@console/platform/testing/passkeys';
import type { Answer, TestClient } from './client.ts';
import { password } from './system.ts';

export const passkeyFields = 'id name createdAt lastUsedAt';

const startSignInDocument = 'mutation StartSignIn { startPasskeySignIn { options } }';
const signInDocument =
  'mutation SignIn($input: SignInWithPasskeyInput!) { signInWithPasskey(input: $input) { __typename } }';
const startDocument = 'mutation Start($input: StartPasskeyInput!) { startPasskey(input: $input) { options } }';
const addDocument = `mutation Add($input: AddPasskeyInput!) { addPasskey(input: $input) { passkey { ${passkeyFields} } } }`;
const removeDocument = `mutation Remove($input: RemovePasskeyInput!) { removePasskey(input: $input) { passkey { ${passkeyFields} } } }`;

const startConfirmationDocument = 'mutation StartConfirmation { startPasskeyConfirmation { options } }';
const confirmDocument =
  'mutation Confirm($input: ConfirmWithPasskeyInput!) { confirmWithPasskey(input: $input) { confirmedUntil } }';

export const startPasskeyConfirmation = (tab: TestClient, headers = {}) =>
  tab.graphql(startConfirmationDocument, {}, headers);
export const confirmWithPasskey = (tab: TestClient, response: string, headers = {}) =>
  tab.graphql(confirmDocument, { input: { response } }, headers);

export const startPasskeySignIn = (tab: TestClient, headers = {}) => tab.graphql(startSignInDocument, {}, headers);
export const signInWithPasskey = (tab: TestClient, response: string, headers = {}) =>
  tab.graphql(signInDocument, { input: { response } }, headers);
export const startPasskey = (tab: TestClient, currentPassword = password, headers = {}) =>
  tab.graphql(startDocument, { input: { currentPassword } }, headers);
export const addPasskey = (tab: TestClient, response: string, headers = {}) =>
  tab.graphql(addDocument, { input: { name: 'Laptop', response } }, headers);
export const removePasskey = (tab: TestClient, id: unknown, headers = {}, currentPassword = password) =>
  tab.graphql(removeDocument, { input: { id, currentPassword } }, headers);

/** The response of a new device to creating a passkey. */
export async function madePasskey(tab: TestClient) {
  const device = createPasskeyDevice();
  const { data } = await startPasskey(tab);
  return { device, response: device.create(data.startPasskey.options) };
}

/** Adds a passkey of the signed-in user on a new device. */
export async function withPasskey(tab: TestClient): Promise<{
  device: ReturnType<typeof createPasskeyDevice>;
  added: Answer;
  id: string;
}> {
  const { device, response } = await madePasskey(tab);
  const added = await addPasskey(tab, response);
  return { device, added, id: added.data.addPasskey.passkey.id };
}
