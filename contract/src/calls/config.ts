import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entOrgWithConfig, idIn, option } from '../shapes.ts';

/** The configuration of an organisation. */
export const configCalls = {
  /** How often notifications may be sent. */
  notificationFrequencyList: defineCall({
    name: 'notificationFrequencyList',
    item: 'REST-52',
    method: 'GET',
    path: '/tasks/notification_frequency_list',
    kind: 'read',
    access: 'user',
    answer: z.object({ noti_frequency_list: z.array(option) }),
  }),
  /** Saves the configuration; no limit is -1 or null. 422 for a frequency that is not in the list and for a limit that is no positive whole number, 422 USER_LIMIT_TOO_LOW for one below the active users. */
  updateConfig: defineCall({
    name: 'updateConfig',
    item: 'REST-53',
    method: 'POST',
    path: '/consoles/update_config',
    kind: 'write',
    access: 'user',
    body: z.object({
      org_id: idIn,
      config: z.object({
        notification_frequency: z.string(),
        otp_required: z.boolean(),
        user_limit: z.union([z.number(), z.string()]).nullable(),
      }),
    }),
    answer: z.object({ ent_org: entOrgWithConfig }),
  }),
};
