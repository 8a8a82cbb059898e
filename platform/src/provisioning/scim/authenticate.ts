import { refusalTexts } from '@console/contract/rules';
import type { FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { isInAllowedList } from '../../core/access/allowed-address.ts';
import type { Services } from '../../core/access/services.ts';
import { usableKeyCondition } from '../../core/access/usable-keys.ts';
import { clientAddress } from '../../core/base/client-address.ts';
import { addMs, minuteMs } from '../../core/base/clock.ts';
import { hashSecret } from '../../core/base/keys.ts';
import { writeIfPossible } from '../../core/database/database.ts';
import type { Database } from '../../core/database/schema.ts';
import { expiredKey, revokedKey } from './refusals.ts';
import { ScimError } from './scim-error.ts';
import type { ScimActor } from './scim-user.ts';

/** The key of a request and, if valid, the identity provider. */
export interface ScimAccess {
  actor: ScimActor;
  refused: ScimError | null;
}

/** Reads the SCIM key of a request alone. Throws 401 for an unknown key or another purpose. */
export async function findScimAccess({ db, clock, settings }: Services, request: FastifyRequest): Promise<ScimAccess> {
  const [, key] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const now = clock();
  const address = clientAddress(request, settings.trustedGateways);
  const row = key === undefined ? undefined : await findKey(db, now, hashSecret(key), address);
  if (!row) throw new ScimError(401, 'Send a SCIM key as a bearer token.');
  const actor: ScimActor = {
    userId: null,
    via: 'scim',
    organisationId: String(row.organisationId),
    role: null,
    apiKeyId: row.id,
    requestId: request.id,
    clientAddress: address,
  };
  if (row.revokedAt) return { actor, refused: revokedKey };
  if (!row.isUsable) return { actor, refused: expiredKey };
  if (!row.isAllowed)
    return {
      actor,
      refused: new ScimError(
        401,
        `The IP address ${address} must be one of the allowed IP addresses of this SCIM key.`,
      ),
    };
  if (row.isOrganisationDisabled) return { actor, refused: new ScimError(401, refusalTexts.organisationDisabled) };
  if (!row.enabledAt) return { actor, refused: new ScimError(403, 'Provisioning is turned off.') };
  // A precision of one minute suffices.
  const outdated = addMs(now, -minuteMs);
  if (!row.lastUsedAt || row.lastUsedAt <= outdated)
    await writeIfPossible(db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', row.id).execute());
  if (!row.lastRequestAt || row.lastRequestAt <= outdated)
    await writeIfPossible(
      db
        .updateTable('scim_setting')
        .set({ last_request_at: now })
        .where('ent_org_id', '=', row.organisationId)
        .execute(),
    );
  return { actor, refused: null };
}

const findKey = (db: Kysely<Database>, now: Date, keyHash: string, address: string) =>
  db
    .selectFrom('api_key')
    .innerJoin('ent_org', 'ent_org.id', 'api_key.owner_org_id')
    .leftJoin('scim_setting', 'scim_setting.ent_org_id', 'ent_org.id')
    .select(['api_key.id', 'api_key.last_used_at as lastUsedAt', 'api_key.revoked_at as revokedAt'])
    .select(['ent_org.id as organisationId'])
    .select(['ent_org.is_disabled as isOrganisationDisabled', 'scim_setting.enabled_at as enabledAt'])
    .select(['scim_setting.last_request_at as lastRequestAt', sql<boolean>`${usableKeyCondition(now)}`.as('isUsable')])
    .select(isInAllowedList('api_key.allowed_addresses', address).as('isAllowed'))
    .where('api_key.key_hash', '=', keyHash)
    .where('api_key.purpose', '=', 'scim')
    .executeTakeFirst();
