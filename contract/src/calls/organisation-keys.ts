import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { keyScopes } from '../key-scopes.ts';
import {
  endedKeyListedDays,
  keyOverlapHours,
  maxKeysPerOrganisation,
  maxLength,
  maxProvisioningKeys,
} from '../rules.ts';
import { anyId, enumShape, inputShape, responseShape } from '../schema-shapes.ts';
import { entUsr } from '../shapes.ts';

/** An API key of an organisation without its secret, which is returned once and stored as a hash. */
export const organisationKey = responseShape<Omit<schema.OrganisationApiKey, 'createdBy' | 'viewerCanViewRequests'>>(
  'OrganisationApiKey',
  'createdBy',
  'viewerCanViewRequests',
).extend({
  createdBy: entUsr
    .nullable()
    .describe('the user who has seen the secret; null if they were deleted or belong to another organisation'),
});

const newKey = {
  apiKey: organisationKey,
  secret: z
    .string()
    .nullable()
    .describe('the key itself, in this response only; null for a repeated `Idempotency-Key`'),
};
const forbidden = 'the role does not allow it, or an API key was used';
const unknown = 'there is no such key, or it belongs to another organisation';
const tooMany = `the organisation has ${maxKeysPerOrganisation} usable keys, or ${maxProvisioningKeys} for SCIM`;

/** The API keys that belong to organisations, for programs and for SCIM; extensions. */
export const organisationKeysCalls = defineExtensionCalls('extensions', {
  organisationApiKeys: {
    request: 'ORGKEY-4 GET /consoles/ext/organisation_keys',
    needsSession: true,
    description: `Lists the API keys that belong to an organisation itself, usable ones first, then newest first, at most 1,000. Keys that expired or were revoked more than ${endedKeyListedDays} days ago are left out.`,
    when: 'an Organiser or Administrator looks at the organisation API keys',
    query: z.object({ organisationId: anyId }),
    answer: z.object({ organisationApiKeys: z.array(organisationKey) }),
    failures: { FORBIDDEN: forbidden },
  },
  createOrganisationApiKey: {
    request: 'ORGKEY-4 POST /consoles/ext/create_organisation_key',
    needsSession: true,
    event: 'keys:create',
    description:
      'Creates an API key that belongs to an organisation. It has its own role, at most Organiser, and keeps working if its creator leaves. A key for SCIM has neither role nor scopes.',
    when: 'an Organiser or Administrator creates an organisation API key',
    body: inputShape<schema.CreateOrganisationApiKeyInput>('CreateOrganisationApiKeyInput')
      .omit({ currentPassword: true })
      .extend({
        name: z.string().max(maxLength.apiKeyName),
        scopes: z.array(enumShape<schema.ApiKeyScope>('ApiKeyScope')).max(keyScopes.length).nullish(),
      }),
    sample: { organisationId: '{organisationId}', name: 'Nightly sync', role: 'ASSESSOR', lifetime: 'DAYS_90' },
    answer: z.object(newKey),
    needsAnswer: true,
    failures: {
      FORBIDDEN: `${forbidden}; or the key's role cannot have a scope, which the message names`,
      INVALID: 'the name, role or scopes are not valid',
      WRONG_PASSWORD: passwordNeeded,
      CONFLICT: tooMany,
    },
  },
  rotateOrganisationApiKey: {
    request: 'ORGKEY-5 POST /consoles/ext/rotate_organisation_key',
    needsSession: true,
    event: 'keys:rotate',
    description: `Rotates an organisation API key: replaces it with a new one that has the same name, purpose, role, scopes and lifetime. Scopes that its role can no longer have are left out. The old key works for another ${keyOverlapHours} hours, or until it expires if that is earlier.`,
    when: 'an Organiser or Administrator rotates an organisation API key',
    body: z.object({ id: anyId }),
    answer: z.object({ ...newKey, rotated: organisationKey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: forbidden,
      NOT_FOUND: unknown,
      WRONG_PASSWORD: passwordNeeded,
      CONFLICT: `the key is revoked, expired or already rotated, or ${tooMany}`,
    },
  },
  revokeOrganisationApiKey: {
    request: 'ORGKEY-5 POST /consoles/ext/revoke_organisation_key',
    needsSession: true,
    event: 'keys:revoke',
    description: 'Revokes an organisation API key at once. Has no effect if the key is already revoked.',
    when: 'an Organiser or Administrator revokes an organisation API key',
    body: z.object({ id: anyId }),
    answer: z.object({ apiKey: organisationKey }),
    needsAnswer: true,
    failures: { FORBIDDEN: forbidden, NOT_FOUND: unknown },
  },
});
