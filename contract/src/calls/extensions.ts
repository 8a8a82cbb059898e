import { z } from 'zod';
import { defineCall } from '../call.ts';

/** The response header by which a product API announces our extensions, with the value `1`, in every answer. */
export const extensionsHeader = 'x-console-extensions';

/** What a product API has beyond the specification; public, requested once a minute at most. Any other answer means no extensions. */
export const capabilitiesCall = defineCall({
  name: 'capabilities',
  item: 'OPEN-68',
  method: 'GET',
  path: '/consoles/ext/capabilities',
  kind: 'read',
  access: 'public',
  description: 'What the product API has beyond the specification. A status of 4xx means no extensions.',
  when: 'an answer has announced extensions, at most once a minute',
  answer: z.object({ capabilities: z.array(z.string()) }),
});

/** Calls that only our platform has; the gateway requests `GET /consoles/ext/capabilities` before it makes them. */
export const extensionCalls = {
  handover: defineCall({
    name: 'handover',
    item: 'OPEN-8',
    method: 'POST',
    path: '/consoles/ext/handover',
    kind: 'write',
    access: 'user',
    description:
      "Creates a token that hands the caller's session over to another module. It is good once, for 60 s, as `api_key` of `POST /tasks/api_user_detail`, which answers it with a new key and session token.",
    when: 'a user switches to another module',
    body: z.object({ module: z.string() }),
    answer: z.object({ token: z.string() }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the key is an integration key, or the role may not open the module',
      INVALID: 'the module is unknown',
    },
  }),
};
