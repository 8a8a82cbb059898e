import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { anyId, responseShape } from '../schema-shapes.ts';
import { attentionKindList } from '../shapes.ts';

/** Items that need attention in an organisation, or in all active organisations; an extension. */
export const attentionCalls = defineExtensionCalls('extensions', {
  attention: {
    request: 'DESIGN-8 GET /consoles/ext/attention',
    description:
      'Returns what needs attention in an organisation, or in all active organisations together, counted on request, the most urgent first. Only the kinds that the caller’s role can do something about are counted.',
    when: 'the page of an organisation or the list of organisations opens',
    query: z.object({
      organisationId: anyId.optional().describe('by default all active organisations'),
      kinds: attentionKindList,
    }),
    answer: z.object({
      attention: z
        .array(responseShape<schema.AttentionItem>('AttentionItem'))
        .nullable()
        .describe('null if the caller’s role sees none of the kinds'),
    }),
    failures: {
      FORBIDDEN: 'the role is not allowed to see all organisations',
      NOT_FOUND: 'there is no such organisation, or the caller cannot see it',
    },
  },
});
