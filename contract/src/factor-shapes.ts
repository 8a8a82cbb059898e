import { z } from 'zod';

const moment = z.string().describe('ISO 8601, UTC');

/** Extension: the second factors that a user has set up. */
export const secondFactorsField = z
  .array(z.enum(['app', 'passkey']))
  .optional()
  .describe(
    'extension: the factors that are set up; absent outside lists, or if the caller cannot see them (`user_security`)',
  );

/** Extension: the second factor that the session of the signed-in user lacks. */
const requiredFactorField = z
  .object({
    due_at: moment.describe('when every other call begins to fail with FACTOR_REQUIRED'),
    is_due: z.boolean().describe('whether that time has passed'),
    sign_in_again: z.boolean().describe('whether the user has a factor that was not used to start this session'),
  })
  .optional()
  .describe(
    'extension: set if the organisation requires a second factor that the session lacks; absent if nothing is lacking',
  );

/** Extension: the identity provider at which the session can also be signed out. */
const providerSignOutField = z
  .object({
    provider: z.string().describe('the host of the identity provider'),
    is_required: z.boolean().describe('whether the organisation always signs users out at the provider too'),
  })
  .optional()
  .describe('extension: set if the session can be signed out at the provider with which it began; otherwise absent');

/** Extensions about the session of the signed-in user. */
export const sessionFields = { required_factor: requiredFactorField, provider_sign_out: providerSignOutField };
