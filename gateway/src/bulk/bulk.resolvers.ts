import { bulkActCalls } from '@console/contract/calls/bulk-acts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { hasCall } from '../specified/extension-calls.ts';
import { cancelJob, readJob, readJobRows, readRecentJobs } from './bulk-job.ts';
import { startBulkAct } from './start-bulk-act.ts';

export const bulkResolvers: Resolvers = {
  Query: {
    bulkJob: (_root, { id }, context) => readJob(context, String(id)),
    recentBulkJobs: (_root, { organisationId }, context) => readRecentJobs(context, String(organisationId)),
  },

  Mutation: {
    startBulkAct: (_root, { input }, context) => startBulkAct(context, input),
    cancelBulkAct: (_root, { input }, context) => cancelJob(context, String(input.id)),
  },

  Viewer: {
    hasBulkActs: (_viewer, _args, context) => hasCall(context, bulkActCalls.startBulkAct),
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
