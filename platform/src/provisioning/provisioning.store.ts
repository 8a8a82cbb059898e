import type { Provisioning } from '@console/contract/generated/schema-types';
import type { Kysely } from 'kysely';
import { addMs, dayMs } from '../core/base/clock.ts';
import type { PlatformSettings } from '../core/base/settings.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById, personName, roleOf, selectUsers, type UserRow } from '../core/database/user-response.ts';
import { readCauses } from './provisioning-causes.ts';
import { readIssues } from './provisioning-issues.ts';
import { readProvisioningSettings } from './provisioning-settings.store.ts';
import { tooManyDeactivations } from './scim/refusals.ts';

const failuresListed = 20;

interface Read {
  settings: Pick<PlatformSettings, 'publicUrl'>;
  now: Date;
}

export async function findActiveOrganisers(db: Kysely<Database>, organisationId: number): Promise<UserRow[]> {
  const users = await selectUsers(db)
    .where('ent_usr.ent_org_id', '=', organisationId)
    .where('ent_usr.is_disabled', '=', false)
    .where('role.id_str', '=', 'ORGANISER')
    .orderBy('ent_usr.firstname')
    .orderBy('ent_usr.lastname')
    .orderBy('ent_usr.id')
    .execute();
  return users.filter((user) => roleOf(user) === 'ORGANISER');
}

/** Provisioning of an existing organisation, without an access check. */
export async function readProvisioning(
  db: Kysely<Database>,
  organisationId: number,
  { settings, now }: Read,
): Promise<Provisioning> {
  const scim = await readProvisioningSettings(db, organisationId);
  const { enabledAt, roles, unmanagedUserIds } = scim;
  const organisers = await findActiveOrganisers(db, organisationId);
  const people = await findUsersById(db, enabledAt ? [scim.enabledBy] : []);
  const enabledBy = people.get(scim.enabledBy);
  return {
    id: String(organisationId),
    url: new URL('/scim/v2', settings.publicUrl).href,
    enabled: enabledAt !== null,
    enabledAt: enabledAt?.toISOString() ?? null,
    enabledBy: enabledBy ? personName(enabledBy, organisationId) : null,
    defaultRole: scim.defaultRole,
    defaultDesignation: scim.defaultDesignation,
    defaultDepartment: scim.defaultDepartment,
    defaultSupervisor: scim.defaultSupervisor,
    roles: [...roles].map(([value, role]) => ({ value, role })).sort((a, b) => (a.value < b.value ? -1 : 1)),
    organisers: organisers.map((user) => ({
      userId: String(user.id),
      fullName: personName(user, organisationId),
      email: user.email,
      isManaged: !unmanagedUserIds.includes(user.id),
    })),
    lastRequestAt: scim.lastRequestAt?.toISOString() ?? null,
    managedUserCount: await countManaged(db, organisationId),
    deactivationsPausedAt:
      (await findPause(db, organisationId, scim.deactivationsConfirmedAt, now))?.toISOString() ?? null,
    failures: await findFailures(db, organisationId),
    ...(await readIssues(db, organisationId)),
    causes: await readCauses(db, organisationId),
  };
}

async function countManaged(db: Kysely<Database>, organisationId: number): Promise<number> {
  const { users } = await db
    .selectFrom('scim_user')
    .select(({ fn }) => fn.countAll<string>().as('users'))
    .where('ent_org_id', '=', organisationId)
    .where('managed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(users);
}

/** Time of the last deactivation beyond the limit; undefined if there was none in the last day, or since an Organiser resumed deactivations. */
export async function findPause(
  db: Kysely<Database>,
  organisationId: number,
  confirmedAt: Date | null,
  now: Date,
): Promise<Date | undefined> {
  const dayAgo = addMs(now, -dayMs);
  const refusal = await db
    .selectFrom('scim_failure')
    .select('at')
    .where('ent_org_id', '=', organisationId)
    .where('status', '=', 429)
    .where('reason', '=', tooManyDeactivations().message)
    .where('at', '>', confirmedAt !== null && confirmedAt > dayAgo ? confirmedAt : dayAgo)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return refusal?.at;
}

async function findFailures(db: Kysely<Database>, organisationId: number): Promise<Provisioning['failures']> {
  const rows = await db
    .selectFrom('scim_failure')
    .selectAll()
    .where('ent_org_id', '=', organisationId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(failuresListed)
    .execute();
  return rows.map(({ id, at, count, method, path, user_name, status, reason }) => ({
    id: String(id),
    at: at.toISOString(),
    count,
    method,
    path,
    userName: user_name,
    status,
    reason,
  }));
}
