import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Services } from '../core/access/services.ts';
import { addMs, hourMs } from '../core/base/clock.ts';
import type { Database } from '../core/database/schema.ts';
import { findProvisionedUser } from './provisioned-users.store.ts';
import { expiredKey, revokedKey } from './scim/refusals.ts';
import type { ScimError } from './scim/scim-error.ts';
import type { ScimActor } from './scim/scim-user.ts';
import { isObject } from './scim/values.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Identity provider of a request to /scim/v2. */
    scimActor: ScimActor | null;
    scimRefusal: ScimError | null;
  }
}

/** Stored failed requests per organisation. */
const stored = 20;
const maxText = 500;

/** Records a failed request, one line per user and reason, not of revoked keys. Failures here change no response. */
export async function recordFailure(
  { db, clock }: Services,
  request: FastifyRequest,
  failure: { status: number; message: string },
): Promise<void> {
  const { scimActor, method, url } = request;
  const { status, message } = failure;
  // Providers read by id to check whether a user still exists.
  if (!scimActor || failure === revokedKey || (status === 404 && method === 'GET')) return;
  const ent_org_id = Number(scimActor.organisationId);
  const of = () => db.selectFrom('scim_failure').where('ent_org_id', '=', ent_org_id);
  try {
    const path = (url.split('?')[0] ?? '').slice(0, maxText);
    const user_name = (await nameOf(db, request, ent_org_id))?.slice(0, maxText) ?? null;
    const reason = message.slice(0, maxText);
    const last = { at: clock(), method, path, user_name };
    const line = hashOf([user_name?.toLowerCase(), status, reason]);
    await db
      .insertInto('scim_failure')
      .values({ ent_org_id, ...last, status, reason, line })
      .onConflict((same) =>
        same
          .columns(['ent_org_id', 'line'])
          .doUpdateSet({ ...last, count: sql`scim_failure.count + 1`, ended_at: null }),
      )
      .execute();
    await db
      .deleteFrom('scim_failure')
      .where('id', 'in', of().select('id').orderBy('at', 'desc').orderBy('id', 'desc').offset(stored))
      .execute();
  } catch (err) {
    request.log.error({ err }, 'failed SCIM request not recorded');
  }
}

const hashOf = (values: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');

/** The userName of a request, otherwise that of the user with its id. */
async function nameOf(db: Services['db'], { body, params }: FastifyRequest, organisationId: number) {
  const sent = isObject(body) ? body.userName : undefined;
  if (typeof sent === 'string' && sent.isWellFormed() && !sent.includes('\u0000')) return sent;
  const { id } = params as { id?: string };
  return id === undefined ? undefined : (await findProvisionedUser(db, organisationId, id))?.userName;
}

/** Ends the failures that a successful request is like: about the same user, or without one at the same URL. */
async function endFailures({ db, clock }: Services, request: FastifyRequest, organisationId: number): Promise<void> {
  const open = await db
    .selectFrom('scim_failure')
    .select(['id', 'user_name', 'method', 'path'])
    .where('ent_org_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .where('status', '>=', 400)
    .execute();
  if (open.length === 0) return;
  const name = (await nameOf(db, request, organisationId))?.toLowerCase();
  const url = request.url.split('?')[0];
  const ended = open.filter(({ user_name, method, path }) =>
    user_name === null || request.method === 'GET'
      ? method === request.method && path === url
      : user_name.toLowerCase() === name,
  );
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => id);
  await db.updateTable('scim_failure').set({ ended_at: clock() }).where('id', 'in', ids).execute();
}

/** Counts a request by hour, without a row of its own. */
const countKeyRequest = (db: Kysely<Database>, now: Date, api_key_id: number) =>
  db
    .insertInto('missing_key_requests')
    .values({ api_key_id, hour: new Date(Math.floor(now.getTime() / hourMs) * hourMs), count: 1 })
    .onConflict((same) =>
      same
        .columns(['api_key_id', 'hour'])
        .doUpdateSet({ count: sql`least(missing_key_requests.count, 999999999) + 1` }),
    )
    .execute();

export async function logKeyRequest(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { db, clock } = services;
  const { scimActor, scimRefusal, method, routeOptions, log } = request;
  if (!scimActor) return;
  const hasEnded = scimRefusal === revokedKey || scimRefusal === expiredKey;
  const ms = Math.round(reply.elapsedTime);
  const code = scimRefusal && (scimRefusal.scimType ?? String(scimRefusal.status));
  const row = { api_key_id: scimActor.apiKeyId, at: addMs(clock(), -ms), code, cost: null, ms };
  const operation = `${method} ${routeOptions.url ?? '/scim/v2'}`;
  try {
    // An identity provider continues to send with an ended key.
    if (hasEnded) await countKeyRequest(db, clock(), scimActor.apiKeyId);
    else
      await db
        .insertInto('key_request')
        .values({ ...row, operation, request_id: scimActor.requestId })
        .execute();
    if (scimRefusal === null && reply.statusCode < 400)
      await endFailures(services, request, Number(scimActor.organisationId));
  } catch (err) {
    log.error({ err }, 'SCIM request not logged');
  }
}
