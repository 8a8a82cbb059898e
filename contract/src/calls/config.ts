import { z } from 'zod';
import { defineCalls, defineExtensionCalls } from '../call.ts';
import { entOrgWithConfig, inputId, option } from '../shapes.ts';

export const configCalls = defineCalls({
  notificationFrequencyList: {
    request: 'REST-52 GET /tasks/notification_frequency_list',
    description: 'Lists the values that `notification_frequency` can have.',
    when: 'the configuration tab opens',
    answer: z.object({ noti_frequency_list: z.array(option) }),
  },
  updateConfig: {
    request: 'REST-53 POST /consoles/update_config',
    event: 'config:edit',
    scope: 'config:write',
    description:
      'Saves the configuration. A `user_limit` of -1 or null means no limit. Absent keys keep their value (extension).',
    when: 'the configuration tab is saved',
    body: z.object({
      org_id: inputId,
      passcode: z
        .string()
        .optional()
        .describe(
          'extension: the passcode that `send_config_passcode` emailed; required to change `otp_required` to true',
        ),
      config: z
        .object({
          notification_frequency: z.string(),
          otp_required: z.boolean(),
          user_limit: z.union([z.number(), z.string()]).nullable(),
          time_zone: z.string().describe('extension: an IANA name such as `Europe/Berlin`'),
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
        'the frequency is not in the list, the time zone is unknown, or the limit is not a positive whole number. Extension: the passcode is missing, wrong or expired',
      USER_LIMIT_TOO_LOW: 'the limit is below the number of active users',
    },
  },
});

export const configExtensionCalls = defineExtensionCalls('extensions', {
  sendConfigPasscode: {
    request: 'DESIGN-8 POST /consoles/ext/send_config_passcode',
    event: 'session:sendPasscode',
    scope: 'config:write',
    description:
      'Emails the caller the passcode that `update_config` requires to turn on passcodes for the users of an organisation. The passcode proves that emails arrive, so that no one is locked out. The limits are those of sign-in passcodes.',
    when: 'a user turns on passcodes',
    body: z.object({ org_id: inputId }),
    answer: z.object({
      email: z.string().describe('the email address that the passcode was sent to'),
      resend_in: z.int().describe('seconds until another passcode can be sent'),
    }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role is not allowed to change the configuration',
      NOT_FOUND: 'there is no such organisation',
      RATE_LIMITED: 'the last passcode is too recent or too many were sent; `retry_after` gives the seconds to wait',
    },
  },
});
