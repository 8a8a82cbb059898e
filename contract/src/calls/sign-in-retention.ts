import { z } from 'zod';
import { signInRetentionDays } from '../audit-retention.ts';
import { defineExtensionCalls } from '../call.ts';
import { entOrgWithConfig, inputId } from '../shapes.ts';

const { min, max } = signInRetentionDays;

/** How long personal data of sign-ins and refusals is kept; an extension. */
export const signInRetentionCalls = defineExtensionCalls('extensions', {
  setSignInRetention: {
    request: 'DESIGN-5 POST /consoles/ext/set_sign_in_retention',
    needsSession: true,
    event: 'audit:setRetention',
    description:
      'Sets for how many days the activity of an organisation says who signed in or was refused, and from where. Later, these events have neither people nor IP addresses. Requires a session.',
    when: 'a user changes how long sign-ins and refusals are kept',
    body: z.object({
      org_id: inputId,
      days: z.number().nullable().describe(`a whole number from ${min} to ${max}; null: as long as the activity`),
    }),
    sample: { org_id: '{organisationId}', days: 90 },
    answer: z.object({ ent_org: entOrgWithConfig }),
    failures: {
      FORBIDDEN: 'the role does not allow it, or an API key was used',
      INVALID: 'the number of days is out of range',
    },
  },
});
