import { scopeOf } from '@console/contract/access';
import { type bulkActionCalls, bulkActionPermissions } from '@console/contract/calls/bulk-actions';
import { validateUser } from '@console/contract/fields/user-rules';
import { bulkActionMaxRows } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import {
  allowedOrganisations,
  auditedForbidden,
  authorizeOrganisation,
  requireGivableRole,
} from '../core/access/allowed-organisations.ts';
import type { Caller } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import { consumeReauthentication } from '../core/access/reauthentication.ts';
import type { Services } from '../core/access/services.ts';
import { conflict, invalidFields } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { Queue } from '../core/database/queue.ts';
import type { Database } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { invitationsStore, parseInvitationFilter } from '../invitations/invitations.store.ts';
import { limitInvitationsOf } from '../invitations/limit-invitations.ts';
import { findRequestedRole } from '../users/roles.ts';
import { parseUserQuery } from '../users/users.routes.ts';
import { usersStore } from '../users/users.store.ts';
import { type BulkJobResponse, bulkActionsStore, noCounts, toBulkJobResponse } from './bulk-actions.store.ts';
import { bulkCommands } from './bulk-commands.ts';

type Body = z.output<typeof bulkActionCalls.startBulkAction.body>;

/** Stores the row ids and queues the job. Throws 403 by role, 409 if the filter finds another number, 422, WRONG_PASSWORD, 429. */
export const startBulkAction = (
  services: Services,
  queue: Queue,
  caller: Caller,
  body: Body,
): Promise<BulkJobResponse> =>
  runCommand(services, caller, async (trx) => {
    await lockCaller(trx, caller);
    const { clock, settings } = services;
    const { act } = body;
    const { about, sees } = bulkCommands[act];
    const action = bulkActionPermissions[act];
    if (scopeOf(caller, action) === null) throw auditedForbidden(action, 'role', { type: 'call', id: act });
    const ids = await findIds(services, trx, caller, about, body);
    const changed = await parseArguments(trx, caller, body);
    const isNeeded = act === 'deactivate' || (act === 'activate' && settings.requirePasswordOnActivate);
    await consumeReauthentication(trx, clock, caller, { isNeeded });
    if (act === 'resend_invitation') await limitInvitationsOf({ db: trx, clock }, caller);
    const organisationId = caller.organisationId === null ? null : Number(caller.organisationId);
    const job = await bulkActionsStore(trx).add(
      {
        ent_usr_id: caller.userId,
        via: caller.via,
        actor_role: caller.role,
        actor_org_id: organisationId,
        session_id: caller.sessionId ?? null,
        api_key_id: caller.apiKeyId ?? null,
        request_id: caller.requestId,
        client_address: caller.clientAddress,
        act,
        ...changed,
        total_count: ids.length,
        created_at: clock(),
        started_at: null,
        cancelled_at: null,
        finished_at: null,
        stop_code: null,
      },
      ids,
      sees,
    );
    await queue.add(trx, { id: job.id, group: organisationId ?? undefined });
    const audit = { action: 'bulk:start', target: { type: 'bulk_job', id: job.id }, after: { act, rows: ids.length } };
    return { answer: toBulkJobResponse(job, noCounts), audit };
  });

async function findIds(
  services: Services,
  trx: Transaction<Database>,
  caller: Caller,
  about: 'users' | 'invitations',
  { ids, users, invitations, count }: Body,
): Promise<number[]> {
  const filter = about === 'users' ? users : invitations;
  const other = about === 'users' ? invitations : users;
  if (other)
    throw invalidFields({
      [about === 'users' ? 'invitations' : 'users']: [{ code: 'OTHER', message: 'is not used by this action' }],
    });
  if ((ids === undefined) === (filter === undefined))
    throw invalidFields({ ids: [{ code: 'OTHER', message: `or ${about} must be given, but not both` }] });
  if (ids) return [...new Set(ids.map(parseId))];
  if (count === undefined) throw invalidFields({ count: [{ code: 'REQUIRED', message: 'is required' }] });
  const found = [
    ...(users
      ? await findUserIds(trx, caller, users)
      : await findInvitationIds(services, trx, caller, invitations as NonNullable<typeof invitations>)),
  ];
  if (found.length > bulkActionMaxRows)
    throw invalidFields({ count: [{ code: 'FORMAT', message: `must be at most ${bulkActionMaxRows}` }] });
  if (found.length !== count)
    throw conflict(`The list has changed: it now has ${found.length} rows, not ${count}. Check it and try again.`);
  if (found.length === 0)
    throw invalidFields({ count: [{ code: 'OTHER', message: 'must be at least 1. No rows match.' }] });
  return found;
}

const inOrder = { by: 'created_at', direction: 'asc' } as const;

function findUserIds(trx: Transaction<Database>, caller: Caller, given: NonNullable<Body['users']>) {
  const { list, filter } = parseUserQuery(caller, given);
  const allowed =
    list.organisationId === undefined
      ? allowedOrganisations(caller, 'users:list')
      : authorizeOrganisation(caller, 'users:view', list.organisationId);
  return usersStore(trx, allowed).ids(list, filter, inOrder, bulkActionMaxRows + 1);
}

function findInvitationIds(
  { clock }: Services,
  trx: Transaction<Database>,
  caller: Caller,
  given: NonNullable<Body['invitations']>,
) {
  const organisationId = parseId(given.org_id);
  const allowed = authorizeOrganisation(caller, 'users:view', organisationId);
  const filter = parseInvitationFilter(caller, organisationId, given);
  return invitationsStore(trx, clock(), allowed).ids(organisationId, filter, bulkActionMaxRows + 1);
}

async function parseArguments(trx: Transaction<Database>, caller: Caller, { act, ...given }: Body) {
  const target = { type: 'call', id: act };
  const none = { role_id: null, department_name: null };
  if (act === 'change_role') {
    const { id = null, key } = await findRequestedRole(trx, given.role_id);
    const problem = validateUser({ role: key }, { fields: ['role'] }).role;
    if (problem) throw invalidFields({ role_id: [problem] });
    requireGivableRole(caller, 'users:edit', key, target);
    return { ...none, role_id: id };
  }
  if (act !== 'change_department') return none;
  const department_name = given.department_name?.trim() ?? '';
  const problem = validateUser({ department_name }, { fields: ['department_name'] }).department_name;
  if (problem) throw invalidFields({ department_name: [problem] });
  return { ...none, department_name };
}
