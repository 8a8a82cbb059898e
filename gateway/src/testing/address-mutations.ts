import { addIntegrationKey, addOrganisationKey } from '@console/platform/testing/users';
import type { Answer, TestClient } from './client.ts';
import { password, type TestSystem } from './system.ts';

export const allowedAddressesFields = 'allowedAddresses { id addresses viewerAddressIsProxy viewerConfirmsProxy }';

const keyWithAddresses = 'apiKey { id allowedAddresses viewerCanEditAllowedAddresses }';

const mutations = {
  updateAllowedAddresses: ['UpdateAllowedAddressesInput', allowedAddressesFields],
  updateApiKeyAllowedAddresses: ['UpdateApiKeyAllowedAddressesInput', keyWithAddresses],
  updateOrganisationApiKeyAllowedAddresses: ['UpdateApiKeyAllowedAddressesInput', keyWithAddresses],
} as const;

/** The name of a mutation of allowed addresses. */
export type AddressMutation = keyof typeof mutations;

export const addressMutationNames = Object.keys(mutations) as AddressMutation[];

export const sendAddressMutation = (
  tab: TestClient,
  name: AddressMutation,
  input: object,
  headers = {},
): Promise<Answer> => {
  const [type, selection] = mutations[name];
  return tab.graphql(`mutation Send($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input }, headers);
};

/** A list with the address of the tests. */
export const testAddresses = ['127.0.0.0/8', '2001:db8::/32'];

/** Input with which a mutation succeeds, and has an effect. */
export async function addressInput(
  { platform: { db, orgs, users } }: TestSystem,
  name: AddressMutation,
): Promise<object> {
  const addresses = testAddresses;
  if (name === 'updateAllowedAddresses') return { organisationId: orgs.A, addresses, currentPassword: password };
  if (name === 'updateOrganisationApiKeyAllowedAddresses')
    return { id: (await addOrganisationKey(db, orgs.A)).id, addresses };
  await addIntegrationKey(db, users.adm.id);
  const keys = db.selectFrom('api_key').select('id').where('ent_usr_id', '=', users.adm.id).orderBy('id', 'desc');
  return { id: (await keys.executeTakeFirstOrThrow()).id, addresses };
}
