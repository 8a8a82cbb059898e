import { bulkActionCalls } from '@console/contract/calls/bulk-actions';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { hasCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { jobOf } from './job.ts';
import { readJobRows } from './job-rows.ts';
import { startBulkAction } from './start-bulk-action.ts';

export const bulkResolvers: Resolvers = {
  Query: {
    bulkJob: passOn(bulkActionCalls.bulkJob, {
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
    hasBulkActions: (_viewer, _args, context) => hasCall(context, bulkActionCalls.startBulkAction),
  },

  BulkJob: {
    rows: ({ id }, args, context, { returnType }) => readJobRows(context, String(id), args, returnType),
  },
};
