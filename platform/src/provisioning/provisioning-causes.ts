import type { Provisioning, ProvisioningCauseKind } from '@console/contract/generated/schema-types';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Clock } from '../core/base/clock.ts';
import { storedDomainsOf } from '../core/database/email-spelling.ts';
import type { Database } from '../core/database/schema.ts';
import { isOpenCause } from '../overview/open-provisioning-issues.ts';
import type { ProvisioningContext } from './provisioning-context.ts';

const causesListed = 100;
const maxValue = 500;

interface CauseOf {
  ent_org_id: number;
  ent_usr_id: number;
  kind: ProvisioningCauseKind;
}

async function noteCause(trx: Transaction<Database>, clock: Clock, cause: CauseOf & { value: string }): Promise<void> {
  const role_id = sql<number | null>`(select role_id from ent_usr where ent_usr.id = ${cause.ent_usr_id})`;
  const change = { value: cause.value.slice(0, maxValue), role_id, at: clock() };
  await trx
    .insertInto('provisioning_cause')
    .values({ ...cause, ...change })
    .onConflict((of) => of.columns(['ent_usr_id', 'ent_org_id', 'kind']).doUpdateSet(change))
    .execute();
}

/** Notes that a user got the default role, because no mapping has the values of the provider; null ends it. */
export async function noteUnknownRole(
  trx: Transaction<Database>,
  clock: Clock,
  user: { ent_org_id: number; ent_usr_id: number },
  unknown: string | null | undefined,
): Promise<void> {
  if (unknown) await noteCause(trx, clock, { ...user, kind: 'UNKNOWN_ROLE', value: unknown });
  if (unknown !== null) return;
  await trx
    .deleteFrom('provisioning_cause')
    .where('ent_usr_id', '=', user.ent_usr_id)
    .where('ent_org_id', '=', user.ent_org_id)
    .where('kind', '=', 'UNKNOWN_ROLE')
    .execute();
}

/** Notes that a new user has an address outside the email domains of the organisation, if it has any. */
export async function noteOutsideDomains(
  trx: Transaction<Database>,
  clock: Clock,
  { organisation }: Pick<ProvisioningContext, 'organisation'>,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const domains = storedDomainsOf(organisation.email_domain);
  const value = email.slice(email.lastIndexOf('@') + 1);
  if (domains.length === 0 || domains.includes(value)) return;
  await noteCause(trx, clock, { ent_org_id: organisation.id, ent_usr_id: id, kind: 'OUTSIDE_DOMAINS', value });
}

/** Causes that still hold, the newest first. */
export async function readCauses(
  db: Kysely<Database>,
  organisationId: number,
): Promise<NonNullable<Provisioning['causes']>> {
  const rows = await db
    .selectFrom('provisioning_cause')
    .select(['kind', 'value', sql<number>`count(*)::int`.as('users'), sql<Date>`max(at)`.as('last_at')])
    .where('ent_org_id', '=', organisationId)
    .where(isOpenCause)
    .groupBy(['kind', 'value'])
    .orderBy('last_at', 'desc')
    .orderBy('value')
    .limit(causesListed)
    .execute();
  return rows.map(({ kind, value, users, last_at }) => ({
    kind,
    value,
    userCount: users,
    lastAt: last_at.toISOString(),
  }));
}

/** Ends the items of an email domain. */
export const endOutsideDomain = (trx: Transaction<Database>, organisationId: number, domain: string) =>
  trx
    .deleteFrom('provisioning_cause')
    .where('ent_org_id', '=', organisationId)
    .where('kind', '=', 'OUTSIDE_DOMAINS')
    .where('value', '=', domain)
    .executeTakeFirstOrThrow();
