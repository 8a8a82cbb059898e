import type { extensionCalls } from '@console/contract/calls/extensions';
import type { z } from 'zod';
import { allowedOrganisations, authorizeOrganisation } from '../core/access/allowed-organisations.ts';
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
  { db }: Services,
  caller: Caller,
  query: Query,
  limit: number,
): Promise<ExportedList> {
  if (query.org_id === undefined) throw invalidFields({ org_id: ['is required'] });
  const organisationId = parseId(query.org_id);
  const users = usersStore(db, authorizeOrganisation(caller, 'users:view', organisationId));
  if (!(await users.organisationExists(organisationId))) throw notFound();
  const idsOf = (state: 'active' | 'inactive', most: number) => {
    const by = query.order_by ?? (state === 'active' ? 'created_at' : 'updated_at');
    const order = { by, direction: query.direction ?? defaultDirection(by) };
    return users.ids({ organisationId, disabled: state === 'inactive' }, parseUserFilter(caller, query), order, most);
  };
  if (query.state) return { ids: await idsOf(query.state, limit), read: rowsOf(users, caller), organisationId };
  const active = await idsOf('active', limit);
  const inactive = await idsOf('inactive', limit - active.length);
  const ids = new Int32Array(active.length + inactive.length);
  ids.set(active);
  ids.set(inactive, active.length);
  return { ids, read: rowsOf(users, caller), organisationId };
}

/** The users of all organisations, or of one, in one order. */
export async function exportAllUsers(
  { db }: Services,
  caller: Caller,
  query: Query,
  limit: number,
): Promise<ExportedList> {
  const { org_id, state, order_by: by = 'updated_at', direction = 'asc' } = query;
  const users = usersStore(db, allowedOrganisations(caller, 'users:list'));
  const organisationId = org_id === undefined ? undefined : parseId(org_id);
  const list = { organisationId, disabled: state && state === 'inactive' };
  const ids = await users.ids(list, parseUserFilter(caller, query), { by, direction }, limit);
  return { ids, read: rowsOf(users, caller), organisationId: organisationId ?? null };
}

const rowsOf = (users: ReturnType<typeof usersStore>, caller: Caller) => async (ids: number[]) =>
  (await users.byIds(ids)).map(toListedUserAnswer(caller));
