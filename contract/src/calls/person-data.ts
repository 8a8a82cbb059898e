import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { anyId } from '../schema-shapes.ts';
import { moment } from '../shapes.ts';

const forbidden =
  'the caller uses an API key, not a session; the user has a higher role; or the caller’s role does not allow this';

/** The copy of a person's data; extensions. */
export const personDataCalls = defineExtensionCalls('extensions', {
  startPersonDataCopy: {
    request: 'PRIVACY-1 POST /consoles/ext/start_person_data_copy',
    needsSession: true,
    event: 'privacy:copy',
    description:
      'Allows the session of the caller to download the personal data of a user once, within 60 s. The user is notified by email, once in an hour about the copies of another caller. Users copy their own data of all organisations. An Organiser copies what the own organisation holds, of its users and of its accepted external users. An Administrator copies all.',
    when: 'a user downloads their own data, or an Organiser or Administrator that of another user',
    body: z.object({ user_id: anyId }),
    answer: z.object({ token: z.string().describe('works once, for this session'), expires_at: moment }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: forbidden,
      NOT_FOUND: 'there is no such user, or the caller cannot see them',
      INVALID: 'the personal data of the user was erased',
      RATE_LIMITED: 'the caller copied the data of the user 5 times within the hour',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
  personData: {
    request: 'PRIVACY-1 POST /consoles/ext/person_data',
    kind: 'read',
    needsSession: true,
    event: 'privacy:copy',
    description:
      'Streams the copy as one JSON object. `about` says what it covers and what of each table is left out, for which reason. Each further key is a heading of words, such as `Sent invitations`, and has the rows of one kind. A response that is not complete JSON is incomplete.',
    when: 'the file of a copy is downloaded',
    body: z.object({ token: z.string().max(2_000) }),
    answer: z.object({ about: z.object({}).optional().describe('the first key of the file') }),
    failures: {
      FORBIDDEN: 'the caller uses an API key, not a session, or is no longer allowed to copy this data',
      NOT_FOUND: 'the token is of another session, expired or was already used; or there is no such user',
    },
  },
});
