import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { entUsr, inputId } from '../shapes.ts';

/** Most supervised users that are named. */
export const maxListedSupervisedUsers = 10;

const count = (of: string) => z.int().nullable().describe(`${of}; null: the caller may not see them`);

/** What a user holds that others depend on; an extension. */
export const userDutiesCalls = defineExtensionCalls('extensions', {
  userDuties: {
    request: 'DESIGN-8 GET /consoles/ext/user_duties',
    description:
      "What a user holds that others depend on or that ends with the user: responder duties, senior post, the organisation's organiser, users they supervise, API keys and sessions.",
    when: 'before a user is deactivated',
    query: z.object({ user_id: inputId }),
    answer: z.object({
      responder_kinds: z.array(z.enum(['continuer', 'investigator', 'arc'])),
      senior_post: z.string().nullable().describe('id of the designation; null: none'),
      is_organiser: z.boolean().describe('the organiser of the organisation'),
      supervised_count: z.int().describe('active users of the same organisation'),
      supervised_users: z.array(entUsr).describe(`the first ${maxListedSupervisedUsers} of them, by name`),
      api_key_count: count('usable API keys'),
      session_count: count('sessions that can be used'),
    }),
  },
});
