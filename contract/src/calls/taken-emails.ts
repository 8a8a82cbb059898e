import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { maxLength } from '../rules.ts';
import { inputId } from '../shapes.ts';

/** How many email addresses one call looks up: in any script they take less than the 128 KB of a body. */
export const maxLookedUpEmails = 150;

export const takenEmailsCalls = defineExtensionCalls('extensions', {
  takenEmails: {
    request: 'DESIGN-8 POST /consoles/ext/taken_emails',
    kind: 'read',
    description:
      'Returns which of the given email addresses belong to active or inactive users of an organisation. Case is ignored.',
    when: 'a file of users is previewed or uploaded',
    body: z.object({ org_id: inputId, emails: z.array(z.string().max(maxLength.email)).max(maxLookedUpEmails) }),
    answer: z.object({ emails: z.array(z.string()).describe('in lower case') }),
  },
});
