import { scopeOf } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import {
  type BulkAction,
  type BulkRowState,
  type BulkState,
  bulkActionCalls,
  bulkActions,
  type bulkJob,
  bulkRowStates,
  bulkStates,
} from '@console/contract/calls/bulk-actions';
import type { ErrorCode } from '@console/contract/errors';
import { failure, invalid, isErrorCode } from '../base/errors.ts';
import { authorizedRead, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { defaultPageSize, maxPageSize } from '../product-api/paging.ts';
import { notFoundForInvalidId, requireKey } from '../product-api/reads.ts';
import {
  idOf,
  integerOf,
  isoTimeOf,
  type Raw,
  recordOf,
  textOf,
  toWireId,
  type UserBody,
  userOf,
} from '../product-api/shape.ts';
import { callIfSupported, requireCall } from '../specified/extension-calls.ts';
import { type InvitationBody, invitationOf } from '../specified/invitation.ts';
import { Responders } from '../specified/responders.ts';
import { platformIdOrZero } from '../specified/user-list-query.ts';

/** A bulk action as the schema has it, without its rows. */
export interface BulkJobParent {
  id: string;
  action: Uppercase<BulkAction>;
  state: Uppercase<BulkState>;
  counts: Record<'total' | 'done' | 'unchanged' | 'failed' | 'skipped', number>;
  createdAt: string;
  finishedAt: string | null;
  stopCode: ErrorCode | null;
}

/** A row of a bulk action. */
export interface BulkRowParent {
  targetId: string;
  position: number;
  state: Uppercase<BulkRowState>;
  code: ErrorCode | null;
  message: string | null;
  user: UserBody | null;
  invitation: InvitationBody | null;
}

export const unavailable = 'The product API has no bulk acts';

const enumName = <T extends string>(names: readonly T[], value: unknown) =>
  (names.find((name) => name === value)?.toUpperCase() ?? null) as Uppercase<T> | null;
const codeOf = (value: unknown): ErrorCode | null => (isErrorCode(value) ? value : null);

/** The job of an answer; an unreadable one is a failure. */
export function jobOf(context: Context, call: Call, value: unknown): BulkJobParent {
  const body: Raw<typeof bulkJob> = recordOf(value);
  const id = idOf(body.id);
  const action = enumName(bulkActions, body.act);
  const state = enumName(bulkStates, body.state);
  const createdAt = isoTimeOf(body.created_at);
  const total = integerOf(body.total_count);
  if (id === null || !action || !state || createdAt === null || total === null)
    throw incompleteResponse(context.log, call, 'job');
  const countOf = (given: unknown) => integerOf(given) ?? 0;
  const counts = {
    ...{ total, done: countOf(body.done_count), unchanged: countOf(body.unchanged_count) },
    ...{ failed: countOf(body.failed_count), skipped: countOf(body.skipped_count) },
  };
  return {
    id,
    action,
    state,
    counts,
    createdAt,
    finishedAt: isoTimeOf(body.finished_at),
    stopCode: codeOf(body.stop_code),
  };
}

/** What only those read who may view users. It is sent at the same time; the role decides first. */
async function readAsViewer<T>({ api }: Context, read: () => Promise<T>): Promise<T> {
  requireKey(api);
  const sent = read();
  sent.catch(() => undefined);
  if (scopeOf(await readCaller(api), 'users:view') === null) throw failure('FORBIDDEN', 'You may not do this');
  return sent;
}

/** A job of the caller; null where the product API has none. */
export async function readJob(context: Context, id: string): Promise<BulkJobParent | null> {
  const call = bulkActionCalls.bulkJob;
  const answer = await readAsViewer(context, () =>
    notFoundForInvalidId(callIfSupported(context, call, { query: { job_id: toWireId(id) } }), id),
  );
  return answer && jobOf(context, call, answer.job);
}

/** The newest jobs of the caller on rows of an organisation; null where the product API has none. */
export async function readRecentJobs(context: Context, organisationId: string): Promise<BulkJobParent[] | null> {
  const call = bulkActionCalls.recentBulkJobs;
  requireKey(context.api);
  const sent = callIfSupported(context, call, { query: { org_id: platformIdOrZero(organisationId) } });
  const answer = await authorizedRead(context.api, 'users:view', organisationId, sent);
  return answer && readRows(call, answer.jobs, (job) => jobOf(context, call, job), context.log);
}

/** Cancels a job of the caller. */
export async function cancelJob(context: Context, id: string): Promise<{ job: BulkJobParent }> {
  requireKey(context.api);
  const call = bulkActionCalls.cancelBulkAction;
  await requireCall(context, call, unavailable);
  const answer = await notFoundForInvalidId(context.api.call(call, { body: { job_id: toWireId(id) } }), id);
  return { job: jobOf(context, call, answer.job) };
}

interface RowsArgs {
  states?: readonly Uppercase<BulkRowState>[] | null;
  first?: number;
  after?: string | null;
}

function rowOf(value: unknown): BulkRowParent | null {
  const body = recordOf(value);
  const targetId = idOf(body.target_id);
  const state = enumName(bulkRowStates, body.state);
  const position = integerOf(body.position);
  if (targetId === null || !state || position === null) return null;
  const { user, invitation } = body;
  return {
    ...{ targetId, position, state, code: codeOf(body.code), message: textOf(body.message) },
    ...{ user: userOf(user), invitation: invitationOf(invitation) },
  };
}

/** A page of the rows of a job. */
export async function readJobRows(
  context: Context,
  jobId: string,
  { states, first = defaultPageSize, after }: RowsArgs,
) {
  if (first < 1 || first > maxPageSize) throw invalid([{ path: 'first', message: `must be 1 to ${maxPageSize}` }]);
  if (after != null && !/^\d{1,9}$/.test(after))
    throw invalid([{ path: 'after', message: 'is not a cursor of these rows' }]);
  const call = bulkActionCalls.bulkJob;
  const wanted = states?.length
    ? bulkRowStates.filter((state) => states.some((one) => one.toLowerCase() === state))
    : [];
  const answer = await context.api.call(call, {
    query: {
      job_id: toWireId(jobId),
      limit: String(first),
      ...(wanted.length > 0 && { state: wanted }),
      ...(after != null && { after }),
    },
  });
  const nodes = readRows(call, answer.rows, rowOf, context.log);
  Responders.of(context).add(
    nodes.flatMap(({ user }) => user ?? []),
    answer,
  );
  return {
    nodes,
    totalCount: integerOf(answer.row_count) ?? nodes.length,
    hasNextPage: answer.has_next === true,
    endCursor: nodes.at(-1)?.position.toString() ?? null,
  };
}
