import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { eventTypeNames } from '../event-types.ts';
import { wholeNumber, wholeNumberTo } from '../fields/whole-number.ts';
import type { Event } from '../generated/schema-types.ts';
import { responseShape } from '../schema-shapes.ts';
import { inputId } from '../shapes.ts';

/** The largest number of events on a page. */
const mostEvents = 100;

export const feedEvent = responseShape<Event>('Event');

export const eventsCalls = defineExtensionCalls('extensions', {
  events: {
    request: 'EVENT-1 GET /consoles/ext/events',
    description:
      'Returns actions that were done or refused, as typed events in the order in which they were recorded. No event is ever inserted before an existing one. An event of a mapping is in the feeds of both organisations, each without the users of the other. Organisers read the feed of their own organisation.',
    when: 'a program reads the events of all organisations or of one',
    query: z.object({
      org_id: inputId.optional().describe('only the feed of this organisation'),
      type: z
        .union([z.enum(eventTypeNames), z.array(z.enum(eventTypeNames))])
        .optional()
        .describe('any of these, repeated; by default all'),
      after: wholeNumber(15).optional().describe('only events with a greater number: the `end` of the previous page'),
      limit: wholeNumberTo(mostEvents).optional().describe(`at most ${mostEvents}; by default 25`),
    }),
    answer: z.object({
      events: z.array(feedEvent),
      end: z
        .int()
        .nullable()
        .describe(
          'the number up to which events were searched, including those of other types; null while there are none',
        ),
      has_next: z.boolean().describe('whether to continue after `end` at once, even if this page has no events'),
    }),
  },
});
