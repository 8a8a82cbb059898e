import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { wholeNumber } from '../fields/whole-number.ts';
import type { ApiKeyRequest } from '../generated/schema-types.ts';
import { cursorParameters, pageInfoFields } from '../list-parameters.ts';
import { maxPageSize, requestLogDays, requestLogLength } from '../rules.ts';
import { anyId, responseShape } from '../schema-shapes.ts';
import { apiKey } from './keys.ts';

export const loggedRequest = responseShape<ApiKeyRequest>('ApiKeyRequest');

export const keyRequestsCalls = defineExtensionCalls('extensions', {
  keyRequests: {
    request: 'REQLOG-8 GET /consoles/ext/key_requests',
    needsSession: true,
    description: `Returns a page of the requests with an API key, the newest first: those of the last ${requestLogDays} days, at most ${requestLogLength.toLocaleString('en')}.`,
    when: 'a user looks at the requests of an API key',
    query: z.object({
      key_id: anyId,
      failed: z.enum(['true', 'false']).optional().describe('only requests that failed, or only those that succeeded'),
      limit: wholeNumber(9).optional().describe(`at most ${maxPageSize}; by default 25`),
      ...cursorParameters,
    }),
    answer: z.object({
      key: apiKey.nullable().describe('null for an organisation API key'),
      requests: z.array(loggedRequest),
      missing: z.int().describe('the number of requests in these days that the gateways could not report'),
      ...pageInfoFields,
    }),
    failures: {
      FORBIDDEN:
        'the caller uses an API key, not a session; or the key belongs to another user and the role is not allowed to see it',
      NOT_FOUND: 'there is no such key, or it belongs to another organisation',
    },
  },
});
