import { z } from 'zod';
import { sessionFields } from './factor-shapes.ts';
import { entUsr, id, objectLocators, userLocator } from './shapes.ts';

/** The signed-in user: the only response that contains credentials. */
export const currentEntUsr = entUsr.extend({
  id: z.int().nonnegative().describe('id; 0 for an organisation API key'),
  api_key: z.string().describe('sent with every later call; required in the response to a sign-in'),
  session_token: z.string().nullable().describe('sent with every later call; a response header can replace it'),
  key_scopes: z.array(z.string()).optional().describe('extension: the scopes of an API key; absent for a session'),
  key_owner: z
    .literal('organisation')
    .optional()
    .describe(
      'extension: the API key belongs to an organisation and to no person; `id` is 0, the first name is the name of the key',
    ),
  key_id: id.optional().describe('extension: the id of the API key in the request; absent for a session'),
  pending_count: z.int().optional().describe('extension: the number of items of `pending_items`, if it was requested'),
  client_address: z.string().optional().describe('extension: the IP address of the request, in its canonical form'),
  ...sessionFields,
});
objectLocators.add(currentEntUsr, userLocator);
