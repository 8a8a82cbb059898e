import type { orgMapping } from '@console/contract/shapes';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { AllowedOrganisations } from '../core/access/allowed-organisations.ts';
import { toRequesterResponse, toVisibleUserResponse } from '../core/access/visible-user.ts';
import type { Database } from '../core/database/schema.ts';
import { findUsersById } from '../core/database/user-response.ts';
import type { MappingRow } from './mappings.store.ts';

export type MappingResponse = z.input<typeof orgMapping>;

/** Inputs of a mapping's REST shape; `listedId` is the organisation of the list. */
interface MappingView {
  allowed: AllowedOrganisations;
  listedId: number;
  extensions: boolean;
}

/** REST shape of mappings, with users as far as the caller may read them. */
export async function toMappingResponses(
  db: Kysely<Database>,
  { allowed, listedId, extensions }: MappingView,
  rows: MappingRow[],
): Promise<MappingResponse[]> {
  const users = await findUsersById(
    db,
    rows.flatMap((row) => [
      row.requester_id,
      row.mapped_user_id,
      ...(row.activated ? [row.vendor_organizer_id, row.customer_organizer_id] : []),
    ]),
  );
  const userOf = (id: number | null) => toVisibleUserResponse(allowed, users.get(id));
  const party = (row: MappingRow, side: 'vendor' | 'customer') => ({
    id: row[`${side}_id`],
    brandname: row[`${side}_name`],
    ...(extensions && { is_disabled: row[`${side}_disabled`] }),
    ...(extensions && row.activated && { organizer: userOf(row[`${side}_organizer_id`]) }),
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
    requester: toRequesterResponse(allowed, row.requested_by_org_id, users.get(row.requester_id)),
    mapped_user: userOf(row.mapped_user_id),
    ...(extensions && { modules: row.modules }),
    show_activate_deactivate_button:
      row.activated === null &&
      row.requested_by_org_id !== listedId &&
      (row.vendor_id === listedId || row.customer_id === listedId),
  }));
}
