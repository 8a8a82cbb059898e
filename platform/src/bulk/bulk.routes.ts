import { scopeOf } from '@console/contract/access';
import { bulkActionCalls, bulkRowStates } from '@console/contract/calls/bulk-actions';
import { bulkActionMaxIds, bulkActionRecentHours } from '@console/contract/rules';
import type { FastifyInstance } from 'fastify';
import {
  type AllowedOrganisations,
  allowedOrganisations,
  authorizeExistingOrganisation,
} from '../core/access/allowed-organisations.ts';
import { type Caller, ownerOf } from '../core/access/caller.ts';
import { lockCaller } from '../core/access/locks.ts';
import type { Services } from '../core/access/services.ts';
import { hourMs } from '../core/base/clock.ts';
import { invalidFields, notFound } from '../core/base/failure.ts';
import { parseId } from '../core/base/parse-id.ts';
import type { RowQueue } from '../core/database/row-queue.ts';
import type { Row } from '../core/database/schema.ts';
import { runCommand } from '../core/database/transaction.ts';
import { route } from '../core/http/route.ts';
import { invitationsStore, toInvitationResponses, visibleInvitationKinds } from '../invitations/invitations.store.ts';
import { toListedUserResponse } from '../security/user-factors.ts';
import { toResponderLists } from '../users/users.routes.ts';
import { usersStore } from '../users/users.store.ts';
import { bulkActionsStore, toBulkJobResponse } from './bulk-actions.store.ts';
import { bulkCommands } from './bulk-commands.ts';
import { startBulkAction } from './start-bulk-action.ts';

export function bulkRoutes(app: FastifyInstance, services: Services, bulkQueue: RowQueue): void {
  const { db, settings } = services;
  if (!settings.extensions) return;
  app.addHook('onListen', async () => void (await bulkQueue.started()));
  app.addHook('onClose', () => bulkQueue.stop());

  // The audit action depends on the bulk action.
  route(app, bulkActionCalls.startBulkAction, { refusedAs: 'bulk:start' }, async ({ caller, body }) => ({
    job: await bulkQueue.addBy((queue) => startBulkAction(services, queue, caller, body)),
  }));

  route(app, bulkActionCalls.bulkJob, { action: 'users:view' }, async ({ caller, query }) => {
    const { job_id, state, after = '0', limit = '0' } = query;
    if (Number(limit) > bulkActionMaxIds)
      throw invalidFields({ limit: [{ code: 'FORMAT', message: `must be at most ${bulkActionMaxIds}` }] });
    const store = bulkActionsStore(db);
    const job = await store.find(parseId(job_id), ownerOf(caller));
    if (!job) throw notFound();
    const states = state === undefined ? bulkRowStates : [state].flat();
    const { rows, count, has_next } = await store.rows(job.id, states, Number(after), Number(limit));
    const { targets, responders } = await readTargets(services, caller, job, rows);
    return {
      job: toBulkJobResponse(job, await store.count(job.id)),
      rows: rows.map(({ target_id, position, state, code, message }) => ({
        target_id,
        position,
        state,
        code,
        message,
        user: null,
        invitation: null,
        ...targets.get(target_id),
      })),
      row_count: count,
      has_next,
      ...responders,
    };
  });

  route(app, bulkActionCalls.recentBulkJobs, { action: 'users:view' }, async ({ caller, query }) => {
    const organisationId = parseId(query.org_id);
    // A job takes any ids: without this, the organisation of a foreign one could be found out by trying.
    await authorizeExistingOrganisation(db, caller, 'users:view', organisationId);
    const since = new Date(services.clock().getTime() - bulkActionRecentHours * hourMs);
    const recent = await bulkActionsStore(db).recent(ownerOf(caller), organisationId, since);
    return { jobs: recent.map(({ job, counts }) => toBulkJobResponse(job, counts)) };
  });

  route(app, bulkActionCalls.cancelBulkAction, { refusedAs: 'bulk:cancel' }, async ({ caller, body }) => {
    const job = await runCommand(services, caller, async (trx) => {
      await lockCaller(trx, caller);
      const store = bulkActionsStore(trx);
      const found = await store.find(parseId(body.job_id), ownerOf(caller));
      if (!found) throw notFound();
      const cancelled = await store.cancel(found.id, services.clock());
      const audit = cancelled ? { action: 'bulk:cancel', target: { type: 'bulk_job', id: found.id } } : null;
      return { answer: toBulkJobResponse(found, await store.count(found.id)), audit };
    });
    return { job };
  });
}

async function readTargets(
  services: Services,
  caller: Caller,
  { act }: Row<'bulk_job'>,
  rows: readonly Row<'bulk_row'>[],
) {
  const ids = rows.map(({ target_id }) => target_id);
  if (ids.length === 0 || scopeOf(caller, 'users:view') === null)
    return { targets: new Map(), responders: toResponderLists([]) };
  const allowed = allowedOrganisations(caller, 'users:view');
  if (bulkCommands[act].about === 'invitations')
    return { targets: await readInvitations(services, caller, allowed, ids), responders: toResponderLists([]) };
  const users = usersStore(services.db, allowed);
  const found = await users.byIds(ids);
  return {
    targets: new Map(found.map((row) => [row.id, { user: toListedUserResponse(caller)(row) }])),
    responders: toResponderLists(await users.responders({ userIds: ids })),
  };
}

async function readInvitations(
  services: Services,
  caller: Caller,
  allowed: AllowedOrganisations,
  ids: readonly number[],
) {
  const found = await invitationsStore(services.db, services.clock(), allowed).byIds(ids);
  const visible = found.filter(({ kind, ent_org_id }) => visibleInvitationKinds(caller, ent_org_id).includes(kind));
  const answers = await toInvitationResponses(services, services.db, allowed, visible);
  return new Map(answers.map((invitation) => [invitation.id, { invitation }]));
}
