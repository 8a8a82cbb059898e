import { endedStatus } from '@console/contract/mapping-endings';
import { type Kysely, sql } from 'kysely';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import type { Database } from '../core/database/schema.ts';

export type MappingRow = Awaited<ReturnType<ReturnType<typeof selectMappings>['executeTakeFirstOrThrow']>>;

export function mappingsStore(db: Kysely<Database>, allowed: AllowedOrganisations) {
  const [vendor, customer] = ['vendor_id', 'customer_id'].map((party) =>
    isInAllowedOrganisation(allowed, `org_mapping.${party}`),
  );
  const visible = sql<boolean>`(${vendor} or ${customer})`;
  const list = (organisationId: number) =>
    selectMappings(db)
      .where(visible)
      .where(partyIs(organisationId))
      .orderBy('org_mapping.updated_at', 'desc')
      .orderBy('org_mapping.id', 'desc');

  return {
    accepted: (organisationId: number) => list(organisationId).where('org_mapping.activated', '=', true).execute(),

    /** Pending and ended mappings, and rejected requests of the organisation; with `rejected` also requests that it has rejected. */
    pending: (organisationId: number, { rejected }: { rejected: boolean }) =>
      list(organisationId)
        .where((or) =>
          or.or([
            or('org_mapping.activated', 'is', null),
            or.and([
              or('org_mapping.activated', '=', false),
              ...(rejected
                ? []
                : [
                    or.or([
                      or('org_mapping.requested_by_org_id', '=', organisationId),
                      or('org_mapping.status', '=', endedStatus),
                    ]),
                  ]),
            ]),
          ]),
        )
        .execute(),

    /** Pending or accepted mapping of a pair, in either direction. */
    between: (one: number, other: number) =>
      selectMappings(db)
        .where(visible)
        .where('org_mapping.vendor_id', 'in', [one, other])
        .where('org_mapping.customer_id', 'in', [one, other])
        .where('org_mapping.activated', 'is distinct from', false)
        .executeTakeFirst(),
  };
}

export const selectMappings = (db: Kysely<Database>) =>
  db
    .selectFrom('org_mapping')
    .innerJoin('ent_org as vendor', 'vendor.id', 'org_mapping.vendor_id')
    .innerJoin('ent_org as customer', 'customer.id', 'org_mapping.customer_id')
    .selectAll('org_mapping')
    .select([
      'vendor.brandname as vendor_name',
      'vendor.is_disabled as vendor_disabled',
      'vendor.organizer_id as vendor_organizer_id',
      'customer.brandname as customer_name',
      'customer.is_disabled as customer_disabled',
      'customer.organizer_id as customer_organizer_id',
    ]);

const partyIs = (organisationId: number) =>
  sql<boolean>`(org_mapping.vendor_id = ${organisationId} or org_mapping.customer_id = ${organisationId})`;
