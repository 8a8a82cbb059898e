import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { fieldErrorCodes } from '../errors.ts';
import { wholeNumber } from '../fields/whole-number.ts';
import { maxLength } from '../rules.ts';
import { inputId } from '../shapes.ts';
import { manyStrangers, withheldEmails } from './users.ts';

/** Effect of an upload on a row of a file that may update users. */
export const userFileRowKinds = ['new', 'update', 'unchanged', 'faulty'] as const;

export type UserFileRowKind = (typeof userFileRowKinds)[number];

const form = z.object({
  org_id: inputId,
  clear_empty_cells: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: an empty cell clears the field of an existing user; by default it changes nothing'),
});

const file =
  'The file is CSV as in `bulk_user_upload`, but only the column `email` is required. A column `id` has the ids of exported users.';

const failures = {
  FILE_REFUSED: 'the file is not a CSV file',
  FORBIDDEN:
    'the role does not allow creating or updating users, or the API key cannot assign a role of its owner’s level',
} as const;

/** Most email addresses in one lookup call: in any script they fit into a body of 128 KB. */
export const maxLookedUpEmails = 150;

export const usersFileCalls = defineExtensionCalls('extensions', {
  previewUsersFile: {
    request: 'DESIGN-8 POST /consoles/ext/preview_users_file',
    event: 'users:upload',
    description: `Previews what \`update_users_by_file\` would do with each row, and changes nothing. ${file}`,
    when: 'a user previews or uploads a file that can update users',
    body: form,
    files: ['file'],
    answer: z.object({
      rows: z.array(
        z.object({
          row: z.int().describe('the header row is 1'),
          kind: z.enum(userFileRowKinds).describe('`faulty`: see `problems`'),
          changes: z
            .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
            .describe('for an update: the old and the new value of each cell that changes; roles by name'),
          problems: z.array(z.string()).describe('such as `role is above your own`'),
          codes: z.array(z.enum(fieldErrorCodes)).optional().describe('the code of each problem, in the same order'),
        }),
      ),
      own_level_count: z
        .int()
        .describe(
          'the number of rows that assign a role of the caller’s level; if there are any, the upload requires a password check beforehand',
        ),
    }),
    needsAnswer: true,
    failures,
  },
  updateUsersByFile: {
    request: 'DESIGN-8 POST /consoles/ext/update_users_by_file',
    event: 'users:upload',
    scope: 'users:write',
    description: `Updates the users of an organisation that a CSV file identifies by email address, and creates the others. All rows succeed or none. Each row works as in \`update_org_user\` or \`bulk_user_upload\`. ${file} Only the columns in the file are changed for an existing user, and never the email address.`,
    when: 'a user uploads a file that can update users',
    body: form,
    files: ['file'],
    answer: z.object({
      created_count: z.int(),
      updated_count: z.int(),
      unchanged_count: z.int(),
      withheld_emails: withheldEmails.optional(),
    }),
    needsAnswer: true,
    failures: {
      ...failures,
      INVALID: '`errors` by row, such as `row 3`: `role is above your own`',
      USER_LIMIT_REACHED: 'the file has more new users than the user limit allows',
      RATE_LIMITED: manyStrangers,
      WRONG_PASSWORD: `a row assigns a role of the caller’s level, and ${passwordNeeded}`,
    },
  },
  takenEmails: {
    request: 'DESIGN-8 POST /consoles/ext/taken_emails',
    kind: 'read',
    description:
      'Returns which of the given email addresses belong to active or inactive users of an organisation. Case is ignored.',
    when: 'a file of users is previewed or uploaded',
    body: z.object({ org_id: inputId, emails: z.array(z.string().max(maxLength.email)).max(maxLookedUpEmails) }),
    answer: z.object({ emails: z.array(z.string()).describe('in lower case') }),
  },
});

export const emailScheduleCalls = defineExtensionCalls('extensions_1_1', {
  emailSchedule: {
    request: 'DESIGN-8 GET /consoles/ext/email_schedule',
    description:
      'Returns when the last of `count` new invitations of an organisation would be emailed. An organisation emails 2,000 invitations an hour. Further ones are queued.',
    when: 'a file with new users is previewed',
    query: z.object({ org_id: inputId, count: wholeNumber(4) }),
    answer: z.object({ emails_until: z.string().nullable().describe('null if all are emailed at once') }),
  },
});
