import { z } from 'zod';
import type { Action } from '../access.ts';
import { defineExtensionCalls } from '../call.ts';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { wholeNumber } from '../fields/whole-number.ts';
import { filterParameters, pageInfoFields } from '../list-parameters.ts';
import { lists } from '../lists.ts';
import {
  bulkActionMaxIds,
  bulkActionMaxRecent,
  bulkActionMaxRows,
  bulkActionRecentHours,
  bulkActionResultDays,
} from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { entUsr, id, inputId } from '../shapes.ts';
import { orgInvitation } from './invitations.ts';
import { responderLists } from './users.ts';

const bulkActions = [
  'activate',
  'deactivate',
  'change_role',
  'change_department',
  'resend_invitation',
  'revoke_invitation',
] as const;
const bulkStates = ['waiting', 'running', 'finished', 'cancelled', 'stopped'] as const;
export const bulkRowStates = ['waiting', 'done', 'unchanged', 'failed', 'skipped'] as const;

export type BulkAction = (typeof bulkActions)[number];
/** The permission that each bulk action requires, the same as for a single row. */
export const bulkActionPermissions: Readonly<Record<BulkAction, Action>> = {
  activate: 'users:activate',
  deactivate: 'users:deactivate',
  change_role: 'users:edit',
  change_department: 'users:edit',
  resend_invitation: 'users:create',
  revoke_invitation: 'users:create',
};
export type BulkState = (typeof bulkStates)[number];
export type BulkRowState = (typeof bulkRowStates)[number];

const count = z.int().min(0);
const bulkRowState = z
  .enum(bulkRowStates)
  .describe(
    '`unchanged`: it was already in the wanted state; `failed`: see `code`; `skipped`: not done because the action was cancelled or stopped',
  );
const code = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).nullable();

export const bulkJob = z.object({
  id,
  act: z.enum(bulkActions),
  role_id: id.nullable().describe('only for `change_role`'),
  department_name: z.string().nullable().describe('only for `change_department`'),
  state: z
    .enum(bulkStates)
    .describe(
      '`cancelled`: by the caller, before it finished; `stopped`: the caller lost the required permission, see `stop_code`',
    ),
  total_count: count,
  done_count: count,
  unchanged_count: count,
  failed_count: count,
  skipped_count: count,
  created_at: z.string(),
  finished_at: z.string().nullable(),
  stop_code: code.describe('why it was stopped: `UNAUTHENTICATED` or `FORBIDDEN`'),
});

const bulkRow = z.object({
  target_id: id.describe('id of the user or invitation'),
  position: z.int().positive().describe('position in the order of the rows'),
  state: bulkRowState,
  code: code.describe('why the row failed: an error code of this document'),
  message: z.string().nullable().describe('the same reason in words'),
  user: entUsr.nullable().describe('the user with their current details; null if the caller cannot see them'),
  invitation: orgInvitation
    .nullable()
    .describe('the invitation with its current state; null if the caller cannot see it'),
});

/** Actions on many users or invitations, each run as a job of the platform; extensions. */
export const bulkActionCalls = defineExtensionCalls('extensions', {
  startBulkAction: {
    request: 'DESIGN-8 POST /consoles/ext/start_bulk_act',
    event: 'bulk:start',
    scope: 'users:write',
    description: `Starts one action on many users or invitations and returns its job, which keeps running without the caller. Each row behaves like the single call: it runs in its own transaction, with the permissions that the caller has at that moment. Deactivating requires one password check (\`valid_password\`) beforehand. Results are stored for ${bulkActionResultDays} days.`,
    when: 'a user starts a bulk action',
    body: z.object({
      act: z.enum(bulkActions),
      ids: z
        .array(inputId)
        .min(1)
        .max(bulkActionMaxIds)
        .optional()
        .describe(`ids of users, or of invitations for the last two actions; at most ${bulkActionMaxIds}`),
      users: z
        .object(filterParameters(lists.all_users))
        .optional()
        .describe('instead of `ids`: all users that match this search and filter, as in their lists'),
      invitations: z
        .object({ org_id: inputId, ...filterParameters(lists.invitations) })
        .optional()
        .describe('instead of `ids`: all invitations that match this search and filter, as in their list'),
      count: count
        .optional()
        .describe(
          `with \`users\` or \`invitations\`: the number of rows that the caller expects; at most ${bulkActionMaxRows}`,
        ),
      role_id: inputId.optional().describe('only for `change_role`'),
      department_name: z.string().max(1_000).optional().describe('only for `change_department`'),
    }),
    answer: z.object({ job: bulkJob }),
    needsAnswer: true,
    failures: {
      INVALID: 'there are no rows or too many, or an argument is missing or unknown',
      CONFLICT: 'the search and filter match another number of rows than `count`',
      FORBIDDEN: 'the role does not allow this action, or assigning this role',
      WRONG_PASSWORD: 'the password was not checked before a deactivation',
      RATE_LIMITED: 'too many invitations; a bulk action counts as one',
    },
  },
  bulkJob: {
    request: 'DESIGN-8 GET /consoles/ext/bulk_job',
    description: 'Returns a job that the caller started, with a page of its rows.',
    when: 'a user looks at the progress or result of a bulk action',
    query: z.object({
      job_id: anyId,
      state: z
        .union([z.enum(bulkRowStates), z.array(z.enum(bulkRowStates))])
        .optional()
        .describe('only rows in any of these states, repeated'),
      after: wholeNumber(9).optional().describe('only rows after this `position`'),
      limit: wholeNumber(4).optional().describe('at most 1000; by default no rows'),
    }),
    answer: z.object({
      job: bulkJob,
      rows: z.array(bulkRow),
      row_count: count.describe('the number of rows in these states'),
      has_next: pageInfoFields.has_next,
      ...responderLists,
    }),
    failures: { NOT_FOUND: 'there is no such job, or another user started it' },
  },
  recentBulkJobs: {
    request: 'DESIGN-8 GET /consoles/ext/recent_bulk_jobs',
    description: `Lists the jobs of the last ${bulkActionRecentHours} hours that the caller started on users or invitations of an organisation, newest first: at most ${bulkActionMaxRecent}.`,
    when: 'a user opens a list again, in this browser or another one',
    query: z.object({ org_id: anyId }),
    answer: z.object({ jobs: z.array(bulkJob) }),
    failures: {
      FORBIDDEN: 'the role is not allowed to see a list of users',
      NOT_FOUND: 'the organisation is unknown, or the caller cannot see it',
    },
    needsAnswer: true,
  },
  cancelBulkAction: {
    request: 'DESIGN-8 POST /consoles/ext/cancel_bulk_act',
    event: 'bulk:cancel',
    scope: 'users:write',
    description: 'Cancels a job of the caller before its next row. Has no effect on a finished job.',
    when: 'a user cancels a bulk action',
    body: z.object({ job_id: anyId }),
    answer: z.object({ job: bulkJob }),
    needsAnswer: true,
    failures: { NOT_FOUND: 'there is no such job, or another user started it' },
  },
});
