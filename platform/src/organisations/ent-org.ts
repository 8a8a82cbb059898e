import { noUserLimit, userLimitText } from '@console/contract/rules';
import type { entOrg } from '@console/contract/shapes';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { fileUrl, toEntUsr, type UserRow } from '../core/ent-usr.ts';
import type { Database } from '../core/schema.ts';
import { type OrganisationRow, organisationsStore } from './organisations.store.ts';

/** An organisation as the calls tell of it. */
export type EntOrg = z.input<typeof entOrg>;

/** An organisation that is there, for a caller who may see it, as the calls tell of it. */
export async function readEntOrg(db: Kysely<Database>, id: number): Promise<EntOrg> {
  const organisations = organisationsStore(db, 'any');
  const row = await organisations.find(id);
  if (!row) throw new Error('The organisation is gone');
  return toEntOrg(row, (await organisations.organisersOf([row])).get(row.organizer_id));
}

/** An organisation as the calls tell of it. */
export function toEntOrg(row: OrganisationRow, organizer: UserRow | undefined) {
  const { pin, country, state, city, registered_address } = row;
  return {
    ...row,
    logo: toFile(row.logo_id, row.logo_name),
    icon: toFile(row.icon_id, row.icon_name),
    user_limit: row.user_limit ?? noUserLimit,
    user_limit_text: userLimitText(row.user_limit),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    sso: row.client_id && row.tenant_id ? { client_id: row.client_id, tenant_id: row.tenant_id } : null,
    organizer: organizer ? toEntUsr(organizer) : null,
    facility: { pin, country, state, city, registered_address },
  };
}

const toFile = (id: string | null, name: string | null) => {
  const url = fileUrl(id);
  return url && name ? { file_name: name, url } : null;
};
