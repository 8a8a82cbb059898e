import { texts } from '@console/contract/rules';
import type { orgMapping, orgRef } from '@console/contract/shapes';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Reach } from '../core/access/allowed-organisations.ts';
import { seenUser } from '../core/access/visible-user.ts';
import { toEntUsr, type UserRow } from '../core/database/ent-usr.ts';
import type { Database } from '../core/database/schema.ts';
import type { ExternalUserRow } from './external-users.store.ts';
import { type MappingRow, usersById } from './mappings.store.ts';

/** A mapping as the calls tell of it. */
export type OrgMapping = z.input<typeof orgMapping>;
type OrgRef = z.input<typeof orgRef>;

/** The status of a mapping that was rejected. */
export const rejected = 'Rejected';

/** Who reads mappings: how far they reach, the organisation whose list it is, and whether extensions are sent. */
interface MappingView {
  reach: Reach;
  listedId: number;
  extensions: boolean;
}

/** Mappings as one of the parties sees them. */
export async function tellMappings(
  db: Kysely<Database>,
  { reach, listedId, extensions }: MappingView,
  rows: MappingRow[],
): Promise<OrgMapping[]> {
  const people = await usersById(
    db,
    rows.flatMap((row) => [
      row.requester_id,
      row.mapped_user_id,
      ...(row.activated ? [row.vendor_organizer_id, row.customer_organizer_id] : []),
    ]),
  );
  const person = (id: number | null) => tellPerson(reach, people.get(id));
  const party = (row: MappingRow, side: 'vendor' | 'customer') => ({
    id: row[`${side}_id`],
    brandname: row[`${side}_name`],
    ...(extensions && { is_disabled: row[`${side}_disabled`] }),
    ...(extensions && row.activated && { organizer: person(row[`${side}_organizer_id`]) }),
  });
  return rows.map((row) => ({
    id: row.id,
    vendor_id: row.vendor_id,
    customer_id: row.customer_id,
    activated: row.activated,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    vendor: party(row, 'vendor'),
    customer: party(row, 'customer'),
    requester: person(row.requester_id),
    mapped_user: person(row.mapped_user_id),
    show_activate_deactivate_button:
      row.activated === null &&
      row.requested_by_org_id !== listedId &&
      (row.vendor_id === listedId || row.customer_id === listedId),
  }));
}

/** The mapping of a user in the shape of two organisations': the vendor is where they are from, null when they are of none. */
export function tellUserMapping(
  { reach, extensions }: Pick<MappingView, 'reach' | 'extensions'>,
  row: ExternalUserRow,
  customer: OrgRef,
  requester: UserRow | undefined,
): Omit<OrgMapping, 'vendor' | 'vendor_id'> & { vendor_id: number | null; vendor: OrgRef | null } {
  return {
    id: row.mapping_id,
    vendor_id: row.ent_org_id,
    customer_id: row.mapped_org_id,
    activated: row.activated,
    status: statusOf(row.activated),
    created_at: row.mapping_created_at.toISOString(),
    updated_at: row.mapping_updated_at.toISOString(),
    vendor: homeOf(row, extensions),
    customer,
    requester: tellPerson(reach, requester),
    mapped_user: tellPerson(reach, row),
    show_activate_deactivate_button: row.activated === null,
  };
}

/** The organisation that an external user is of; null for none. */
export const homeOf = (
  { ent_org_id: id, home_name: brandname, home_disabled }: ExternalUserRow,
  extensions: boolean,
): OrgRef | null =>
  id === null || brandname === null
    ? null
    : { id, brandname, ...(extensions && { is_disabled: home_disabled ?? false }) };

/** What the status says of an answer; null is none yet. */
export function statusOf(activated: boolean | null): string {
  if (activated === null) return texts.mappings.pending;
  return activated ? texts.mappings.accepted : rejected;
}

const tellPerson = (reach: Reach, user: UserRow | undefined) => (user ? toEntUsr(seenUser(reach, user)) : null);
