import { z } from 'zod';
import { defineCall } from '../call.ts';

/** The response header by which a product API announces our extensions, with the value `1`, in every answer. */
export const extensionsHeader = 'x-console-extensions';

/** Calls that only our platform has; the gateway requests `GET /consoles/ext/capabilities` before it makes them. */
export const extensionCalls = {
  /**
   * Mints a token that hands the caller's session on to a module: good once, for 60 s, as `api_key` of REST-3, which answers it with a fresh key and
   * session token. 403 with an integration key, 422 for an unknown module.
   */
  handover: defineCall({
    name: 'handover',
    item: 'OPEN-8',
    method: 'POST',
    path: '/consoles/ext/handover',
    kind: 'write',
    access: 'user',
    body: z.object({ module: z.string() }),
    answer: z.object({ token: z.string() }),
  }),
};
