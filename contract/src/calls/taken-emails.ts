import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { inputId } from '../shapes.ts';

/** How many emails one call looks up; a body has at most 128 KB. */
export const maxLookedUpEmails = 250;

export const takenEmailsCalls = defineExtensionCalls('taken_emails', {
  takenEmails: {
    request: 'DESIGN-8 POST /consoles/ext/taken_emails',
    kind: 'read',
    description: 'Which of some emails active or inactive users of an organisation have; capitals do not matter.',
    when: 'a file of users is previewed or uploaded',
    body: z.object({ org_id: inputId, emails: z.array(z.string().max(320)).max(maxLookedUpEmails) }),
    answer: z.object({ emails: z.array(z.string()).describe('in small letters') }),
  },
});
