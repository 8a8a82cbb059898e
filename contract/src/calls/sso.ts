import { z } from 'zod';
import { defineCall } from '../call.ts';
import { inputId, objectLocators } from '../shapes.ts';

/** Single sign-on settings. */
export const sso = z.object({
  client_id: z.string(),
  tenant_id: z.string(),
  client_secret: z.string().describe('a mask such as ********, never the secret'),
});
objectLocators.add(sso, { keys: ['adfs'], identifyingKeys: ['client_id', 'tenant_id'] });

/** Single sign-on (ADFS) of an organisation. */
export const ssoCalls = {
  getSso: defineCall({
    name: 'getSso',
    item: 'REST-50',
    method: 'GET',
    path: '/consoles/get_sso',
    kind: 'read',
    access: 'user',
    description: 'The single sign-on settings; null until they are first saved.',
    when: 'the single sign-on tab',
    query: z.object({ org_id: inputId }),
    answer: z.object({ sso: sso.nullable() }),
  }),
  updateAdfs: defineCall({
    name: 'updateAdfs',
    item: 'REST-51',
    method: 'POST',
    path: '/consoles/update_adfs',
    kind: 'write',
    access: 'user',
    description:
      'Saves the single sign-on settings. The mask of `client_secret` as it was read keeps the stored secret. All three are required on the first save.',
    when: 'the single sign-on tab is saved',
    body: z.object({
      adfs: z.object({ client_id: z.string(), tenant_id: z.string(), client_secret: z.string(), ent_org_id: inputId }),
    }),
    answer: z.object({ sso }),
    failures: {
      INVALID: '`errors` by field',
    },
  }),
};
