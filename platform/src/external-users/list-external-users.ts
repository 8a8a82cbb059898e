import type { extensionCalls } from '@console/contract/calls/extensions';
import { lists } from '@console/contract/lists';
import type { z } from 'zod';
import { authorizeOrganisation } from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { visibleUser } from '../core/access/visible-user.ts';
import { notFound } from '../core/base/failure.ts';
import { parseFilters } from '../core/base/parse-filters.ts';
import { parseId } from '../core/base/parse-id.ts';
import { type ExportedList, listLengthIfKnown, parsePage } from '../core/database/list.ts';
import { toUserResponse } from '../core/database/user-response.ts';
import { defaultDirection } from '../users/users.routes.ts';
import { usersStore } from '../users/users.store.ts';
import { type ExternalUserRow, externalUserOrders, externalUsersStore } from './external-users.store.ts';
import { homeOrganisation } from './user-mapping-response.ts';

type ListQuery = Omit<z.output<typeof extensionCalls.externalUsers.query>, 'org_id'>;

export async function listExternalUsers({ db, settings }: Services, caller: Caller, organisationId: number) {
  const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
  const rows = await externalUsersStore(db, allowed).list(organisationId);
  return rows.map(toResponse({ allowed, extensions: settings.extensions }));
}

export async function pageExternalUsers(services: Services, caller: Caller, organisationId: number, query: ListQuery) {
  const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
  const store = externalUsersStore(services.db, allowed, caller.userId);
  const { filter, order } = parseFilter(query);
  const page = parsePage(query, externalUserOrders[order.by]);
  const { rows, has_next, has_previous } = await store.page(organisationId, filter, order, page);
  return {
    users: rows.map(toResponse({ allowed, extensions: true })),
    total_count: listLengthIfKnown(rows.length, page) ?? (await store.count(organisationId, filter)),
    has_next,
    has_previous,
  };
}

export async function exportExternalUsers(
  { db: primary }: Services,
  caller: Caller,
  { org_id, ...query }: ListQuery & { org_id: string | number },
  limit: number,
): Promise<ExportedList> {
  const organisationId = parseId(org_id);
  const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
  if (!(await usersStore(primary, allowed).organisationExists(organisationId))) throw notFound();
  const { filter, order } = parseFilter(query);
  const answer = toResponse({ allowed, extensions: true });
  return {
    ids: (db) => externalUsersStore(db, allowed, caller.userId).ids(organisationId, filter, order, limit),
    read: async (db, ids) =>
      (await externalUsersStore(db, allowed).byIds(organisationId, ids)).map((row) => ({ id: row.id, ...answer(row) })),
    organisationId,
  };
}

function parseFilter(query: ListQuery) {
  const { order_by: by = 'updated_at', direction = defaultDirection(by) } = query;
  return { filter: parseFilters(lists.external_users, query), order: { by, direction } };
}

const toResponse =
  ({ allowed, extensions }: { allowed: Parameters<typeof visibleUser>[0]; extensions: boolean }) =>
  (row: ExternalUserRow) => ({
    user: toUserResponse(visibleUser(allowed, row)),
    ...(extensions && {
      home_org: homeOrganisation(row, true),
      requester_id: row.requester_id,
      modules: row.modules,
      ...(row.is_voided && row.activated === null && { must_resend: true }),
    }),
    activated: row.activated,
    created_at: row.mapping_created_at.toISOString(),
    updated_at: row.mapping_updated_at.toISOString(),
  });
