import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { inputId, objectLocators } from '../shapes.ts';

export const sso = z.object({
  client_id: z.string(),
  tenant_id: z.string(),
  client_secret: z.string().describe('a mask such as ********, never the secret itself'),
});
objectLocators.add(sso, { keys: ['adfs'], identifyingKeys: ['client_id', 'tenant_id'] });

export const ssoCalls = defineCalls({
  getSso: {
    request: 'REST-50 GET /consoles/get_sso',
    description: 'Returns the single sign-on settings; null until they are first saved.',
    when: 'the single sign-on tab opens',
    query: z.object({ org_id: inputId }),
    answer: z.object({ sso: sso.nullable() }),
  },
  updateAdfs: {
    request: 'REST-51 POST /consoles/update_adfs',
    event: 'sso:edit',
    scope: 'sso:write',
    description:
      'Saves the single sign-on settings. If `client_secret` is the mask that was read, the stored secret is kept. All three fields are required on the first save.',
    when: 'the single sign-on tab is saved',
    body: z.object({
      adfs: z.object({ client_id: z.string(), tenant_id: z.string(), client_secret: z.string(), ent_org_id: inputId }),
    }),
    sample: {
      adfs: { client_id: 'client', tenant_id: 'tenant', client_secret: '{secret}', ent_org_id: '{organisationId}' },
    },
    answer: z.object({ sso }),
    failures: {
      WRONG_PASSWORD:
        'single sign-on is on, or the change ends links of accounts to the provider, and the password was not confirmed within the last minute',
      INVALID: 'at least one field is not valid',
    },
  },
});
