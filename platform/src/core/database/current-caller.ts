import { type RoleKey, roleByName } from '@console/contract/access';
import type { SessionEnd } from '@console/contract/errors';
import { type Kysely, sql } from 'kysely';
import type { Actor } from '../base/audit-entry.ts';
import { forbidden, unauthenticated } from '../base/failure.ts';
import type { Database } from './schema.ts';

interface CurrentCaller {
  role: RoleKey | null;
  organisationId: string | null;
}

/**
 * Throws 401 if the caller's session, key or account has ended since the request was authenticated, 403 if the caller's
 * role or organisation has changed. A command calls it after its last lock and before its first write, which it would
 * see. A response that takes long calls it for each part.
 */
export async function requireUnchangedCaller(db: Kysely<Database>, caller: Actor): Promise<void> {
  const { role, organisationId } = await readCurrentCaller(db, caller);
  if (role !== caller.role || organisationId !== caller.organisationId)
    throw forbidden('Your role or your organisation has changed. Reload the page and try again.');
}

/** Reads role and organisation of a caller again. Throws 401 if their session, key or account has ended. */
export async function readCurrentCaller(db: Kysely<Database>, caller: Actor): Promise<CurrentCaller> {
  const now = caller.userId === null ? await readKey(db, caller) : await readUser(db, caller, caller.userId);
  const end = endOf(now);
  if (!now || end) throw unauthenticated(caller.sessionId === undefined ? undefined : end);
  return {
    role: roleByName(now.roleId, now.label),
    organisationId: now.organisationId === null ? null : String(now.organisationId),
  };
}

/** Throws 401 if the actor is a caller whose session, key or account has ended. */
export async function requireActiveActor(db: Kysely<Database>, actor: Actor): Promise<void> {
  if (actor.via !== 'public' && actor.via !== 'system' && actor.via !== 'scim') await readCurrentCaller(db, actor);
}

function endOf(
  now: { isInactive: boolean; isOrganisationDisabled: boolean | null; isEnded: boolean } | undefined,
): SessionEnd | undefined {
  if (!now || now.isInactive) return 'USER_INACTIVE';
  if (now.isOrganisationDisabled) return 'ORG_INACTIVE';
  return now.isEnded ? 'ENDED' : undefined;
}

const readUser = (db: Kysely<Database>, { sessionId, apiKeyId }: Actor, userId: number) =>
  db
    .selectFrom('ent_usr')
    .leftJoin('ent_org', 'ent_org.id', 'ent_usr.ent_org_id')
    .leftJoin('role', 'role.id', 'ent_usr.role_id')
    .select(['role.id_str as roleId', 'role.label', 'ent_usr.ent_org_id as organisationId'])
    .select('ent_org.is_disabled as isOrganisationDisabled')
    .select(
      sql<boolean>`(ent_usr.is_disabled or sign_in_blocked_at is not null or erased_at is not null)`.as('isInactive'),
    )
    .select(
      sql<boolean>`(${sessionId ?? null}::int is not null and not exists (
          select from session where id = ${sessionId ?? null}::int and ended_at is null)
        or ${apiKeyId ?? null}::int is not null and not exists (
          select from api_key where id = ${apiKeyId ?? null}::int and revoked_at is null and suspended_at is null))`.as(
        'isEnded',
      ),
    )
    .where('ent_usr.id', '=', userId)
    .executeTakeFirst();

const readKey = (db: Kysely<Database>, { apiKeyId = 0 }: Actor) =>
  db
    .selectFrom('api_key')
    .innerJoin('ent_org', 'ent_org.id', 'api_key.owner_org_id')
    .select(['api_key.role as roleId', sql<null>`null`.as('label'), 'api_key.owner_org_id as organisationId'])
    .select(['ent_org.is_disabled as isOrganisationDisabled', sql<boolean>`false`.as('isInactive')])
    .select(sql<boolean>`(revoked_at is not null or suspended_at is not null)`.as('isEnded'))
    .where('api_key.id', '=', apiKeyId)
    .executeTakeFirst();
