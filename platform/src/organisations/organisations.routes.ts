import { organisationsCalls } from '@console/contract/calls/organisations';
import { noUserLimit, userLimitText } from '@console/contract/rules';
import type { FastifyInstance } from 'fastify';
import { fileUrl, toEntUsr, type UserRow } from '../core/ent-usr.ts';
import { notFound } from '../core/failure.ts';
import { reachOf, route, toId } from '../core/route.ts';
import type { Services } from '../core/services.ts';
import { type OrganisationRow, organisationsStore } from './organisations.store.ts';

/** Organisations. */
export function organisationsRoutes(app: FastifyInstance, { db }: Services): void {
  route(app, organisationsCalls.orgDetail, { action: 'organisations:view' }, async ({ caller, query }) => {
    const id = toId(query.org_id);
    const organisations = organisationsStore(db, reachOf(caller, 'organisations:view', id));
    const row = await organisations.find(id);
    if (!row) throw notFound();
    return {
      org: {
        ...toEntOrg(row, await organisations.organizerOf(row)),
        config: {
          notification_frequency: row.notification_frequency,
          otp_required: row.otp_required,
          user_limit: row.user_limit ?? noUserLimit,
        },
      },
    };
  });
}

/** An organisation as the calls tell of it. */
function toEntOrg(row: OrganisationRow, organizer: UserRow | undefined) {
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
