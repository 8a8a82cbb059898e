import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { inputId } from '../shapes.ts';

/** What becomes of a row of a file that may update users. */
export const userFileRowKinds = ['new', 'update', 'unchanged', 'faulty'] as const;

/** What becomes of a row of a file that may update users. */
export type UserFileRowKind = (typeof userFileRowKinds)[number];

const form = z.object({
  org_id: inputId,
  clear_empty_cells: z
    .enum(['true', 'false'])
    .optional()
    .describe('true: an empty cell empties the field of an existing user; by default it changes nothing'),
});

const file =
  'The file is CSV as in `bulk_user_upload`, of which only the column `email` is needed. A column `id` has the ids of exported users.';

const failures = {
  FILE_REFUSED: 'the file is not a CSV file',
  FORBIDDEN: 'the role may not create or not update users, or the API key may not give a role of its owner’s level',
} as const;

export const usersFileCalls = defineExtensionCalls('extensions_2', {
  previewUsersFile: {
    request: 'DESIGN-8 POST /consoles/ext/preview_users_file',
    event: 'users:upload',
    description: `Tells what \`update_users_by_file\` would do with each row, and changes nothing. ${file}`,
    when: 'a file that may update users is previewed or uploaded',
    body: form,
    files: ['file'],
    answer: z.object({
      rows: z.array(
        z.object({
          row: z.int().describe('the header is 1'),
          kind: z.enum(userFileRowKinds).describe('`faulty`: see `problems`'),
          changes: z
            .array(z.object({ column: z.string(), from: z.string(), to: z.string() }))
            .describe('of an update: the old and the new text of each cell that changes; a role by its name'),
          problems: z.array(z.string()).describe('such as `role is above your own`'),
        }),
      ),
      own_level_count: z
        .int()
        .describe(
          'how many rows give a role of the caller’s level: with any, the upload needs a password check before it',
        ),
    }),
    needsAnswer: true,
    failures,
  },
  updateUsersByFile: {
    request: 'DESIGN-8 POST /consoles/ext/update_users_by_file',
    event: 'users:upload',
    scope: 'users:write',
    description: `Updates the users of an organisation that a CSV file names by their emails, and creates the others: all rows or none, each as \`update_org_user\` and \`bulk_user_upload\` do. ${file} Of a user only what the file has is changed, never the email.`,
    when: 'a file that may update users is uploaded',
    body: form,
    files: ['file'],
    answer: z.object({
      created_count: z.int(),
      updated_count: z.int(),
      unchanged_count: z.int(),
    }),
    needsAnswer: true,
    failures: {
      ...failures,
      INVALID: '`errors` by row, such as `row 3`: `role is above your own`',
      USER_LIMIT_REACHED: 'the file has more new users than there are free seats',
      WRONG_PASSWORD: `a row gives a role of the caller’s level, and ${passwordNeeded}`,
    },
  },
});
