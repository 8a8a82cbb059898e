import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import type * as schema from '../generated/schema-types.ts';
import { anyId, responseShape } from '../schema-shapes.ts';
import { entUsr, inputId } from '../shapes.ts';

const failures = {
  FORBIDDEN: 'the role does not allow it, an API key was used, or the caller is the user',
  NOT_FOUND: 'there is no such user',
};

export const erasureCalls = defineExtensionCalls('extensions', {
  personErasure: {
    request: 'PRIVACY-20 GET /consoles/ext/person_erasure',
    description:
      'Returns why a user cannot be erased yet, and how much of each kind of data changes. Lists the finished access reviews of which the evidence keeps the name, with the day until when.',
    when: 'an Administrator is about to erase a user',
    query: z.object({ userId: anyId }),
    answer: z.object({ personErasure: responseShape<schema.PersonErasure>('PersonErasure') }),
    failures,
  },
  erasePerson: {
    request: 'PRIVACY-21 POST /consoles/ext/erase_person',
    needsSession: true,
    event: 'privacy:erase',
    description:
      'Erases the personal data of a deactivated user who is neither a responder nor an organiser. An external user without a home organisation must not have access. Ids stay. This cannot be undone. Has no effect if the user is already erased.',
    when: 'an Administrator erases the personal data of a user',
    body: z.object({
      user_id: inputId,
      email: z.string().max(320).describe('the email address of the user, to confirm'),
    }),
    answer: z.object({ user: entUsr }),
    failures: {
      ...failures,
      CONFLICT: 'the user is active, is a responder or an organiser, or has access to another organisation',
      INVALID: '`email` is not the email address of the user',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
});
