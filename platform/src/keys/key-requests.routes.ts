import { gatewayReportCalls } from '@console/contract/calls/gateway-reports';
import { keyRequestsCalls } from '@console/contract/calls/key-requests';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { parsePage } from '../core/database/list.ts';
import { requireGatewaySecret } from '../core/http/gateway-secret.ts';
import { route } from '../core/http/route.ts';
import { authorizeKey, keyOwners, toKeyResponse } from './key-owners.ts';
import {
  addKeyRequests,
  countMissingRequests,
  findKeyRequests,
  keyRequestOrder,
  toApiKeyRequest,
} from './key-requests.store.ts';

export function keyRequestsRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;

  route(app, keyRequestsCalls.keyRequests, {}, async ({ caller, query }) => {
    const { failed } = query;
    const page = parsePage(query, keyRequestOrder);
    const keyId = parseId(query.key_id);
    const found = await db.selectFrom('api_key').select('owner_org_id').where('id', '=', keyId).executeTakeFirst();
    const isOfUser = !found || found.owner_org_id === null;
    const row = await authorizeKey(db, caller, 'keys:view', keyId, isOfUser ? 'user' : 'organisation');
    const key = isOfUser ? await toKeyResponse(keyOwners.user, services, db, caller, row) : null;
    const filter = { keyId, failed: failed && failed === 'true' };
    const { rows, ...ends } = await findKeyRequests(db, clock, filter, page);
    const requests = rows.map(toApiKeyRequest);
    return { key, requests, missing: await countMissingRequests(db, clock, keyId), ...ends };
  });

  const before = requireGatewaySecret(services);
  if (!before) return;
  route(app, gatewayReportCalls.reportKeyRequests, { before }, async ({ body }) => {
    await addKeyRequests(db, clock, body);
    return {};
  });
}
