import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { eventTypeNames } from '../event-types.ts';
import type { Event } from '../generated/schema-types.ts';
import { answerShape } from '../schema-shapes.ts';
import { inputId } from '../shapes.ts';
import { wholeNumber, wholeNumberTo } from '../whole-number.ts';

/** Most events of a page. */
const mostEvents = 100;

/** An event of the feed. */
export const feedEvent = answerShape<Event>('Event');

/** The feed of events; extensions. */
export const eventsCalls = defineExtensionCalls('extensions_2', {
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
