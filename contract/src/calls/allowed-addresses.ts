import { z } from 'zod';
import { maxAddressLength, maxAllowedAddresses } from '../allowed-addresses.ts';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { anyId, inputShape, responseShape } from '../schema-shapes.ts';
import { apiKey } from './keys.ts';
import { organisationKey } from './organisation-keys.ts';

// Longer than the limit of the list, so that a list that is too long fails with the error of its field.
const addresses = z.array(z.string().max(2 * maxAddressLength)).max(2 * maxAllowedAddresses);
const ofKey = { CONFLICT: 'the key was revoked or has expired', INVALID: '`addresses`: an entry is not valid' };
const notFound = 'the organisation does not exist, or belongs to others';

/** The addresses from which the users of an organisation may sign in and use sessions, and from which a key may be used. Extensions. */
export const allowedAddressesCalls = defineExtensionCalls('extensions', {
  allowedAddresses: {
    request: 'NETWORK-1 GET /consoles/ext/allowed_addresses',
    needsSession: true,
    description:
      'Returns the allowed IP addresses of an organisation, from which its users can sign in and use sessions.',
    when: 'an Organiser or Administrator opens the allowed IP addresses of an organisation',
    query: z.object({ organisationId: anyId }),
    answer: z.object({ allowedAddresses: responseShape<schema.AllowedAddresses>('AllowedAddresses') }),
    failures: { FORBIDDEN: 'the role does not allow it, or an API key was used', NOT_FOUND: notFound },
  },
  updateAllowedAddresses: {
    request: 'NETWORK-3 POST /consoles/ext/update_allowed_addresses',
    needsSession: true,
    event: 'network:edit',
    description:
      'Replaces the allowed IP addresses. Sign-ins and sessions of the organisation’s users from other IP addresses are denied from now on. Each API key has its own list. Requires `valid_password` beforehand. All Organisers are emailed.',
    when: 'an Organiser or Administrator saves the allowed IP addresses of an organisation',
    body: inputShape<schema.UpdateAllowedAddressesInput>('UpdateAllowedAddressesInput').extend({ addresses }),
    answer: responseShape<schema.UpdateAllowedAddressesPayload>('UpdateAllowedAddressesPayload'),
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role does not allow it, or an API key was used',
      NOT_FOUND: notFound,
      WRONG_PASSWORD: passwordNeeded,
      INVALID:
        '`addresses`: an entry is not valid, or the list would shut out the caller; `confirmProxy`: the list is turned on from the address of a proxy',
    },
  },
  updateKeyAddresses: {
    request: 'NETWORK-4 POST /consoles/ext/update_key_addresses',
    needsSession: true,
    event: 'network:editKey',
    description: 'Replaces the allowed IP addresses of an API key of the caller.',
    when: 'a user saves the allowed IP addresses of an API key',
    body: z.object({ key_id: anyId, addresses }),
    answer: z.object({ key: apiKey }),
    needsAnswer: true,
    failures: { FORBIDDEN: 'an API key was used', NOT_FOUND: 'the caller has no such key', ...ofKey },
  },
  updateOrganisationKeyAddresses: {
    request: 'NETWORK-4 POST /consoles/ext/update_organisation_key_addresses',
    needsSession: true,
    event: 'network:editKey',
    description: 'Replaces the allowed IP addresses of an organisation API key. Keys for SCIM have them too.',
    when: 'an Organiser or Administrator saves the allowed IP addresses of an organisation API key',
    body: z.object({ id: anyId, addresses }),
    answer: z.object({ apiKey: organisationKey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role does not allow it, or an API key was used',
      NOT_FOUND: 'there is no such key, or it belongs to another organisation',
      ...ofKey,
    },
  },
});
