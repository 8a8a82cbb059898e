import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { type ListName, lists, streamedLists } from '../lists.ts';
import { inputId } from '../shapes.ts';

/** Most rows of a file, by its format. A workbook is slower to open than a text. */
export const exportLimits = { csv: 1_000_000, xlsx: 100_000 } as const;

/** Lists as files; extensions. */
export const exportsCalls = defineExtensionCalls('extensions', {
  exportRows: {
    request: 'DESIGN-5 POST /consoles/ext/export_rows',
    kind: 'read',
    event: 'lists:export',
    description:
      'Streams the rows of a list as lines of JSON (`application/x-ndjson`): first `{"total": 2}`, then each row as the list call answers it, last `{"end": 2}`. An answer without the last line was cut. With more rows than `limit` there is the first line only. The export is in the activity, also one that was cut.',
    when: 'a person or a key exports a list',
    body: z.object({
      list: z
        .enum(streamedLists)
        .describe(
          '`users` and `all_users` are filtered, ordered and allowed as `all_users`, `users` with `org_id` and the active ones first; `external_users` with `org_id` and the parameters of `user_lists` that begin with `external_`, without that prefix, each row with the `id` of its user; `organisations` as `all_orgs`; `invitations`; `activity` as `audit_events`',
        ),
      query: z.record(z.string(), z.unknown()).describe('the query of the list call, without its page'),
      limit: z.int().min(1).max(exportLimits.csv),
      once: z
        .string()
        .regex(/^[\w-]{16,64}$/, 'must be 16 to 64 letters and digits')
        .optional()
        .describe('a second call with the same text within two minutes is refused'),
    }),
    answer: z.object({ total: z.int().describe('the first line') }),
    failures: {
      CONFLICT: '`once` was given before',
      FORBIDDEN: 'the role does not see the list',
      NOT_FOUND: 'the organisation is unknown or of another caller',
    },
  },
  recordExport: {
    request: 'DESIGN-5 POST /consoles/ext/record_export',
    event: 'lists:export',
    description:
      'Adds an export of a list that the gateway has written itself to the activity. The header `x-gateway-proof` proves by the secret that gateway and product API share (setting `GATEWAY_SECRET`) that a gateway sends it; a product API without one answers 404.',
    when: 'a list that is answered whole was exported, or its export was cut',
    body: z.object({
      list: z.enum(Object.keys(lists) as [ListName, ...ListName[]]),
      org_id: inputId.optional().describe('the organisation of the list'),
      filters: z.array(z.string().regex(/^[\w.]{1,60}$/, 'must be the name of a filter')).max(20),
      rows: z.int().min(0).max(exportLimits.csv),
      is_cut: z.boolean(),
    }),
    answer: z.object({}),
    failures: {
      FORBIDDEN: 'the proof is missing, or the role does not see the list',
      NOT_FOUND: 'the organisation is unknown or of another caller',
    },
  },
});
