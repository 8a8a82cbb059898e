import { type Action, effectiveRole, mayManageRole, organisationKeyRoles } from '@console/contract/access';
import { allowedAddressesCalls } from '@console/contract/calls/allowed-addresses';
import { keyConfirmationCalls } from '@console/contract/calls/key-confirmations';
import { keysCalls } from '@console/contract/calls/keys';
import { organisationKeysCalls } from '@console/contract/calls/organisation-keys';
import { grantableScopes, offeredScopes } from '@console/contract/grantable-scopes';
import { fromSchemaScopes, ungrantableScopeText } from '@console/contract/key-scopes';
import { maxLength } from '@console/contract/rules';
import { failure, notFoundError } from '../base/errors.ts';
import { isAllowed, isCaller, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkName } from '../core/input-checks.ts';
import { confirmOwnPassword } from '../core/reauthentication.ts';
import type {
  ApiKeyLifetime,
  ApiKeyRole,
  CreateApiKeyInput,
  Resolvers,
  RotateApiKeyInput,
} from '../generated/resolvers-types.ts';
import { isCredential } from '../product-api/credential.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { requireKey } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { idOf, isoTimeOf, type OrganisationBody, roleOf, textOf, toWireId, userOf } from '../product-api/shape.ts';
import { mayCall, requireCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { type ApiKeyBody, apiKeyOf } from './api-key.ts';
import { apiKeyStatusOf, toApiKeyScopes } from './key-enums.ts';
import { readGrantableScopes, readOrganisationKeys, readOwnKeys } from './key-lists.ts';
import { hasRequestLogs, readKeyRequests } from './key-requests.ts';

const days: Record<ApiKeyLifetime, 30 | 90 | 365> = { DAYS_30: 30, DAYS_90: 90, DAYS_365: 365 };

interface NewKey {
  apiKey: ApiKeyBody;
  /** Null for a repeated idempotency key. */
  secret: string | null;
}

/** Creates a key by our platform's call, after REST-7. Checks scopes, input, then password. */
async function createApiKey(context: Context, input: CreateApiKeyInput): Promise<NewKey> {
  await requireKeyCalls(context);
  const scopes = fromSchemaScopes(input.scopes);
  const grantable = grantableScopes(await readCaller(context.api));
  const refused = scopes.find((scope) => !grantable.includes(scope));
  if (refused) throw failure('FORBIDDEN', ungrantableScopeText(refused));
  const name = input.name.trim();
  assertValid(checkName('name', name, maxLength.apiKeyName));
  await confirmOwnPassword(context, input.currentPassword);
  const call = keysCalls.createKey;
  const body = { name, scopes, expires_in_days: days[input.lifetime] };
  return newKeyOf(context, call, await rethrowWithInputNames({ name: 'name' }, context.api.call(call, { body })));
}

/** Like `createApiKey`, for a key that replaces another. */
async function rotateApiKey(context: Context, input: RotateApiKeyInput): Promise<NewKey & { rotated: ApiKeyBody }> {
  await requireKeyCalls(context);
  const id = String(input.id);
  const ownKeys = await readOwnKeys(context);
  if (!ownKeys?.some((key) => idOf(key.id) === id)) throw notFoundError();
  await confirmOwnPassword(context, input.currentPassword);
  const call = keysCalls.rotateKey;
  const answer = await context.api.call(call, { body: { key_id: toWireId(id) } });
  return { ...newKeyOf(context, call, answer), rotated: keyIn(context, call, answer.replaced) };
}

/** Throws FORBIDDEN with an API key, CAPABILITY_UNAVAILABLE without calls for keys. */
async function requireKeyCalls(context: Context): Promise<void> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'You cannot use an API key to create or rotate API keys.');
  requireKey(context.api);
  await requireCall(context, keysCalls.createKey, 'API keys are issued by the operator of the product API.');
}

type KeyCall = (typeof keysCalls)[keyof typeof keysCalls];

function newKeyOf(context: Context, call: KeyCall, { key, secret }: { key?: unknown; secret?: unknown }): NewKey {
  const apiKey = keyIn(context, call, key);
  if (secret == null) return { apiKey, secret: null };
  if (!isCredential(secret)) throw incompleteResponse(context.log, call, 'secret');
  return { apiKey, secret };
}

function keyIn(context: Context, call: KeyCall, value: unknown): ApiKeyBody {
  const key = apiKeyOf(value);
  if (key === null) throw incompleteResponse(context.log, call, 'key');
  return key;
}

const currentStatus = (key: ApiKeyBody, { services }: Context) => apiKeyStatusOf(key, services.clock());

const isOwn = ({ owner }: ApiKeyBody, { api }: Context): Promise<boolean> => isCaller(api, owner);

const isSession = ({ session }: Context) => !session.isBearer;

const isOwnOrAllowed = async (key: ApiKeyBody, context: Context, action: Action): Promise<boolean> =>
  (await isOwn(key, context)) || isAllowed(context.api, action, idOf(key.owner.ent_org_id) ?? '');

const mayCreate = async ({ id }: OrganisationBody, context: Context): Promise<boolean> =>
  (await isAllowed(context.api, 'orgKeys:create', idOf(id) ?? '')) &&
  mayCall(context, organisationKeysCalls.createOrganisationApiKey);

const keyRolesOf = ({ api: { settings } }: Context): ApiKeyRole[] =>
  organisationKeyRoles.map((role) => ({
    role,
    scopes: toApiKeyScopes(offeredScopes(effectiveRole(role, settings))),
  }));

const toPayload = ({ key }: { key?: unknown }) => ({ apiKey: apiKeyOf(key) });

export const keysResolvers: Resolvers = {
  Query: {
    apiKeyRequests: (_root, args, context) => readKeyRequests(args, context),
  },

  Mutation: {
    createApiKey: (_root, { input }, context) => createApiKey(context, input),
    rotateApiKey: (_root, { input }, context) => rotateApiKey(context, input),
    confirmApiKey: passOn(keyConfirmationCalls.confirmKey, { input: ({ id }) => ({ key_id: id }), answer: toPayload }),
    updateApiKeyAllowedAddresses: passOn(allowedAddressesCalls.updateKeyAddresses, {
      input: ({ id, addresses }) => ({ key_id: id, addresses }),
      answer: toPayload,
    }),
    revokeApiKey: passOn(keysCalls.revokeKey, { input: ({ id }) => ({ key_id: id }), answer: toPayload }),
    createOrganisationApiKey: passOn(organisationKeysCalls.createOrganisationApiKey),
    rotateOrganisationApiKey: passOn(organisationKeysCalls.rotateOrganisationApiKey),
    revokeOrganisationApiKey: passOn(organisationKeysCalls.revokeOrganisationApiKey),
    updateOrganisationApiKeyAllowedAddresses: passOn(allowedAddressesCalls.updateOrganisationKeyAddresses),
  },

  Viewer: {
    apiKeys: (_viewer, _args, context) => readOwnKeys(context),
    apiKeyScopes: (_viewer, _args, context) => readGrantableScopes(context),
  },

  Organisation: {
    apiKeys: ({ id }, _args, context) => readOrganisationKeys(context, idOf(id) ?? ''),
    organisationApiKeys: passOn(organisationKeysCalls.organisationApiKeys, {
      input: (_args, { id }: OrganisationBody) => ({ organisationId: id }),
    }),
    viewerCanCreateApiKeys: (organisation, _args, context) => mayCreate(organisation, context),
    apiKeyRoles: async (organisation, _args, context) =>
      (await mayCreate(organisation, context)) ? keyRolesOf(context) : [],
    viewerCanViewApiKeys: ({ id }, _args, context) => isAllowed(context.api, 'keys:view', idOf(id) ?? ''),
  },

  ApiKey: {
    id: ({ id }) => idOf(id) ?? '',
    name: ({ name }) => textOf(name) ?? '',
    prefix: ({ prefix }) => textOf(prefix),
    scopes: ({ scopes }) => toApiKeyScopes(scopes),
    status: (key, _args, context) => currentStatus(key, context),
    createdAt: ({ created_at }) => isoTimeOf(created_at),
    expiresAt: ({ expires_at }) => isoTimeOf(expires_at),
    lastUsedAt: ({ last_used_at }) => isoTimeOf(last_used_at),
    allowedAddresses: ({ allowed_addresses: list }) =>
      Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : null,
    viewerCanEditAllowedAddresses: async (key, _args, context) => {
      if (['REVOKED', 'EXPIRED'].includes(currentStatus(key, context))) return false;
      return (await isOwn(key, context)) && mayCall(context, allowedAddressesCalls.updateKeyAddresses);
    },
    viewerCanRotate: async (key, _args, context) =>
      isSession(context) && currentStatus(key, context) === 'ACTIVE' && isOwn(key, context),
    viewerCanRevoke: async (key, _args, context) => {
      if (!isSession(context) || ['REVOKED', 'EXPIRED'].includes(currentStatus(key, context))) return false;
      return isOwnOrAllowed(key, context, 'keys:revoke');
    },
    viewerCanConfirm: async (key, _args, context) => {
      if (!isSession(context) || currentStatus(key, context) !== 'SUSPENDED' || (await isOwn(key, context)))
        return false;
      const { role } = await readCaller(context.api);
      const mayManage = mayManageRole(role, roleOf(key.owner));
      return mayManage && isAllowed(context.api, 'keys:confirm', idOf(key.owner.ent_org_id) ?? '');
    },
    viewerCanViewRequests: async (key, _args, context) =>
      isSession(context) && (await hasRequestLogs(context)) && isOwnOrAllowed(key, context, 'keys:view'),
  },

  OrganisationApiKey: {
    createdBy: ({ createdBy }) => userOf(createdBy),
    viewerCanViewRequests: async (_key, _args, context) => isSession(context) && hasRequestLogs(context),
  },
};
