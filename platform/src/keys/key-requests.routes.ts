import { gatewayReportCalls } from '@console/contract/calls/gateway-reports';
import { keyRequestsCalls } from '@console/contract/calls/key-requests';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { parseId } from '../core/base/parse-id.ts';
import { defaultPageLimit, parsePageRange } from '../core/database/list.ts';
import { requireGatewaySecret } from '../core/http/gateway-secret.ts';
import { route } from '../core/http/route.ts';
import { authorizeKey } from './authorize-key.ts';
import { authorizeOrganisationKey } from './change-organisation-keys.ts';
import {
  addKeyRequests,
  countMissingRequests,
  findKeyRequests,
  keyRequestOrder,
  toApiKeyRequest,
} from './key-requests.store.ts';
import type { ApiKeyAnswer } from './keys.store.ts';

/** The request logs of API keys, and what gateways report for them; extensions. */
export function keyRequestsRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, settings } = services;
  if (!settings.extensions) return;

  route(app, keyRequestsCalls.keyRequests, {}, async ({ caller, query }) => {
    const { limit = defaultPageLimit, failed } = query;
    const page = { ...parsePageRange({ ...query, limit }, keyRequestOrder), limit: Number(limit) };
    const keyId = parseId(query.key_id);
    const key = await readKeyOfUser(db, caller, keyId);
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

/** The key of the log; null if it belongs to an organisation. Throws an audited 403 by role, 404. */
async function readKeyOfUser(db: Services['db'], caller: Caller, keyId: number): Promise<ApiKeyAnswer | null> {
  const found = await db.selectFrom('api_key').select('owner_org_id').where('id', '=', keyId).executeTakeFirst();
  if (found && found.owner_org_id !== null) {
    await authorizeOrganisationKey(db, caller, 'keys:view', keyId);
    return null;
  }
  const { key, answerOf } = await authorizeKey(db, caller, 'keys:view', keyId);
  return answerOf(key);
}
