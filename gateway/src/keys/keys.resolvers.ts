import { mayManageRole } from '@console/contract/access';
import { keyConfirmationCalls } from '@console/contract/calls/key-confirmations';
import { keysCalls } from '@console/contract/calls/keys';
import { isAllowed, isCaller, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { roleOf } from '../product-api/reads.ts';
import { idOf, isoTimeOf, textOf } from '../product-api/shape.ts';
import { passOn } from '../specified/pass-on.ts';
import { type ApiKeyBody, apiKeyOf } from './api-key.ts';
import { createApiKey, rotateApiKey } from './change-keys.ts';
import { apiKeyStatusOf, toApiKeyScopes } from './key-enums.ts';
import { readGrantableScopes, readOrganisationKeys, readOwnKeys } from './key-lists.ts';
import { hasRequestLogs, readKeyRequests } from './key-requests.ts';

const currentStatus = (key: ApiKeyBody, { services }: Context) => apiKeyStatusOf(key, services.clock());

const isOwn = ({ owner }: ApiKeyBody, { api }: Context): Promise<boolean> => isCaller(api, owner);

const isSession = ({ session }: Context) => !session.isBearer;

export const keysResolvers: Resolvers = {
  Query: {
    apiKeyRequests: (_root, args, context) => readKeyRequests(args, context),
  },

  Mutation: {
    createApiKey: (_root, { input }, context) => createApiKey(context, input),
    rotateApiKey: (_root, { input }, context) => rotateApiKey(context, input),
    confirmApiKey: passOn(keyConfirmationCalls.confirmKey, {
      input: ({ id }) => ({ key_id: id }),
      answer: ({ key }) => ({ apiKey: apiKeyOf(key) }),
    }),
    revokeApiKey: passOn(keysCalls.revokeKey, {
      input: ({ id }) => ({ key_id: id }),
      answer: ({ key }) => ({ apiKey: apiKeyOf(key) }),
    }),
  },

  Viewer: {
    apiKeys: (_viewer, _args, context) => readOwnKeys(context),
    apiKeyScopes: (_viewer, _args, context) => readGrantableScopes(context),
  },

  Organisation: {
    apiKeys: ({ id }, _args, context) => readOrganisationKeys(context, idOf(id) ?? ''),
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
    viewerCanRotate: async (key, _args, context) =>
      isSession(context) && currentStatus(key, context) === 'ACTIVE' && isOwn(key, context),
    viewerCanRevoke: async (key, _args, context) => {
      if (!isSession(context) || ['REVOKED', 'EXPIRED'].includes(currentStatus(key, context))) return false;
      const organisationId = idOf(key.owner.ent_org_id) ?? '';
      return (await isOwn(key, context)) || isAllowed(context.api, 'keys:revoke', organisationId);
    },
    viewerCanConfirm: async (key, _args, context) => {
      if (!isSession(context) || currentStatus(key, context) !== 'SUSPENDED' || (await isOwn(key, context)))
        return false;
      const { role } = await readCaller(context.api);
      const mayManage = mayManageRole(role, roleOf(key.owner));
      return mayManage && isAllowed(context.api, 'keys:confirm', idOf(key.owner.ent_org_id) ?? '');
    },
    viewerCanViewRequests: async (key, _args, context) => {
      if (!isSession(context) || !(await hasRequestLogs(context))) return false;
      const organisationId = idOf(key.owner.ent_org_id) ?? '';
      return (await isOwn(key, context)) || isAllowed(context.api, 'keys:view', organisationId);
    },
  },
};
