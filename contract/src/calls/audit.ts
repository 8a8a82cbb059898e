import { z } from 'zod';
import { auditActions, auditActorKinds, auditChannels } from '../audit-actions.ts';
import { auditRetentionDays } from '../audit-retention.ts';
import { defineExtensionCalls } from '../call.ts';
import { auditTargetTypes } from '../event-form.ts';
import { cursorParameters, pageInfoFields } from '../list-parameters.ts';
import { formerActions } from '../renamed-actions.ts';
import { anyId } from '../schema-shapes.ts';
import { entOrgWithConfig, entUsr, id, inputId, moment } from '../shapes.ts';
import { wholeNumber, wholeNumberTo } from '../whole-number.ts';

const { min, max } = auditRetentionDays;
const momentFilter = z.iso.datetime().regex(/^(?!0000)/);
const oneOrMore = <T extends z.ZodType>(one: T) => z.union([one, z.array(one)]).optional();

/** How many events a check of the activity reads. */
export const checkedEvents = { most: 100_000, default: 10_000 } as const;

/** An event of the audit log. */
export const auditEvent = z.object({
  id,
  at: moment,
  action: z
    .enum([...auditActions, ...formerActions])
    .describe('as it was recorded: under its present or a former name'),
  code: z.string().nullable().describe('null: done; otherwise the error code with which the action was refused'),
  reason: z
    .string()
    .nullable()
    .describe('why it was refused: `role`, `scope`, `level`, `boundary`, `oneself` or the code'),
  via: z
    .enum(auditChannels)
    .describe('`session`: console; `bearer`: API key by the gateway; `rest`: direct call; `public`: without sign-in'),
  actor_kind: z.enum(auditActorKinds),
  operator: z
    .string()
    .nullable()
    .describe('the system user who did it from the command line of the platform; null for all other events'),
  actor_role: z.string().nullable().describe('the `idStr` of the role that the actor had'),
  ent_usr: entUsr.nullable().describe('the actor, or the owner of the key; null if unknown or of another organisation'),
  api_key: z.object({ id, name: z.string(), prefix: z.string() }).nullable().describe('the key that was used'),
  client_address: z.string().nullable().describe('an IP address; null with `ent_usr`'),
  org: z.object({ id, brandname: z.string() }).nullable().describe('the organisation that the event belongs to'),
  target: z.object({
    type: z.string().describe('the table of the target, such as `ent_usr`, or `call`, `request`, `many`'),
    id: z.string().nullable(),
    name: z.string().nullable().describe('null if it is gone or of another organisation'),
    org_id: id.nullable().describe('its organisation, if it has a name'),
  }),
  changes: z
    .array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
    .describe(
      'the changed fields; roles, users and organisations by their names where the caller may see them, otherwise by their ids; of a secret or a file only that it was `changed`',
    ),
  request_id: z.string().nullable(),
  position: z.int().positive().nullable().describe('its place in the order `position`; null until it is sealed'),
  count: z.int().positive().describe('how many similar refusals it counts for'),
  upload_count: z
    .int()
    .positive()
    .nullable()
    .describe('with `uploads`: how many users the upload created; null for any other event'),
});

/** The audit log; extensions. */
export const auditCalls = defineExtensionCalls('extensions', {
  auditEvents: {
    request: 'DESIGN-5 GET /consoles/ext/audit_events',
    description:
      'A page of the audit log, newest first by default. An event belongs to the organisation of its target; a refusal to that of its actor. An Organiser sees the events of their own organisation.',
    when: 'the activity of all organisations, of an organisation or of a user',
    query: z.object({
      org_id: inputId.optional().describe('only events that belong to this organisation'),
      actor_id: inputId.optional().describe('only events of this user, in person or with a key'),
      action: oneOrMore(z.enum([...auditActions, ...formerActions])).describe(
        'any of these, repeated; a name finds the former one too',
      ),
      target_type: z.enum(Object.values(auditTargetTypes)).optional().describe('only with `target_id`'),
      target_id: z.string().max(64).optional().describe('only with `target_type`'),
      from: momentFilter.optional().describe('only events of this time or later; ISO 8601, UTC'),
      to: momentFilter.optional().describe('only events before this time; ISO 8601, UTC'),
      via: oneOrMore(z.enum(auditChannels)).describe('any of these, repeated'),
      outcome: z.enum(['done', 'refused']).optional().describe('by default both'),
      uploads: z
        .literal('once')
        .optional()
        .describe('`once`: of the events of an upload, one for each user, only the first; not with a target'),
      upload_of: inputId.optional().describe('only events of the upload that the event with this id is of'),
      order_by: z
        .enum(['at', 'position'])
        .optional()
        .describe('by default the time; in the order of positions no event is ever added before another'),
      direction: z.enum(['asc', 'desc']).optional().describe('by default `desc`'),
      limit: wholeNumber(9).optional().describe('at most 100; by default 25'),
      ...cursorParameters,
    }),
    answer: z.object({ events: z.array(auditEvent), ...pageInfoFields }),
  },
  verifyActivity: {
    request: 'DESIGN-5 GET /consoles/ext/verify_activity',
    description:
      'Recomputes the hash chain of the events of an organisation from a number on, and says where it breaks. One check of an organisation runs at a time; another is 429. The log has the number and hash of the last event of each chain every hour (`activity sealed`); given here, they prove that the end was not cut off.',
    when: 'an operator or auditor checks the activity',
    query: z.object({
      org_id: anyId.optional().describe('by default the events without organisation'),
      after: wholeNumber(15).optional().describe('the `next` of an earlier check'),
      first: wholeNumberTo(checkedEvents.most)
        .optional()
        .describe(`how many events, at most ${checkedEvents.most}; by default ${checkedEvents.default}`),
      head: z
        .string()
        .regex(/^\d{1,15}:[\da-f]{64}$/, 'must be a number and a hash')
        .optional()
        .describe('number and hash of the log, joined by a colon'),
    }),
    answer: z.object({
      checked: z.int().describe('the number of events that were recomputed'),
      broken: z
        .object({
          kind: z.enum(['changed', 'removed', 'added', 'cut_off']),
          number: z.int().describe('its number in the chain'),
          event_id: id.nullable().describe('null if the event is gone'),
        })
        .nullable()
        .describe('null: the chain is whole as far as it was checked'),
      next: z.int().nullable().describe('the chain goes on after this number; null at its end'),
      head: z
        .object({ number: z.int(), hash: z.string() })
        .nullable()
        .describe('the last event of the chain; null without events'),
    }),
  },
  setAuditRetention: {
    request: 'DESIGN-5 POST /consoles/ext/set_audit_retention',
    needsSession: true,
    event: 'audit:setRetention',
    description:
      'Sets for how many days the events of an organisation are kept; older ones are deleted within the hour. With a session only.',
    when: 'a user changes how long the activity is kept',
    body: z.object({ org_id: anyId, days: z.number().describe(`a whole number from ${min} to ${max}`) }),
    sample: { org_id: '{organisationId}', days: 90 },
    answer: z.object({ ent_org: entOrgWithConfig }),
    failures: { FORBIDDEN: 'the role does not allow it, or an API key was used', INVALID: 'the days are out of range' },
  },
});
