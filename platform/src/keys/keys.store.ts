import type { apiKey } from '@console/contract/calls/keys';
import { endedKeyListedDays } from '@console/contract/rules';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { AllowedOrganisations } from '../core/access/allowed-organisations.ts';
import { usableKeyCondition } from '../core/access/usable-keys.ts';
import { toVisibleUserAnswer } from '../core/access/visible-user.ts';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { findUsersById } from '../core/database/user-answer.ts';

/** A key in the REST shape. */
export type ApiKeyAnswer = z.input<typeof apiKey>;

type KeyRow = Row<'api_key'>;

/** Most keys in the list of a user, and of an organisation. */
export const mostListed = { user: 100, organisation: 1_000 };

/** Whether a key was revoked or has expired. */
export const isKeyRowEnded = ({ revoked_at, expires_at }: KeyRow, now: Date): boolean =>
  revoked_at !== null || (expires_at !== null && expires_at <= now);

/** Keys that are listed, usable ones first, then the newest. */
export const listedKeys = (db: Kysely<Database>, now: Date) => {
  const longAgo = addMs(now, -endedKeyListedDays * dayMs);
  const ended = sql`least(api_key.revoked_at, api_key.expires_at)`;
  return db
    .selectFrom('api_key')
    .selectAll('api_key')
    .where(sql<boolean>`coalesce(${ended} > ${longAgo}::timestamptz, true)`)
    .orderBy(usableKeyCondition(now), 'desc')
    .orderBy('api_key.id', 'desc');
};

/** A user's keys, usable ones first, then the newest. */
export const findUserKeys = (db: Kysely<Database>, now: Date, userId: number): Promise<KeyRow[]> =>
  listedKeys(db, now).where('api_key.ent_usr_id', '=', userId).limit(mostListed.user).execute();

/** The keys of an organisation's users in the same order. */
export const findOrganisationKeys = (db: Kysely<Database>, now: Date, organisationId: number): Promise<KeyRow[]> =>
  listedKeys(db, now)
    .innerJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
    .where('ent_usr.ent_org_id', '=', organisationId)
    .limit(mostListed.organisation)
    .execute();

/** Keys in the REST shape with their owners, as the caller may see them. */
export async function toApiKeyAnswers(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  keys: readonly KeyRow[],
): Promise<ApiKeyAnswer[]> {
  const owners = await findUsersById(db, [...new Set(keys.map(({ ent_usr_id }) => ent_usr_id))]);
  return keys.flatMap((key) => {
    const ent_usr = toVisibleUserAnswer(allowed, owners.get(key.ent_usr_id));
    return ent_usr ? [{ ...toKey(key), ent_usr }] : [];
  });
}

const toKey = ({ id, name, prefix, scopes, allowed_addresses, ...moments }: KeyRow) => ({
  allowed_addresses: allowed_addresses ?? [],
  id,
  name,
  prefix,
  scopes,
  created_at: moments.created_at.toISOString(),
  expires_at: moments.expires_at?.toISOString() ?? null,
  last_used_at: moments.last_used_at?.toISOString() ?? null,
  rotated_at: moments.rotated_at?.toISOString() ?? null,
  revoked_at: moments.revoked_at?.toISOString() ?? null,
  suspended_at: moments.suspended_at?.toISOString() ?? null,
});
