import type { AuditAction } from '@console/contract/audit-actions';
import { type Kysely, sql } from 'kysely';
import { type AllowedOrganisations, isInAllowedOrganisation } from '../core/access/allowed-organisations.ts';
import { type CursorRange, Keyset, type SortDirection, type SortOrder } from '../core/database/keyset.ts';
import { allOf, orderedIds, type Page, type PageRange, readPage } from '../core/database/list.ts';
import type { Database, Row } from '../core/database/schema.ts';
import { isFirstOfUpload, isOfUpload } from './upload-events.ts';

export type AuditRow = Row<'audit_entry'>;

export interface AuditFilter {
  organisationId?: number | undefined;
  actorId?: number | undefined;
  target?: { type: string; id: string } | undefined;
  actions?: AuditAction[] | undefined;
  channels?: AuditRow['via'][] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  isRefused?: boolean | undefined;
  /** Whether to return only the first event of each upload. */
  uploadsOnce?: boolean | undefined;
  /** Id of any event of the upload to filter by. */
  uploadOf?: number | undefined;
}

/** Each filter has an index of its column and the time; the organisation's also has the position. */
export const auditOrders = {
  at: { by: [sql.ref('audit_entry.at')], type: 'timestamptz' },
  position: { by: [sql.ref('audit_entry.position')], type: 'int' },
} as const satisfies Record<string, SortOrder>;

export interface AuditOrder {
  by: keyof typeof auditOrders;
  direction: SortDirection;
}

export async function findAuditEvents(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  filter: AuditFilter,
  { by, direction }: AuditOrder,
  page: PageRange & { limit: number },
): Promise<Page<AuditRow>> {
  const keyset = new Keyset(auditOrders[by], direction, 'audit_entry.id');
  const found = db.selectFrom('audit_entry').where(matchingEvents(allowed, filter, by));
  return readPage(found.selectAll(), page, keyset, found.select('id'));
}

/** Allowed events in order (with `last` from the end), `size` at a time. */
export async function* auditEventsInParts(
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  filter: AuditFilter,
  { by, direction }: AuditOrder,
  { after, before, last }: CursorRange,
  size: number,
): AsyncGenerator<AuditRow[]> {
  const keyset = new Keyset(auditOrders[by], direction, 'audit_entry.id');
  const found = db
    .selectFrom('audit_entry')
    .selectAll()
    .where(matchingEvents(allowed, filter, by));
  let range: CursorRange = { after, before };
  for (;;) {
    const rows = await found.where(keyset.within(range)).orderBy(keyset.orderBy(last)).limit(size).execute();
    yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < size) return;
    const place = { values: [by === 'at' ? end.at.toISOString() : end.position], id: end.id };
    range = last ? { after, before: place } : { after: place, before };
  }
}

export const auditEventIds = (
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  filter: AuditFilter,
  { by, direction }: AuditOrder,
  limit: number,
): Promise<Int32Array> =>
  orderedIds(
    db,
    db
      .selectFrom('audit_entry')
      .select('id')
      .where(matchingEvents(allowed, filter, by)),
    new Keyset(auditOrders[by], direction, 'audit_entry.id'),
    limit,
  );

export const auditEventsByIds = (
  db: Kysely<Database>,
  allowed: AllowedOrganisations,
  ids: readonly number[],
): Promise<AuditRow[]> =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where(isInAllowedOrganisation(allowed, 'audit_entry.subject_org_id'))
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .execute();

const matchingEvents = (allowed: AllowedOrganisations, filter: AuditFilter, by: AuditOrder['by']) =>
  sql<boolean>`${isInAllowedOrganisation(allowed, 'audit_entry.subject_org_id')} and ${matching(filter)}
    and ${filter.actorId === undefined || allowed === 'any' ? sql`true` : isOfAllowed(filter.actorId, allowed)}
    and ${by === 'at' ? sql`true` : sql`audit_entry.position is not null`}`;

/** Whether a user belongs to an allowed organisation: an actor who is shown only as a role is not found by id. */
const isOfAllowed = (userId: number, allowed: AllowedOrganisations) =>
  sql<boolean>`exists (select from ent_usr where id = ${userId} and ${isInAllowedOrganisation(allowed, 'ent_org_id')})`;

const matching = (filter: AuditFilter) => {
  const { organisationId, actorId, target, actions, channels, from, to, isRefused, uploadsOnce, uploadOf } = filter;
  return allOf([
    organisationId !== undefined && sql<boolean>`subject_org_id = ${organisationId}`,
    actorId !== undefined && sql<boolean>`ent_usr_id = ${actorId}`,
    target && sql<boolean>`(target_type = ${target.type} and target_id = ${target.id})`,
    actions && anyOf('event', actions),
    channels && anyOf('via', channels),
    from !== undefined && sql<boolean>`at >= ${from}::timestamptz`,
    to !== undefined && sql<boolean>`at < ${to}::timestamptz`,
    isRefused !== undefined && (isRefused ? sql<boolean>`code is not null` : sql<boolean>`code is null`),
    uploadsOnce && isFirstOfUpload,
    uploadOf !== undefined && isOfUpload(uploadOf),
  ]);
};

// Only a comparison with one value lets the index be read in its order.
const anyOf = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values}::text[])`;
