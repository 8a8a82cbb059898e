import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { entOrgWithConfig, inputId, option } from '../shapes.ts';

/** The configuration of an organisation. */
export const configCalls = defineCalls({
  notificationFrequencyList: {
    request: 'REST-52 GET /tasks/notification_frequency_list',
    description: 'The values that `notification_frequency` may have.',
    when: 'the configuration tab',
    answer: z.object({ noti_frequency_list: z.array(option) }),
  },
  updateConfig: {
    request: 'REST-53 POST /consoles/update_config',
    event: 'config:edit',
    scope: 'config:write',
    description:
      'Saves the configuration. A `user_limit` of -1 or null means no limit. Keys that are absent stay as they are (extension).',
    when: 'the configuration tab is saved',
    body: z.object({
      org_id: inputId,
      config: z
        .object({
          notification_frequency: z.string(),
          otp_required: z.boolean(),
          user_limit: z.union([z.number(), z.string()]).nullable(),
        })
        .partial(),
    }),
    sample: {
      org_id: '{organisationId}',
      config: { notification_frequency: 'Weekly', otp_required: false, user_limit: 5000 },
    },
    answer: z.object({ ent_org: entOrgWithConfig }),
    failures: {
      INVALID: 'the frequency is not in the list, or the limit is not a positive whole number',
      USER_LIMIT_TOO_LOW: 'the limit is below the number of active users',
    },
  },
});
