import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { id, inputId, moment } from '../shapes.ts';

/** How far the numbers by day and by month go back; the current day and month are the last. */
export const overviewSpan = { days: 30, months: 12 } as const;
/** Most organisations that are named for each reason. */
export const maxNamedOrganisations = 5;

const count = z.int().min(0);
const waiting = z.object({
  count,
  since: moment.nullable().describe('when the oldest of them was made; ISO 8601, UTC; null without one'),
});
const named = z.object({
  count,
  orgs: z.array(z.object({ id, brandname: z.string() })).describe(`the first ${maxNamedOrganisations} by name`),
});

/** The figures of an organisation, or of all active ones together. Days and months are those of UTC. */
export const overview = z.object({
  counted_at: moment.describe('the moment of the numbers; ISO 8601, UTC'),
  organisations: z
    .object({ active: count, disabled: count })
    .nullable()
    .describe('all organisations; null for one of them'),
  seats: z.object({
    used: count.describe('active users of the organisations with a limit; of all of them while none has one'),
    limit: z.int().nullable().describe('the sum of the limits; null while no organisation has one'),
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
    .describe('every role, the highest first; null: users without a role, if there are any'),
  sign_ins: z.object({
    days: z
      .array(z.object({ day: z.string(), count }))
      .describe(`the last ${overviewSpan.days} days, the oldest first; day as YYYY-MM-DD`),
    users_count: count.describe(`active users who signed in within these days`),
    never_count: count.describe('active users of whom no sign-in is known'),
  }),
  assessments: z.object({ pending: count, completed: count, total: count }),
  assessment_details: z
    .object({
      statuses: z
        .array(z.object({ status: z.string(), count }))
        .describe('every status, and those that are stored beside them'),
      months: z
        .array(z.object({ month: z.string(), due: count, completed: count }))
        .describe(
          `the last ${overviewSpan.months} months, the oldest first; month as YYYY-MM. Due by \`end_date\`, in whatever status; completed by \`actual_end_date\`, with the status Completed only`,
        ),
      overdue_count: count.describe('`end_date` is past and the status is not Completed'),
      undated_count: count.describe('completed without `actual_end_date`, and so in no month'),
    })
    .nullable()
    .describe('null for a caller who may not see assessments'),
  mapping_requests: waiting.describe('mappings that were neither accepted nor rejected, sent or received'),
  invitations: waiting.describe('invitations of users and external users in the state `Pending`'),
  org_invitations: waiting.describe('the same of organisations'),
  attention: z
    .object({
      full: named.describe('as many active users as the limit, or more'),
      without_organiser: named.describe('no organiser, or an inactive one'),
      overdue: named.describe('at least one overdue assessment'),
      never_signed_in: named.describe('no sign-in of any of its users is known'),
    })
    .nullable()
    .describe('active organisations; null for one organisation'),
});

/** What is to be seen at a glance; an extension. */
export const overviewCalls = defineExtensionCalls('extensions', {
  overview: {
    request: 'DESIGN-8 GET /consoles/ext/overview',
    description:
      'The figures of an organisation, or of all active organisations together, counted at the moment of the answer. Users without an organisation are not counted.',
    when: 'the overview of all organisations or of one is seen',
    query: z.object({ org_id: inputId.optional().describe('by default all active organisations') }),
    answer: z.object({ overview }),
    failures: {
      FORBIDDEN: 'the role has no overview, or not of all organisations',
      NOT_FOUND: "there is no such organisation, or it is not the caller's to see",
    },
  },
});
