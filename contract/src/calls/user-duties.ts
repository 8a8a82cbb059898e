import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { enumShape, responseShape } from '../schema-shapes.ts';
import { entUsr, inputId, orgRef } from '../shapes.ts';

/** The largest number of supervised users that are named. */
export const maxListedSupervisedUsers = 10;
/** The largest number of organisations that are named. */
export const maxListedExternalOrganisations = 100;

/** The largest number of supervised users that are named as not moved. */
export const maxListedUnmovedUsers = 100;

const count = (of: string) => z.int().nullable().describe(`${of}; null if the caller cannot see them`);

export const userDutiesCalls = defineExtensionCalls('extensions', {
  userDuties: {
    request: 'DESIGN-8 GET /consoles/ext/user_duties',
    description:
      'Returns the responsibilities of a user that others depend on, and what ends with their access. These are responder duties, senior position, organiser, supervised users, API keys, sessions and the organisations that have accepted the user as an external user.',
    when: 'before a user is deactivated, and on the page of a user',
    query: z.object({ user_id: inputId }),
    answer: z.object({
      responder_kinds: z.array(z.enum(['continuer', 'investigator', 'arc'])),
      senior_post: z.string().nullable().describe('id of the designation; null if the user has none'),
      is_organiser: z.boolean().describe('whether the user is the organiser of their organisation'),
      supervised_count: z.int().describe('active users of the same organisation'),
      supervised_users: z.array(entUsr).describe(`the first ${maxListedSupervisedUsers} of them, by name`),
      api_key_count: count('usable API keys'),
      session_count: count('active sessions'),
      api_keys: z
        .array(responseShape<schema.UserDutyApiKey>('UserDutyApiKey'))
        .nullish()
        .describe('the usable API keys, newest first; null if the caller cannot see them'),
      movable_duties: z
        .array(enumShape<schema.UserDuty>('UserDuty'))
        .optional()
        .describe('the responsibilities that the caller can hand over'),
      external_organisations: z
        .array(orgRef)
        .describe(
          `the first ${maxListedExternalOrganisations} organisations that have accepted the user as an external user, by brand name`,
        ),
    }),
  },
});
