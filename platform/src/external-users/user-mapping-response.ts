import type { orgMapping, orgRef } from '@console/contract/shapes';
import type { z } from 'zod';
import type { AllowedOrganisations } from '../core/access/allowed-organisations.ts';
import { toRequesterResponse, toVisibleUserResponse } from '../core/access/visible-user.ts';
import type { UserRow } from '../core/database/user-response.ts';
import { mappingStatusText } from '../invitations/mapping-status-text.ts';
import type { ExternalUserRow } from './external-users.store.ts';

type MappingResponse = z.input<typeof orgMapping>;
type OrgRef = z.input<typeof orgRef>;

/** A user mapping in the shape of an organisation mapping; the vendor is the user's organisation or null. */
export function toUserMappingResponse(
  { allowed, extensions }: { allowed: AllowedOrganisations; extensions: boolean },
  row: ExternalUserRow,
  customer: OrgRef,
  requester: UserRow | undefined,
): Omit<MappingResponse, 'vendor' | 'vendor_id'> & { vendor_id: number | null; vendor: OrgRef | null } {
  return {
    id: row.mapping_id,
    vendor_id: row.ent_org_id,
    customer_id: row.mapped_org_id,
    activated: row.activated,
    status: mappingStatusText(row.activated, row.status),
    created_at: row.mapping_created_at.toISOString(),
    updated_at: row.mapping_updated_at.toISOString(),
    vendor: homeOrganisation(row, extensions),
    customer,
    requester: toRequesterResponse(allowed, row.mapped_org_id, requester),
    mapped_user: toVisibleUserResponse(allowed, row),
    show_activate_deactivate_button: row.activated === null,
    ...(extensions && { modules: row.modules }),
    ...(extensions && row.is_voided && row.activated === null && { must_resend: true }),
  };
}

export const homeOrganisation = (
  { ent_org_id: id, home_name: brandname, home_disabled }: ExternalUserRow,
  extensions: boolean,
): OrgRef | null =>
  id === null || brandname === null
    ? null
    : { id, brandname, ...(extensions && { is_disabled: home_disabled ?? false }) };
