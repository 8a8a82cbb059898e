import { keysCalls } from '@console/contract/calls/keys';
import { offeredScopes } from '@console/contract/grantable-scopes';
import { authorizedRead, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { ApiKeyScope } from '../generated/resolvers-types.ts';
import { readRows } from '../product-api/lists.ts';
import { requireKey } from '../product-api/reads.ts';
import { toWireId } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported, supportsCall } from '../specified/extension-calls.ts';
import { type ApiKeyBody, apiKeyOf } from './api-key.ts';
import { toApiKeyScopes } from './key-enums.ts';

/** Null if the product API has no calls for keys. */
export async function readOwnKeys(context: Context): Promise<IfSupported<ApiKeyBody[]>> {
  const { api } = context;
  requireKey(api);
  const call = keysCalls.keys;
  const answer = await callIfSupported(context, call, {});
  return answer && readRows(call, answer.keys, apiKeyOf, api.log);
}

/** Checks the permission; null if the product API has no calls for keys. */
export async function readOrganisationKeys(
  context: Context,
  organisationId: string,
): Promise<IfSupported<ApiKeyBody[]>> {
  const read = async () => {
    const call = keysCalls.orgKeys;
    const answer = await callIfSupported(context, call, { query: { org_id: toWireId(organisationId) } });
    return answer && readRows(call, answer.keys, apiKeyOf, context.log);
  };
  return authorizedRead(context.api, 'keys:view', organisationId, read());
}

/** Scopes that the caller can give and the key can use; null if the product API has no calls for keys. */
export const readGrantableScopes = async (context: Context): Promise<IfSupported<ApiKeyScope[]>> =>
  (await supportsCall(context, keysCalls.createKey))
    ? toApiKeyScopes(offeredScopes(await readCaller(context.api)))
    : null;
