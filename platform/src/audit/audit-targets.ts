import { type ListName, lists } from '@console/contract/lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AllowedOrganisations, isAllowedOrganisation, isOfAll } from '../core/access/allowed-organisations.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Database } from '../core/database/schema.ts';
import type { AuditRow } from './audit.store.ts';

export interface NamedTarget {
  name: string;
  org_id: number | null;
}

export type TargetKey = Pick<AuditRow, 'target_type' | 'target_id' | 'subject_org_id'>;

interface NamedRow {
  id: number;
  name: string | null;
  org_id: number | null;
}

interface NamedRows {
  where(condition: RawBuilder<boolean>): { execute(): Promise<NamedRow[]> };
}

const personName = sql<string>`coalesce(nullif(concat_ws(' ', ent_usr.firstname, ent_usr.lastname), ''), ent_usr.email)`;

const finders: Readonly<Record<string, (db: Kysely<Database>) => NamedRows>> = {
  ent_org: (db) => db.selectFrom('ent_org').select(['id', 'brandname as name', 'id as org_id']),
  ent_usr: (db) => db.selectFrom('ent_usr').select(['id', personName.as('name'), 'ent_org_id as org_id']),
  api_key: (db) =>
    db
      .selectFrom('api_key')
      .leftJoin('ent_usr', 'ent_usr.id', 'api_key.ent_usr_id')
      .select(['api_key.id', 'api_key.name'])
      .select(sql<number | null>`coalesce(api_key.owner_org_id, ent_usr.ent_org_id)`.as('org_id')),
  webhook: (db) =>
    db.selectFrom('webhook').select(['id', sql<string>`split_part(url, '?', 1)`.as('name'), 'ent_org_id as org_id']),
  access_review: (db) => db.selectFrom('access_review').select(['id', 'name', 'ent_org_id as org_id']),
  asmt: (db) => db.selectFrom('asmt').select(['id', 'title as name', 'ent_org_id as org_id']),
  invitation: (db) =>
    db
      .selectFrom('invitation')
      .innerJoin('ent_usr', 'ent_usr.id', 'invitation.ent_usr_id')
      .select(['invitation.id', 'ent_usr.email as name', 'invitation.ent_org_id as org_id']),
  // The invited person and the other organisation are listed to the organisation that the event belongs to.
  user_mapping: (db) =>
    db
      .selectFrom('user_mapping')
      .innerJoin('ent_usr', 'ent_usr.id', 'user_mapping.ent_usr_id')
      .select(['user_mapping.id', personName.as('name'), 'user_mapping.mapped_org_id as org_id']),
};

/** Names the targets of events; those of organisations that are not allowed have no name. */
export async function findTargetNames(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  rows: readonly TargetKey[],
): Promise<(row: TargetKey) => NamedTarget | null> {
  const found = new Map<string, NamedTarget>();
  for (const [type, find] of Object.entries(finders)) {
    const ids = rows.filter((row) => row.target_type === type).map((row) => parseId(row.target_id ?? 0));
    if (ids.length === 0) continue;
    for (const { id, name, org_id } of await find(db).where(hasId(type, ids)).execute())
      if (name !== null && isAllowedOrganisation(allowed, org_id)) found.set(`${type} ${id}`, { name, org_id });
  }
  await nameMappings(db, allowed, rows, found);
  return ({ target_type, target_id }) =>
    target_type === 'list' ? listNamed(target_id) : (found.get(`${target_type} ${target_id}`) ?? null);
}

const listNamed = (list: string | null): NamedTarget | null =>
  list !== null && Object.hasOwn(lists, list) ? { name: lists[list as ListName].label, org_id: null } : null;

const hasId = (table: string, ids: readonly number[]) =>
  sql<boolean>`${sql.ref(`${table}.id`)} = any(${[...new Set(ids)]}::int[])`;

/** A mapping is named after the other organisation, not after that of the event. */
async function nameMappings(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  rows: readonly TargetKey[],
  found: Map<string, NamedTarget>,
): Promise<void> {
  const events = rows.filter((row) => row.target_type === 'org_mapping');
  if (events.length === 0) return;
  const ids = events.map(({ target_id }) => parseId(target_id ?? 0));
  const mappings = await db
    .selectFrom('org_mapping')
    .innerJoin('ent_org as vendor', 'vendor.id', 'org_mapping.vendor_id')
    .innerJoin('ent_org as customer', 'customer.id', 'org_mapping.customer_id')
    .select([
      'org_mapping.id',
      'vendor_id',
      'customer_id',
      'vendor.brandname as vendor',
      'customer.brandname as customer',
    ])
    .where(hasId('org_mapping', ids))
    .execute();
  for (const { id, vendor_id, customer_id, vendor, customer } of mappings) {
    const own = events.find(({ target_id }) => Number(target_id) === id)?.subject_org_id ?? null;
    const isParty = own === vendor_id || own === customer_id;
    if (!isOfAll(allowed) && !isParty) continue;
    if (!isAllowedOrganisation(allowed, own)) continue;
    found.set(`org_mapping ${id}`, { name: own === vendor_id ? customer : vendor, org_id: own });
  }
}
