import { bulkActionCalls } from '@console/contract/calls/bulk-actions';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { hasCall } from '../specified/extension-calls.ts';
import { cancelJob, readJob, readJobRows, readRecentJobs } from './bulk-job.ts';
import { startBulkAction } from './start-bulk-action.ts';

export const bulkResolvers: Resolvers = {
  Query: {
    bulkJob: (_root, { id }, context) => readJob(context, String(id)),
    recentBulkJobs: (_root, { organisationId }, context) => readRecentJobs(context, String(organisationId)),
  },

  Mutation: {
    startBulkAction: (_root, { input }, context) => startBulkAction(context, input),
    cancelBulkAction: (_root, { input }, context) => cancelJob(context, String(input.id)),
  },

  Viewer: {
    hasBulkActions: (_viewer, _args, context) => hasCall(context, bulkActionCalls.startBulkAction),
  },

  BulkJob: {
    totalCount: ({ counts }) => counts.total,
    doneCount: ({ counts }) => counts.done,
    unchangedCount: ({ counts }) => counts.unchanged,
    failedCount: ({ counts }) => counts.failed,
    skippedCount: ({ counts }) => counts.skipped,
    rows: ({ id }, args, context) => readJobRows(context, id, args),
  },
};
