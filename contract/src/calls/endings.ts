import { z } from 'zod';
import { defineExtensionCalls } from '../call.ts';
import { inputId, orgMapping, reasonInput } from '../shapes.ts';
import { userMapping } from './external-users.ts';

const ofMapping = z.object({
  org_id: inputId.describe('the organisation that the caller represents'),
  mapping_id: inputId,
  reason: reasonInput,
});
const ofUser = z.object({ ent_usr_id: inputId, mapped_org_id: inputId, reason: reasonInput });

const notAccepted = 'the mapping or external user is not accepted, or ended and was requested again';
const notPending = 'the request or invitation is no longer pending';

/** Ends accepted mappings and withdraws pending requests. Both can be requested again. Repeating a call changes nothing. */
export const endingsCalls = defineExtensionCalls('extensions', {
  endMapping: {
    request: 'DESIGN-8 POST /consoles/ext/end_mapping',
    event: 'mappings:end',
    scope: 'mappings:write',
    description:
      'Ends an accepted mapping on behalf of one of its organisations. Both organisations are emailed, and both get an event.',
    when: 'a user ends a mapping',
    body: ofMapping,
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role is not allowed to accept or reject mapping requests',
      NOT_FOUND: 'the organisation has no such mapping, or the caller cannot see it',
      CONFLICT: notAccepted,
    },
  },
  withdrawMapping: {
    request: 'DESIGN-8 POST /consoles/ext/withdraw_mapping',
    event: 'mappings:withdraw',
    scope: 'mappings:write',
    description:
      'Withdraws a mapping request on behalf of the organisation that sent it. Both organisations are emailed, and both get an event.',
    when: 'a user withdraws a mapping request',
    body: ofMapping,
    answer: z.object({ mapping: orgMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role is not allowed to invite organisations, or the other organisation sent the request',
      NOT_FOUND: 'the organisation has no such request, or the caller cannot see it',
      CONFLICT: notPending,
    },
  },
  removeExternalUser: {
    request: 'DESIGN-8 POST /consoles/ext/end_external_user',
    event: 'users:removeExternal',
    scope: 'mappings:write',
    description:
      'Removes an accepted external user from an organisation. Links to set a password stop working, and the sessions of a user who belongs to no other organisation end. The user and the organisation are emailed; the organisation and the user’s own organisation get an event.',
    when: 'a user removes an external user',
    body: ofUser,
    answer: z.object({ mapping: userMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role is not allowed to accept external users',
      NOT_FOUND: 'the user was not invited into the organisation, or the caller cannot see it',
      CONFLICT: notAccepted,
    },
  },
  withdrawExternalUser: {
    request: 'DESIGN-8 POST /consoles/ext/withdraw_external_user',
    event: 'users:withdrawExternal',
    scope: 'mappings:write',
    description:
      'Withdraws the invitation of an external user. The user and the organisation are emailed; the organisation and the user’s own organisation get an event.',
    when: 'a user withdraws the invitation of an external user',
    body: ofUser,
    answer: z.object({ mapping: userMapping }),
    dataKeys: ['status'],
    needsAnswer: true,
    failures: {
      FORBIDDEN: 'the role is not allowed to invite external users',
      NOT_FOUND: 'the user was not invited into the organisation, or the caller cannot see it',
      CONFLICT: notPending,
    },
  },
});
