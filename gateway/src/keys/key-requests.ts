import { keyRequestsCalls, loggedRequest } from '@console/contract/calls/key-requests';
import type { ApiKeyRequest, QueryApiKeyRequestsArgs } from '@console/contract/generated/schema-types';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import { type Connection, connectionOf, windowOf, windowQuery } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import { integerOf, timeMsOf, toWireId } from '../product-api/shape.ts';
import { supportsCall } from '../specified/extension-calls.ts';
import { type ApiKeyBody, apiKeyOf } from './api-key.ts';

const call = keyRequestsCalls.keyRequests;

export type KeyRequestConnectionParent = Omit<Connection<ApiKeyRequest>, 'totalCount'> & {
  /** Null for an organisation key. */
  apiKey: ApiKeyBody | null;
  missing: number;
};

const requestOf = (value: unknown): ApiKeyRequest | null => loggedRequest.safeParse(value).data ?? null;

export const hasRequestLogs = async (context: Context): Promise<boolean> =>
  context.services.settings.gatewaySecrets.length > 0 && supportsCall(context, call);

/** A page of requests with an API key: the caller's own or, if the role allows, another one. Only our platform knows the owner. */
export async function readKeyRequests(
  { apiKeyId, filter, ...args }: QueryApiKeyRequestsArgs,
  context: Context,
): Promise<KeyRequestConnectionParent> {
  if (context.session.isBearer) throw failure('FORBIDDEN', 'You cannot use an API key to read the request log.');
  requireKey(context.api);
  if (!(await hasRequestLogs(context)))
    throw failure('CAPABILITY_UNAVAILABLE', 'The connected product API does not log the requests of API keys.');
  const id = String(apiKeyId);
  const failed = filter?.failed == null ? undefined : (`${filter.failed}` as const);
  const cursors = context.services.cursors.of({ list: 'apiKeyRequests', id, failed });
  const window = windowOf(args, cursors);
  const { offset: _, ...page } = windowQuery(window, true);
  const sent = context.api.call(call, { query: { key_id: toWireId(id), failed, ...page } });
  const answer = await notFoundForInvalidId(sent, id);
  const apiKey = apiKeyOf(answer.key);
  if (apiKey === null && answer.key != null) throw incompleteResponse(context.log, call, 'key');
  const rows = readRows(call, answer.requests, requestOf, context.log);
  const keysOf = ({ at }: ApiKeyRequest) => [timeMsOf(at)];
  const cut = pageFromPlatform(rows, answer, window, keysOf);
  return { ...connectionOf(cut, window, cursors), apiKey, missing: integerOf(answer.missing) ?? 0 };
}
