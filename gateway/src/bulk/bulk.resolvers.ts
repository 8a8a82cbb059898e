import { bulkActionCalls, bulkRowStates } from '@console/contract/calls/bulk-actions';
import { maxPageSize } from '@console/contract/rules';
import type { GraphQLOutputType } from 'graphql';
import { invalid } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import type { BulkJobRowsArgs, Resolvers } from '../generated/resolvers-types.ts';
import { defaultPageSize } from '../product-api/paging.ts';
import { recordOf, toWireId, userOf } from '../product-api/shape.ts';
import { supportsCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { readAsType } from '../specified/read-as-type.ts';
import { Responders } from '../specified/responders.ts';
import { jobOf } from './job.ts';
import { startBulkAction } from './start-bulk-action.ts';

const { bulkJob } = bulkActionCalls;

async function readJobRows(
  context: Context,
  jobId: string,
  { states, first = defaultPageSize, after }: Partial<BulkJobRowsArgs>,
  type: GraphQLOutputType,
): Promise<never> {
  if (first < 1 || first > maxPageSize)
    throw invalid([{ path: 'first', code: 'FORMAT', message: `must be 1 to ${maxPageSize}` }]);
  if (after != null && !/^\d{1,9}$/.test(after))
    throw invalid([{ path: 'after', code: 'FORMAT', message: 'is not a cursor of these rows' }]);
  const wanted = states?.length
    ? bulkRowStates.filter((state) => states.some((one) => one.toLowerCase() === state))
    : [];
  const answer = await context.api.call(bulkJob, {
    query: {
      job_id: toWireId(jobId),
      limit: String(first),
      ...(wanted.length > 0 && { state: wanted }),
      ...(after != null && { after }),
    },
  });
  const rows = (answer.rows ?? []).map(recordOf);
  Responders.of(context).add(
    rows.flatMap(({ user }) => userOf(user) ?? []),
    answer,
  );
  const page = {
    nodes: rows,
    totalCount: answer.row_count,
    hasNextPage: answer.has_next,
    endCursor: rows.at(-1)?.position?.toString(),
  };
  return readAsType(type, page, { call: bulkJob, field: 'rows', log: context.log }) as never;
}

export const bulkResolvers: Resolvers = {
  Query: {
    bulkJob: passOn(bulkJob, {
      input: ({ id }) => ({ job_id: id }),
      answer: ({ job }) => jobOf(job),
    }),
    recentBulkJobs: passOn(bulkActionCalls.recentBulkJobs, {
      input: ({ organisationId }) => ({ org_id: organisationId }),
      answer: ({ jobs }) => jobs?.map(jobOf),
    }),
  },

  Mutation: {
    startBulkAction: (_root, { input }, context, { returnType }) => startBulkAction(context, input, returnType),
    cancelBulkAction: passOn(bulkActionCalls.cancelBulkAction, {
      input: ({ id }) => ({ job_id: id }),
      answer: ({ job }) => ({ job: jobOf(job) }),
    }),
  },

  Viewer: {
    hasBulkActions: (_viewer, _args, context) => supportsCall(context, bulkActionCalls.startBulkAction),
  },

  BulkJob: {
    rows: ({ id }, args, context, { returnType }) => readJobRows(context, String(id), args, returnType),
  },
};
