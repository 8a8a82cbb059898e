import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { type ListName, lists, streamedLists } from '../lists.ts';
import { inputId } from '../shapes.ts';

/** The largest number of rows of a file, by its format. A workbook is slower to open than a text file. */
export const exportLimits = { csv: 1_000_000, xlsx: 100_000 } as const;

export const exportsCalls = defineExtensionCalls('extensions', {
  exportRows: {
    request: 'DESIGN-5 POST /consoles/ext/export_rows',
    kind: 'read',
    event: 'lists:export',
    description:
      'Streams the rows of a list as lines of JSON (`application/x-ndjson`): first `{"total": 2}`, then each row as the list call returns it, last `{"end": 2}`. A response without the last line is incomplete. If there are more rows than `limit`, only the first line is sent. Every export is recorded in the activity log, including an incomplete one.',
    when: 'a user or an API key exports a list',
    body: z.object({
      list: z
        .enum(streamedLists)
        .describe(
          '`users` and `all_users` are filtered, sorted and permitted like `all_users`; `users` needs `org_id` and lists active users first. `external_users` works like the call of this name; each row has the `id` of its user. `organisations` works like `all_orgs`, `invitations` like the call of this name, `activity` like `audit_events`',
        ),
      query: z.record(z.string(), z.unknown()).describe('the query of the list call, without its page parameters'),
      limit: z.int().min(1).max(exportLimits.csv),
      once: z
        .string()
        .regex(/^[\w-]{16,64}$/, 'must be 16 to 64 letters and digits')
        .optional()
        .describe('a second call with the same string within two minutes fails'),
    }),
    answer: z.object({ total: z.int().describe('on the first line') }),
    failures: {
      CONFLICT: '`once` was already used',
      FORBIDDEN: 'the role is not allowed to see the list',
      NOT_FOUND: 'the organisation is unknown, or the caller cannot see it',
    },
  },
  recordExport: {
    request: 'DESIGN-5 POST /consoles/ext/record_export',
    event: 'lists:export',
    description:
      'Records in the activity log an export that the gateway wrote itself. The header `x-gateway-proof` proves that a gateway sent it, using the secret that gateway and product API share (setting `GATEWAY_SECRET`). A product API without that secret returns 404.',
    when: 'a list that is returned in one response was exported, or its export was interrupted',
    body: z.object({
      list: z.enum(Object.keys(lists) as [ListName, ...ListName[]]),
      org_id: inputId.optional().describe('the organisation of the list'),
      filters: z.array(z.string().regex(/^[\w.]{1,60}$/, 'must be the name of a filter')).max(20),
      rows: z.int().min(0).max(exportLimits.csv),
      is_cut: z.boolean(),
    }),
    answer: z.object({}),
    failures: {
      FORBIDDEN: 'the proof is missing, or the role is not allowed to see the list',
      NOT_FOUND: 'the organisation is unknown, or the caller cannot see it',
    },
  },
});
