import { z } from 'zod';

const moment = z.string().describe('ISO 8601, UTC');

/** Extension: what a user has set up. */
export const secondFactorsField = z
  .array(z.enum(['app', 'passkey']))
  .optional()
  .describe('extension: what is set up; absent for who may not see it (`user_security`), and where it is not a list');

/** Extension: what the session of the signed-in user lacks. */
const requiredFactorField = z
  .object({
    due_at: moment.describe('from then on every other call is refused with FACTOR_REQUIRED'),
    is_due: z.boolean().describe('that moment has passed'),
    sign_in_again: z.boolean().describe('the user has a factor, with which this session did not begin'),
  })
  .optional()
  .describe(
    'extension: the organisation requires a second factor, which the session lacks; absent: nothing is lacking',
  );

/** Extension: where the session can be signed out besides. */
const providerSignOutField = z
  .object({
    provider: z.string().describe('its host'),
    is_required: z.boolean().describe('the organisation always signs out there too'),
  })
  .optional()
  .describe('extension: the session can be signed out at the provider with which it began; absent: it cannot');

/** What is said of the session of the signed-in user. */
export const sessionFields = { required_factor: requiredFactorField, provider_sign_out: providerSignOutField };
