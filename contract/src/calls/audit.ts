import { z } from 'zod';
import { activitySearch } from '../activity-search.ts';
import { auditActions, auditActorKinds, auditChannels } from '../audit-actions.ts';
import { defineExtensionCalls } from '../call.ts';
import { auditTargetTypes } from '../event-form.ts';
import { wholeNumber, wholeNumberTo } from '../fields/whole-number.ts';
import { cursorParameters, pageInfoFields } from '../list-parameters.ts';
import { maxPageSize, searchMaxLength } from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { entUsr, id, inputId, moment } from '../shapes.ts';

const momentFilter = z.iso.datetime().regex(/^(?!0000)/);
const oneOrMore = <T extends z.ZodType>(one: T) => z.union([one, z.array(one)]).optional();

/** The largest and the default number of events that one check of the activity log reads. */
export const checkedEvents = { most: 100_000, default: 10_000 } as const;

export const auditEvent = z.object({
  id,
  at: moment,
  action: z.enum(auditActions).describe('the name under which it was recorded: the present or a former one'),
  code: z
    .string()
    .nullable()
    .describe('null if it was done; otherwise the error code with which the action was refused'),
  reason: z
    .string()
    .nullable()
    .describe('why it was refused: `role`, `scope`, `level`, `boundary`, `oneself` or the error code'),
  via: z
    .enum(auditChannels)
    .describe(
      '`session`: console; `bearer`: API key through the gateway; `rest`: direct call; `public`: without sign-in',
    ),
  actor_kind: z.enum(auditActorKinds),
  operator: z.string().nullable().describe('the system user who ran the operator command; null for all other events'),
  actor_role: z.string().nullable().describe('the `idStr` of the role that the actor had at the time'),
  ent_usr: entUsr.nullable().describe('the actor, or the owner of the key; null if unknown or in another organisation'),
  api_key: z.object({ id, name: z.string(), prefix: z.string() }).nullable().describe('the API key that was used'),
  client_address: z.string().nullable().describe('the IP address; null if `ent_usr` is null'),
  org: z.object({ id, brandname: z.string() }).nullable().describe('the organisation that the event belongs to'),
  target: z.object({
    type: z.string().describe('the table of the target, such as `ent_usr`, or `call`, `request`, `many`'),
    id: z.string().nullable(),
    name: z.string().nullable().describe('null if the target is gone or in another organisation'),
    org_id: id.nullable().describe('the organisation of the target, if the target has a name'),
  }),
  changes: z
    .array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
    .describe(
      'the changed fields. Roles, users and organisations appear by name if the caller can see them, otherwise by id. A secret or a file appears only as `changed`',
    ),
  request_id: z.string().nullable(),
  position: z
    .int()
    .positive()
    .nullable()
    .describe('position in the order `position`; null until the event is added to the hash chain'),
  count: z.int().positive().describe('the number of similar refusals in this event'),
  upload_count: z
    .int()
    .positive()
    .nullable()
    .describe('with `uploads`: the number of users that the upload created; null for any other event'),
});

export const auditCalls = defineExtensionCalls('extensions', {
  auditEvents: {
    request: 'DESIGN-5 GET /consoles/ext/audit_events',
    description:
      'Returns a page of the activity log, newest first by default. An event belongs to the organisation of its target, a refusal to the organisation of its actor. Organisers see the events of their own organisation.',
    when: 'a user opens the activity log of all organisations, of one organisation or of a user',
    query: z.object({
      org_id: inputId.optional().describe('only events that belong to this organisation'),
      actor_id: inputId
        .optional()
        .describe('only events of this user, whether by session or API key; none if the caller cannot see the user'),
      action: oneOrMore(z.enum(auditActions)).describe(
        'any of these, repeated; a present name also finds events recorded under its former name',
      ),
      target_type: z.enum(Object.values(auditTargetTypes)).optional().describe('only with `target_id`'),
      target_id: z.string().max(64).optional().describe('only with `target_type`'),
      from: momentFilter.optional().describe('only events at or after this time; ISO 8601, UTC'),
      to: momentFilter.optional().describe('only events before this time; ISO 8601, UTC'),
      via: oneOrMore(z.enum(auditChannels)).describe('any of these, repeated'),
      outcome: z.enum(['done', 'refused']).optional().describe('by default both'),
      uploads: z
        .literal('once')
        .optional()
        .describe(
          '`once`: for an upload, which records one event for each user, return only the first; not with a target',
        ),
      search: z
        .string()
        .max(searchMaxLength)
        .optional()
        .describe(
          `only events in which the caller is shown every word of this text, in any case and without accents. The search covers the actor (name, email, role, key, IP address), the action, target, organisation, changed values and request id. Without \`from\`, the ${activitySearch.days} days before \`to\` or now are searched. A page reads at most ${activitySearch.eventsRead} events: it can have fewer rows than \`limit\` although more follow`,
        ),
      upload_of: inputId.optional().describe('only events of the same upload as the event with this id'),
      order_by: z
        .enum(['at', 'position'])
        .optional()
        .describe('by default the time; in the order of positions, no event is ever inserted before an existing one'),
      direction: z.enum(['asc', 'desc']).optional().describe('by default `desc`'),
      limit: wholeNumber(9).optional().describe(`at most ${maxPageSize}; by default 25`),
      ...cursorParameters,
    }),
    answer: z.object({
      events: z.array(auditEvent),
      ...pageInfoFields,
      searched_to: z
        .object({ id, at: moment, position: z.int().positive().nullable() })
        .nullable()
        .optional()
        .describe(
          'only with `search`: the last event that was read, where the page ended before it was full; continue from this position. Null if nothing is left to read, or the page is full',
        ),
    }),
  },
  verifyActivity: {
    request: 'DESIGN-5 GET /consoles/ext/verify_activity',
    description:
      "Recomputes the hash chain of an organisation's events, starting after a given number, and reports where it breaks. One check of an organisation runs at a time; a second one fails with 429. The platform logs the number and hash of the last event of each chain every hour (`activity sealed`). Passed as `head`, they prove that the end was not cut off.",
    when: 'an operator or auditor checks the activity log',
    query: z.object({
      org_id: anyId.optional().describe('the organisation; by default the events that belong to none'),
      after: wholeNumber(15).optional().describe('continue after this number: the `next` of an earlier check'),
      first: wholeNumberTo(checkedEvents.most)
        .optional()
        .describe(`how many events, at most ${checkedEvents.most}; by default ${checkedEvents.default}`),
      head: z
        .string()
        .regex(/^\d{1,15}:[\da-f]{64}$/, 'must be a number and a hash')
        .optional()
        .describe('number and hash from the log, joined by a colon'),
    }),
    answer: z.object({
      checked: z.int().describe('the number of events that were recomputed'),
      redacted: z
        .int()
        .optional()
        .describe('how many of them have erased values, each with a valid redaction; missing in earlier releases'),
      broken: z
        .object({
          kind: z.enum(['changed', 'removed', 'added', 'cut_off']),
          number: z.int().describe('the number of the event in the chain'),
          event_id: id.nullable().describe('null if the event is gone'),
        })
        .nullable()
        .describe('the first break; null if the checked part of the chain is intact'),
      next: z.int().nullable().describe('the number after which to continue; null at the end of the chain'),
      head: z
        .object({ number: z.int(), hash: z.string() })
        .nullable()
        .describe('the last event of the chain; null if there are no events'),
      clock_steps: z
        .array(
          z.object({
            number: z.int().describe('the number of the first event after the step'),
            minutes: z.int().describe('by how many minutes it is earlier than the event before it'),
          }),
        )
        .optional()
        .describe(
          'where the clock was set back by more than ten minutes, at most 100; no breaks, and the events after them are checked. Missing in earlier releases',
        ),
    }),
  },
});
