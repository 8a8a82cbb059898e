import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';

/** The request header with the key of a write that runs once (extension). */
export const idempotencyKeyHeader = 'idempotency-key';

/** The request header with the input that belongs to the key, if the gateway derived the body from it (extension). */
export const idempotencyInputHeader = 'idempotency-input';

/** The pattern of valid idempotency keys. */
export const idempotencyKeyPattern = /^[!-~]{1,255}$/;

/** How long a key is stored. */
export const idempotencyHours = 24;

/** The largest number of characters of a journal or response. An operation with a larger response runs again, with the stored responses of its writes. */
const maxTextLength = 96 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 as 64 hexadecimal digits');
const text = z.string().max(maxTextLength);

/** The operations of the gateway that have an idempotency key; extensions. */
export const idempotencyCalls = defineExtensionCalls('extensions', {
  beginOperation: {
    request: 'DESIGN-8 POST /consoles/ext/idempotency/begin',
    description: `Starts an operation of the caller. It does not start if an operation with the same key from the last ${idempotencyHours} hours is running, is done or had another input. A started operation counts as running for 5 s after its last \`store\`, or until \`end\`.`,
    when: 'a GraphQL mutation has an `Idempotency-Key`',
    body: z.object({ key_hash: sha256, input_hash: sha256 }),
    answer: z.object({
      state: z.enum(['started', 'running', 'done', 'other_input']),
      retry_after: z.int().nullable().describe('`running`: seconds until the operation no longer counts as running'),
      journal: z.string().nullable().describe('`started`: what an earlier run stored'),
      answer: z.string().nullable().describe('`done`: the stored response'),
    }),
    needsAnswer: true,
  },
  storeOperation: {
    request: 'DESIGN-8 POST /consoles/ext/idempotency/store',
    description:
      'Stores the `journal` of a running operation, which a repeated request receives, or its `answer`, which ends the operation. Both are strings that only the gateway can read. The first `answer` is kept. Without either, the operation only keeps running.',
    when: 'each second while a mutation with an `Idempotency-Key` runs, before each of its writes, and when it is done',
    body: z.object({ key_hash: sha256, journal: text.optional(), answer: text.optional() }),
    answer: z.object({ answer: z.string().nullable() }),
  },
  endOperation: {
    request: 'DESIGN-8 POST /consoles/ext/idempotency/end',
    description:
      'Ends an operation without a response, so that its key can start it again. The input must then be the same, unless `forget` is true.',
    when: 'a mutation with an `Idempotency-Key` has failed or was only partly done',
    body: z.object({ key_hash: sha256, forget: z.boolean() }),
    answer: z.object({}),
  },
});
