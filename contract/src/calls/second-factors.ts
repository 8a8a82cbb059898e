import { z } from 'zod';
import { authenticatorApp } from '../authenticator-app.ts';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { maxLength, recoveryCodeCount } from '../rules.ts';
import { anyId } from '../schema-shapes.ts';
import { id, moment } from '../shapes.ts';

const onlySession = 'the caller uses an API key, not a session';
const recoveryCodes = z
  .array(z.string())
  .nullable()
  .describe(
    `${recoveryCodeCount} codes, in this answer only; each signs in once; null for a repeated \`Idempotency-Key\``,
  );

/** The authenticator app of the caller, and its recovery codes; extensions. */
export const secondFactorCalls = defineExtensionCalls('extensions', {
  setUpApp: {
    request: 'DESIGN-8 POST /consoles/ext/set_up_app',
    needsSession: true,
    description:
      'Begins to set up an authenticator app: makes a secret for it. Nothing is asked for at sign-in before `confirm_app`. A session has one set-up; it ends after 10 minutes, and another one replaces it.',
    when: 'a user sets up an authenticator app',
    answer: z.object({
      setup_id: id,
      secret: z.string().nullable().describe('in Base32; in this answer only; null for a repeated `Idempotency-Key`'),
      uri: z.string().nullable().describe('the same for a QR code, as `otpauth:`'),
      expires_at: moment,
    }),
    needsAnswer: true,
    failures: { FORBIDDEN: onlySession, WRONG_PASSWORD: passwordNeeded, CONFLICT: 'an app is set up already' },
  },
  confirmApp: {
    request: 'DESIGN-8 POST /consoles/ext/confirm_app',
    needsSession: true,
    event: 'security:setUpApp',
    description:
      'Sets up the authenticator app with its first code: from now on sign-ins ask for a code of it. Ends all other set-ups and remembered devices of the caller.',
    when: 'a user has typed the first code',
    body: z.object({ setup_id: anyId, code: z.string().max(maxLength.appCode) }),
    answer: z.object({ authenticator_app: authenticatorApp, recovery_codes: recoveryCodes }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      INVALID: 'the code is wrong',
      TOKEN_INVALID: 'the set-up has ended, was replaced, or had five wrong codes',
      CONFLICT: 'an app is set up already',
    },
  },
  removeApp: {
    request: 'DESIGN-8 POST /consoles/ext/remove_app',
    needsSession: true,
    event: 'security:removeApp',
    description: 'Removes the authenticator app of the caller and its recovery codes. Without one nothing changes.',
    when: 'a user removes their authenticator app',
    answer: z.object({}),
    failures: { FORBIDDEN: onlySession, WRONG_PASSWORD: passwordNeeded },
  },
  resetFactors: {
    request: 'DESIGN-8 POST /consoles/ext/reset_factors',
    needsSession: true,
    event: 'security:resetFactors',
    description:
      'Removes the authenticator app, the recovery codes and the passkeys of another user, and ends their sessions and remembered devices. The user is mailed, and those who can undo it.',
    when: 'an Organiser or Administrator lets a user in again who has lost their devices',
    body: z.object({ user_id: anyId }),
    answer: z.object({}),
    failures: {
      FORBIDDEN: `${onlySession}; it is the caller; or the user has a higher role, or the caller’s role may not do this`,
      NOT_FOUND: 'there is no such user, or they are of another organisation',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
  renewRecoveryCodes: {
    request: 'DESIGN-8 POST /consoles/ext/renew_recovery_codes',
    needsSession: true,
    event: 'security:renewCodes',
    description: 'Makes new recovery codes of the caller; the old ones work no more.',
    when: 'a user makes new recovery codes',
    answer: z.object({ authenticator_app: authenticatorApp, recovery_codes: recoveryCodes }),
    needsAnswer: true,
    failures: { FORBIDDEN: onlySession, WRONG_PASSWORD: passwordNeeded, CONFLICT: 'no app is set up' },
  },
});
