import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { id, inputId, moment } from '../shapes.ts';

/** Number of days and months in the figures by day and by month; the current day and month are the last. */
export const overviewSpan = { days: 30, months: 12 } as const;

const count = z.int().min(0);
const waiting = z.object({
  count,
  since: moment.nullable().describe('when the oldest of them was created; ISO 8601, UTC; null if there are none'),
});

/** The figures of an organisation, or of all active ones together. Days and months are in UTC. */
export const overview = z.object({
  counted_at: moment.describe('when the figures were calculated; ISO 8601, UTC'),
  organisations: z
    .object({ active: count, disabled: count })
    .nullable()
    .describe('counts of all organisations; null for a single organisation'),
  seats: z.object({
    used: count.describe('active users of the organisations with a user limit; of all organisations if none has one'),
    limit: z.int().nullable().describe('the sum of the user limits; null if no organisation has one'),
    organisations_without_limit: count,
  }),
  users: z
    .array(
      z.object({
        role: z.object({ id, idStr: z.string(), label: z.string() }).nullable(),
        active: count,
        inactive: count,
      }),
    )
    .describe('every role, the highest first. `role` is null for users without a role, listed only if there are any'),
  sign_ins: z.object({
    days: z
      .array(z.object({ day: z.string(), count }))
      .describe(`the last ${overviewSpan.days} days, the oldest first; day as YYYY-MM-DD`),
    users_count: count.describe('active users who signed in within the days of `days`'),
    never_count: count.describe('active users without a recorded sign-in'),
  }),
  assessments: z.object({ pending: count, completed: count, total: count }),
  assessment_details: z
    .object({
      statuses: z
        .array(z.object({ status: z.string(), count }))
        .describe('every status of the list, and any other status that is stored'),
      months: z
        .array(z.object({ month: z.string(), due: count, completed: count }))
        .describe(
          `the last ${overviewSpan.months} months, the oldest first; month as YYYY-MM. \`due\` counts by \`end_date\` in any status; \`completed\` counts by \`actual_end_date\`, only with the status Completed`,
        ),
      overdue_count: count.describe('`end_date` has passed and the status is not Completed'),
      undated_count: count.describe('completed without `actual_end_date`, and therefore not counted in any month'),
    })
    .nullable()
    .describe('null if the caller cannot see assessments'),
  mapping_requests: waiting.describe('pending mapping requests, sent or received'),
  invitations: waiting.describe('invitations of users and external users in the state `Pending`'),
  org_invitations: waiting.describe('invitations of organisations in the state `Pending`'),
});

export const overviewCalls = defineExtensionCalls('extensions', {
  overview: {
    request: 'DESIGN-8 GET /consoles/ext/overview',
    description:
      'Returns the figures of an organisation, or of all active organisations together, calculated on request. Users without an organisation are not counted.',
    when: 'the overview of all organisations or of one opens',
    query: z.object({ org_id: inputId.optional().describe('by default all active organisations') }),
    answer: z.object({ overview }),
    failures: {
      FORBIDDEN: 'the role is not allowed to see an overview, or not that of all organisations',
      NOT_FOUND: 'there is no such organisation, or the caller cannot see it',
    },
  },
});
