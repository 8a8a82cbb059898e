import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { inputShape, responseShape } from '../schema-shapes.ts';
import { attentionKindList } from '../shapes.ts';

/** Pending items of the caller, and the emails about them; extensions. */
export const pendingCalls = defineExtensionCalls('extensions', {
  pendingItems: {
    request: 'DESIGN-8 GET /consoles/ext/pending_items',
    description:
      'Returns what is pending for the caller, counted on request, the most urgent first. It includes what their role can do something about in their own organisation, and what is their own. `pending_count` of `api_user_detail` has the number of these items.',
    when: 'the page of pending items opens',
    query: z.object({ kinds: attentionKindList }),
    answer: z.object({ pendingItems: z.array(responseShape<schema.PendingItem>('PendingItem')) }),
    failures: { FORBIDDEN: 'the key belongs to an organisation' },
  },
  pendingEmails: {
    request: 'DESIGN-8 GET /consoles/ext/pending_emails',
    description: 'Returns whether the caller receives emails about what is pending, and when they are sent.',
    when: 'the profile opens',
    answer: z.object({ pendingEmails: responseShape<schema.PendingEmails>('PendingEmails') }),
    failures: { FORBIDDEN: 'the key belongs to an organisation' },
  },
  setPendingEmails: {
    request: 'DESIGN-8 POST /consoles/ext/set_pending_emails',
    event: 'account:digest',
    needsSession: true,
    description: 'Turns pending items emails on for the caller, or turns them off.',
    when: 'a user turns pending items emails on in their profile, or turns them off',
    body: inputShape<schema.SetPendingEmailsInput>('SetPendingEmailsInput'),
    answer: z.object({ pendingEmails: responseShape<schema.PendingEmails>('PendingEmails') }),
    needsAnswer: true,
    failures: { FORBIDDEN: 'the caller uses an API key, not a session' },
  },
  endPendingEmails: {
    request: 'DESIGN-8 POST /consoles/ext/end_pending_emails',
    event: 'account:digest',
    access: 'public',
    description:
      'Turns the emails about what is pending off for the user that one of them was sent to. The token of each email can be used for a year, and more than once.',
    when: 'a user or their email program uses the link of such an email',
    body: z.object({ token: z.string().max(200) }),
    answer: z.object({}),
    failures: {
      TOKEN_INVALID: 'the token is unknown or has expired',
      RATE_LIMITED:
        'too many unknown tokens from one IP address (IPv6: one /64); `retry_after` gives the seconds to wait',
    },
  },
});
