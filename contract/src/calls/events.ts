import { z } from 'zod';
import { auditActions, auditActorKinds } from '../audit-actions.ts';
import { defineExtensionCalls } from '../call.ts';
import { eventTypeNames } from '../event-types.ts';
import { id, inputId, moment } from '../shapes.ts';
import { wholeNumber, wholeNumberTo } from '../whole-number.ts';

/** Most events of a page. */
const mostEvents = 100;

/** An event of the feed. */
export const feedEvent = z.object({
  id: id.describe('that of the event in the activity'),
  number: z.int().positive().describe('its place in the order in which events were recorded; unique, not without gaps'),
  at: moment,
  type: z.enum(eventTypeNames),
  actor: z.object({
    kind: z.enum(auditActorKinds),
    role: z.string().nullable().describe('the `idStr` of the role that the actor had'),
    ent_usr_id: id.nullable().describe('null if unknown or of another organisation, as the two after it'),
    api_key_id: id.nullable().describe('the key that was used'),
    client_address: z.string().nullable().describe('an IP address'),
  }),
  org_id: id.nullable().describe('the organisation that the event belongs to'),
  other_org_id: id.nullable().describe('the other organisation of a mapping that was requested or answered'),
  target: z.object({
    type: z.string().describe('the table of the target, such as `ent_usr`'),
    id: z.string().nullable(),
  }),
  changes: z
    .array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }))
    .describe(
      'the changed fields; roles by their `idStr`, users and organisations by their ids; of a secret or a file only that it was `changed`. Empty for a refusal',
    ),
  refusal: z
    .object({
      action: z.enum(auditActions).describe('what was refused'),
      code: z.string().describe('the error code'),
      count: z.int().positive().describe('how many similar refusals it counts for'),
    })
    .nullable()
    .describe('null: it was done'),
});

/** The feed of events; extensions. */
export const eventsCalls = defineExtensionCalls('events', {
  events: {
    request: 'EVENT-1 GET /consoles/ext/events',
    description:
      'What was done and refused, in the order in which it was recorded, as types of events: no event is ever added before another. An event of a mapping is in the feeds of both organisations, to each without the persons of the other. An Organiser reads the feed of their own organisation.',
    when: 'a program reads the events of all organisations or of one',
    query: z.object({
      org_id: inputId.optional().describe('only the feed of this organisation'),
      type: z
        .union([z.enum(eventTypeNames), z.array(z.enum(eventTypeNames))])
        .optional()
        .describe('any of these, repeated; by default all'),
      after: wholeNumber(15).optional().describe('only events with a greater number: the `end` of the page before'),
      limit: wholeNumberTo(mostEvents).optional().describe(`at most ${mostEvents}; by default 25`),
    }),
    answer: z.object({
      events: z.array(feedEvent),
      end: z
        .int()
        .nullable()
        .describe('the number up to which events were looked at, also those of other types; null while there is none'),
      has_next: z.boolean().describe('whether to go on after `end` at once, even if this page has no events'),
    }),
  },
});
