import { z } from 'zod';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { currentEntUsr } from '../current-user.ts';
import { maxLength, maxPasskeyResponseLength, maxPasskeysPerUser } from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { id, moment } from '../shapes.ts';

/** A passkey of a user, without its public key. */
export const passkey = z.object({
  id,
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable().describe('null: not used yet'),
});

const onlySession = 'the caller uses an API key, not a session';
const binding = z
  .string()
  .min(1)
  .max(100)
  .describe(
    "a hash of a secret that only the requesting page knows; the authenticator's response is valid for that page only",
  );
const response = z
  .string()
  .max(maxPasskeyResponseLength)
  .describe("the browser's response (Web Authentication), as a JSON string");

/** Signing in with passkeys, and the passkeys of the caller; extensions. */
export const passkeysCalls = defineExtensionCalls('extensions', {
  passkeyChallenge: {
    request: 'DESIGN-8 POST /consoles/ext/passkey_challenge',
    kind: 'read',
    access: 'public',
    description:
      'Returns what a browser needs to sign in with a passkey (`PublicKeyCredentialRequestOptionsJSON`). It names no user, because the authenticator knows the passkeys. Nothing is stored. Valid for 5 minutes.',
    when: 'a user presses “Sign in with a passkey”',
    body: z.object({ binding }),
    answer: z.object({ options: z.string().describe('JSON as a string') }),
  },
  signInWithPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/sign_in_with_passkey',
    event: 'session:signIn',
    access: 'public',
    description:
      'Signs in the owner of a passkey and creates a key. The authenticator has verified the user, so neither password nor passcode is required. A refused sign-in fails with 422 and one of `INVALID_CREDENTIALS`, `USER_INACTIVE`, `ORG_INACTIVE`, `SINGLE_SIGN_ON_REQUIRED` as `message`. A challenge can be used for one sign-in.',
    when: 'the browser has returned the response of a passkey',
    body: z.object({ binding, response }),
    answer: z.object({ current_ent_usr: currentEntUsr }),
    needsAnswer: true,
    failures: {
      INVALID: 'the sign-in was refused, for the reason in `message`',
      RATE_LIMITED:
        'too many refused sign-ins from one IP address (IPv6: one /64); `retry_after` gives the seconds to wait',
    },
  },
  passkeys: {
    request: 'DESIGN-8 GET /consoles/ext/passkeys',
    description: `Lists the caller's passkeys, newest first; at most ${maxPasskeysPerUser}.`,
    when: "the tab “Security” of the caller's profile opens",
    answer: z.object({ passkeys: z.array(passkey) }),
  },
  newPasskey: {
    request: 'DESIGN-8 POST /consoles/ext/new_passkey',
    needsSession: true,
    event: 'security:addPasskey',
    description:
      'Returns what a browser needs to create a passkey of the caller (`PublicKeyCredentialCreationOptionsJSON`). Requires a password check beforehand. Valid for 5 minutes and for this session.',
    when: 'a user adds a passkey',
    answer: z.object({ options: z.string().describe('JSON as a string') }),
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
    description: 'Adds a passkey that the browser has created for the caller, and emails them.',
    when: 'the browser has created a passkey',
    body: z.object({ name: z.string().max(maxLength.passkeyName), response }),
    answer: z.object({ passkey }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      INVALID: 'the passkey was created for another request, site or session, or without user verification',
      CONFLICT: `the passkey was already added, or the caller has ${maxPasskeysPerUser}`,
    },
  },
  removePasskey: {
    request: 'DESIGN-8 POST /consoles/ext/remove_passkey',
    needsSession: true,
    event: 'security:removePasskey',
    description:
      "Removes a passkey of the caller. The caller can no longer sign in with the passkey, and the caller's current sessions continue.",
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
