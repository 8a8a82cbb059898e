import type { Answer, TestClient } from './client.ts';

export const allowedAddressesFields = 'allowedAddresses { id addresses viewerAddressIsProxy viewerConfirmsProxy }';

const keyWithAddresses = 'apiKey { id allowedAddresses viewerCanEditAllowedAddresses }';

const mutations = {
  updateAllowedAddresses: ['UpdateAllowedAddressesInput', allowedAddressesFields],
  updateApiKeyAllowedAddresses: ['UpdateApiKeyAllowedAddressesInput', keyWithAddresses],
  updateOrganisationApiKeyAllowedAddresses: ['UpdateApiKeyAllowedAddressesInput', keyWithAddresses],
} as const;

/** The name of a mutation of allowed addresses. */
export type AddressMutation = keyof typeof mutations;

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
