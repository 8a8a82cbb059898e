import type { extensionCalls } from '@console/contract/calls/extensions';
import type { z } from 'zod';
import {
  type AllowedOrganisations,
  allowedOrganisations,
  authorizeOrganisation,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { toListedUserAnswer } from '../core/access/user-factors.ts';
import { invalidFields, notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { ExportedList } from '../core/database/list.ts';
import { defaultDirection, parseUserFilter } from './users.routes.ts';
import { usersStore } from './users.store.ts';

type Query = z.output<typeof extensionCalls.allUsers.query>;

/** The users of one organisation: without a state the active ones first, each in their own order. */
export async function exportUsers(
  services: Services,
  caller: Caller,
  query: Query,
  limit: number,
): Promise<ExportedList> {
  if (query.org_id === undefined) throw invalidFields({ org_id: ['is required'] });
  const organisationId = parseId(query.org_id);
  const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
  if (!(await usersStore(services.db, allowed).organisationExists(organisationId))) throw notFound();
  const filter = parseUserFilter(caller, query);
  const idsOf = (db: Services['db'], state: 'active' | 'inactive', most: number) => {
    const by = query.order_by ?? (state === 'active' ? 'created_at' : 'updated_at');
    const order = { by, direction: query.direction ?? defaultDirection(by) };
    return usersStore(db, allowed).ids({ organisationId, disabled: state === 'inactive' }, filter, order, most);
  };
  const ids = async (db: Services['db']) => {
    if (query.state) return idsOf(db, query.state, limit);
    const active = await idsOf(db, 'active', limit);
    const inactive = await idsOf(db, 'inactive', limit - active.length);
    const both = new Int32Array(active.length + inactive.length);
    both.set(active);
    both.set(inactive, active.length);
    return both;
  };
  return { ids, read: rowsOf(allowed, caller), organisationId };
}

/** The users of all organisations, or of one, in one order. */
export async function exportAllUsers(_: Services, caller: Caller, query: Query, limit: number): Promise<ExportedList> {
  const { org_id, state, order_by: by = 'updated_at', direction = 'asc' } = query;
  const allowed = allowedOrganisations(caller, 'users:list');
  const organisationId = org_id === undefined ? undefined : parseId(org_id);
  const list = { organisationId, disabled: state && state === 'inactive' };
  const filter = parseUserFilter(caller, query);
  return {
    ids: (db) => usersStore(db, allowed).ids(list, filter, { by, direction }, limit),
    read: rowsOf(allowed, caller),
    organisationId: organisationId ?? null,
  };
}

const rowsOf = (allowed: AllowedOrganisations, caller: Caller) => async (db: Services['db'], ids: number[]) =>
  (await usersStore(db, allowed).byIds(ids)).map(toListedUserAnswer(caller));
