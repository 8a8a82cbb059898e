import { z } from 'zod';
import { defineCalls, defineExtensionCalls } from '../call.ts';
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
      passcode: z
        .string()
        .optional()
        .describe('extension: needed to change `otp_required` to true, of `send_config_passcode`'),
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
      INVALID:
        'the frequency is not in the list, the limit is not a positive whole number, or (extension) the passcode is missing, wrong or expired',
      USER_LIMIT_TOO_LOW: 'the limit is below the number of active users',
    },
  },
});

/** Switching passcodes on; an extension. */
export const configExtensionCalls = defineExtensionCalls('extensions', {
  sendConfigPasscode: {
    request: 'DESIGN-8 POST /consoles/ext/send_config_passcode',
    event: 'session:sendPasscode',
    scope: 'config:write',
    description:
      'Mails the caller the passcode with which `update_config` requires passcodes of the users of an organisation: mails arrive, so that the switch locks no one out. With the limits of the passcodes of signing in.',
    when: 'a user switches passcodes on',
    body: z.object({ org_id: inputId }),
    answer: z.object({
      email: z.string().describe('where it was mailed'),
      resend_in: z.int().describe('seconds until the next one may be sent'),
    }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role may not change the configuration',
      NOT_FOUND: 'there is no such organisation',
      RATE_LIMITED:
        'the last passcode is too recent or too many were sent; `retry_after` says how many seconds to wait',
    },
  },
});
