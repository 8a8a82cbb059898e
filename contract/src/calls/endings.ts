import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { inputId, orgMapping, reasonInput } from '../shapes.ts';
import { userMapping } from './external-users.ts';

const ofMapping = z.object({
  org_id: inputId.describe('the party that acts'),
  mapping_id: inputId,
  reason: reasonInput,
});
const ofUser = z.object({ ent_usr_id: inputId, mapped_org_id: inputId, reason: reasonInput });

const notAccepted = 'it is not accepted, or was ended before and asked for again';
const notPending = 'it was accepted or rejected before';

/** Ending what was accepted, and withdrawing what was not answered yet. Each may be asked for again; a repetition changes nothing. */
export const endingsCalls = defineExtensionCalls('extensions', {
  endMapping: {
    request: 'DESIGN-8 POST /consoles/ext/end_mapping',
    event: 'mappings:end',
    scope: 'mappings:write',
    description: 'Ends an accepted mapping for one of its organisations. Both get a mail and an event.',
    when: 'a user ends a mapping',
    body: ofMapping,
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role may not answer mapping requests',
      NOT_FOUND: 'the organisation has no such mapping, or the caller may not see it',
      CONFLICT: notAccepted,
    },
  },
  withdrawMapping: {
    request: 'DESIGN-8 POST /consoles/ext/withdraw_mapping',
    event: 'mappings:withdraw',
    scope: 'mappings:write',
    description: 'Withdraws a mapping request for the organisation that made it. Both get a mail and an event.',
    when: 'a user withdraws a mapping request',
    body: ofMapping,
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role may not invite organisations, or the other organisation made the request',
      NOT_FOUND: 'the organisation has no such request, or the caller may not see it',
      CONFLICT: notPending,
    },
  },
  removeExternalUser: {
    request: 'DESIGN-8 POST /consoles/ext/end_external_user',
    event: 'users:removeExternal',
    scope: 'mappings:write',
    description:
      'Ends the work of an accepted external user in an organisation: links to set a password are dead, and the sessions of a user who has no other organisation end. The user and the organisation get a mail, the organisation and the user’s own one an event.',
    when: 'a user ends the mapping of an external user',
    body: ofUser,
    answer: z.object({ mapping: userMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role may not accept external users',
      NOT_FOUND: 'the user was not invited into the organisation, or the caller may not see it',
      CONFLICT: notAccepted,
    },
  },
  withdrawExternalUser: {
    request: 'DESIGN-8 POST /consoles/ext/withdraw_external_user',
    event: 'users:withdrawExternal',
    scope: 'mappings:write',
    description:
      'Withdraws the invitation of an external user. The user and the organisation get a mail, the organisation and the user’s own one an event.',
    when: 'a user withdraws the invitation of an external user',
    body: ofUser,
    answer: z.object({ mapping: userMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role may not invite external users',
      NOT_FOUND: 'the user was not invited into the organisation, or the caller may not see it',
      CONFLICT: notPending,
    },
  },
});
