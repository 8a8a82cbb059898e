import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idIn, spellings } from '../shapes.ts';

const sso = z.object({
  client_id: z.string(),
  tenant_id: z.string(),
  client_secret: z.string().describe('masked: rules.secretMask'),
});
spellings.add(sso, { nouns: ['adfs'], marks: ['client_id', 'tenant_id'] });

/** Single sign-on (ADFS) of an organisation. */
export const ssoCalls = {
  /** The settings; null before they were first saved. */
  getSso: defineCall({
    name: 'getSso',
    item: 'REST-50',
    method: 'GET',
    path: '/consoles/get_sso',
    kind: 'read',
    access: 'user',
    query: z.object({ org_id: idIn }),
    answer: z.object({ sso: sso.nullable() }),
  }),
  /** Saves the settings. The mask as secret keeps the stored one; all three are required on the first save (422). */
  updateAdfs: defineCall({
    name: 'updateAdfs',
    item: 'REST-51',
    method: 'POST',
    path: '/consoles/update_adfs',
    kind: 'write',
    access: 'user',
    body: z.object({
      adfs: z.object({ client_id: z.string(), tenant_id: z.string(), client_secret: z.string(), ent_org_id: idIn }),
    }),
    answer: z.object({ sso }),
  }),
};
