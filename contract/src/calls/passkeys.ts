import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { maxLength, maxPasskeyResponseLength, maxPasskeysPerUser } from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { currentEntUsr, id, moment } from '../shapes.ts';

/** A passkey of a user, without its public key. */
export const passkey = z.object({
  id,
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable().describe('null: not yet'),
});

const onlySession = 'the caller uses an API key, not a session';
const binding = z
  .string()
  .min(1)
  .max(100)
  .describe('what only the page that asks knows, hashed: the answer of the authenticator is good for that page alone');
const response = z
  .string()
  .max(maxPasskeyResponseLength)
  .describe('the answer of the browser (Web Authentication), as JSON text');

/** Signing in with passkeys, and the passkeys of the caller; extensions. */
export const passkeysCalls = defineExtensionCalls('extensions', {
  passkeyChallenge: {
    request: 'DESIGN-8 POST /consoles/ext/passkey_challenge',
    kind: 'read',
    access: 'public',
    description:
      'What a browser needs to sign in with a passkey (`PublicKeyCredentialRequestOptionsJSON`). Names no user: the authenticator has the passkeys. Nothing is stored; good for 5 minutes.',
    when: 'a user presses “Sign in with a passkey”',
    body: z.object({ binding }),
    answer: z.object({ options: z.string().describe('JSON text') }),
  },
  signInWithPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/sign_in_with_passkey',
    event: 'session:signIn',
    access: 'public',
    description:
      'Signs the owner of a passkey in and creates a key. The authenticator has verified the person, so that neither password nor passcode is asked for. Refused with 422 and one of `INVALID_CREDENTIALS`, `USER_INACTIVE`, `ORG_INACTIVE`, `SINGLE_SIGN_ON_REQUIRED` as `message`. A challenge signs in once.',
    when: 'the browser has answered for a passkey',
    body: z.object({ binding, response }),
    answer: z.object({ current_ent_usr: currentEntUsr }),
    needsAnswer: true,
    failures: {
      INVALID: 'refused, for the reason in `message`',
      RATE_LIMITED: 'too many refused sign-ins from one address; `retry_after` says how many seconds to wait',
    },
  },
  passkeys: {
    request: 'DESIGN-8 GET /consoles/ext/passkeys',
    description: `The caller's passkeys, the newest first; at most ${maxPasskeysPerUser}.`,
    when: "the tab “Security” of the caller's profile",
    answer: z.object({ passkeys: z.array(passkey) }),
  },
  newPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/new_passkey',
    needsSession: true,
    event: 'security:addPasskey',
    description:
      'What a browser needs to make a passkey of the caller (`PublicKeyCredentialCreationOptionsJSON`), after their password was checked; good for 5 minutes and this session.',
    when: 'a user adds a passkey',
    answer: z.object({ options: z.string().describe('JSON text') }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      WRONG_PASSWORD: passwordNeeded,
      CONFLICT: `the caller has ${maxPasskeysPerUser} passkeys`,
    },
  },
  addPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/add_passkey',
    needsSession: true,
    event: 'security:addPasskey',
    description: 'Adds a passkey that the browser has made for the caller, and mails them.',
    when: 'the browser has made a passkey',
    body: z.object({ name: z.string().max(maxLength.passkeyName), response }),
    answer: z.object({ passkey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      INVALID: 'it was made for another request, site or session, or without verifying the person',
      CONFLICT: `the passkey is added already, or the caller has ${maxPasskeysPerUser}`,
    },
  },
  removePasskey: {
    request: 'DESIGN-8 POST /consoles/ext/remove_passkey',
    needsSession: true,
    event: 'security:removePasskey',
    description: 'Removes a passkey of the caller: it no longer signs in. Sessions go on.',
    when: 'a user removes a passkey',
    body: z.object({ passkey_id: anyId }),
    answer: z.object({ passkey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      NOT_FOUND: 'the caller has no such passkey',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
});
