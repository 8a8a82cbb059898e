import { roleByName, roleLevel, scopeOf } from '@console/contract/access';
import { bulkActionPermissions } from '@console/contract/calls/bulk-actions';
import { type ErrorCode, isAuditedCode } from '@console/contract/errors';
import { type Caller, findCallerOfCredential } from '../core/access/caller.ts';
import type { Services } from '../core/access/services.ts';
import { refusalEntry } from '../core/base/audit-entry.ts';
import { Failure } from '../core/base/failure.ts';
import { rowFailure } from '../core/base/row-failure.ts';
import { BulkRowDone } from '../core/database/bulk-row.ts';
import { isDatabaseUnavailable } from '../core/database/database.ts';
import type { Row } from '../core/database/schema.ts';
import { sendDueNotices } from '../core/mail/notices.ts';
import { bulkActionsStore } from './bulk-actions.store.ts';
import { bulkCommands } from './bulk-commands.ts';

/** Runs the queued rows of a job one by one, until it is cancelled or the starter's permissions have ended. */
export async function runBulkAction(
  services: Services,
  id: number,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> {
  const { db, clock } = services;
  const store = bulkActionsStore(db);
  const finish = async (stopCode: ErrorCode | null) => {
    await store.finish(id, clock(), stopCode);
    // If this fails, the notices are sent within a minute.
    await sendDueNotices(services).catch(onError);
  };
  await store.start(id, clock());
  for (;;) {
    signal.throwIfAborted();
    const next = await store.next(id);
    if (!next) return;
    const { job, row } = next;
    if (!row || job.cancelled_at) return finish(null);
    const caller = await findStarter(services, job);
    if (typeof caller === 'string') return finish(caller);
    await runRow(services, caller, job, row, onError);
  }
}

/** The starter with current permissions, or a code if those of the start have ended. */
async function findStarter(services: Services, job: Row<'bulk_job'>): Promise<Caller | ErrorCode> {
  const { session_id: sessionId, api_key_id: apiKeyId, client_address: address, via } = job;
  const found = await findCallerOfCredential(services, { sessionId, apiKeyId, address });
  if (!found) return 'UNAUTHENTICATED';
  const startRole = roleByName(job.actor_role);
  const isLowered = !startRole || !found.role || roleLevel(found.role) > roleLevel(startRole);
  const isMoved = found.organisationId !== (job.actor_org_id === null ? null : String(job.actor_org_id));
  if (isLowered || isMoved || scopeOf(found, bulkActionPermissions[job.act]) === null) return 'FORBIDDEN';
  return {
    ...found,
    via: via as Caller['via'],
    requestId: job.request_id ?? '',
    clientAddress: address ?? '',
    ...(sessionId !== null && { sessionId }),
    ...(apiKeyId !== null && { apiKeyId }),
  };
}

async function runRow(
  services: Services,
  starter: Caller,
  job: Row<'bulk_job'>,
  row: Row<'bulk_row'>,
  onError: (error: unknown) => void,
): Promise<void> {
  const { position } = row;
  const caller: Caller = { ...starter, bulkRow: { jobId: job.id, position } };
  try {
    await bulkCommands[job.act].run(services, caller, { job, row });
  } catch (error) {
    if (error instanceof BulkRowDone) return;
    // The queue retries the job.
    if (isDatabaseUnavailable(error)) throw error;
    if (!(error instanceof Failure)) onError(error);
    const failure = rowFailure(error);
    await bulkActionsStore(services.db).fail(job.id, position, failure);
    await recordRefusal(services, starter, job, row, error, failure.code);
  }
}

async function recordRefusal(
  { refusals }: Services,
  actor: Caller,
  { act }: Row<'bulk_job'>,
  { target_id }: Row<'bulk_row'>,
  error: unknown,
  code: ErrorCode,
): Promise<void> {
  const { event, about } = bulkCommands[act];
  const target = { type: about === 'users' ? 'ent_usr' : 'invitation', id: target_id };
  const given = error instanceof Failure ? error.audit : null;
  const found = given ?? (isAuditedCode(code) ? refusalEntry(event, code, target) : null);
  if (!found) return;
  const entry = { ...found, after: { ...found.after, action: event } };
  await refusals.record({ actor, entry, emailHash: null, clientAddress: actor.clientAddress, gatewayProof: null });
}
