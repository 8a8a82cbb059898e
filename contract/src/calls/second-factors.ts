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
    `${recoveryCodeCount} codes, in this response only; each works for one sign-in; null for a repeated \`Idempotency-Key\``,
  );

/** The authenticator app of the caller, and its recovery codes; extensions. */
export const secondFactorCalls = defineExtensionCalls('extensions', {
  setUpApp: {
    request: 'DESIGN-8 POST /consoles/ext/set_up_app',
    needsSession: true,
    description:
      'Starts setting up an authenticator app by creating a secret for it. Sign-ins do not ask for a code until `confirm_app`. A session has one setup, which expires after 10 minutes; a new setup replaces it.',
    when: 'a user sets up an authenticator app',
    answer: z.object({
      setup_id: id,
      secret: z.string().nullable().describe('in Base32, in this response only; null for a repeated `Idempotency-Key`'),
      uri: z.string().nullable().describe('the secret as an `otpauth:` URI for a QR code'),
      expires_at: moment,
    }),
    needsAnswer: true,
    failures: { FORBIDDEN: onlySession, WRONG_PASSWORD: passwordNeeded, CONFLICT: 'an app is already set up' },
  },
  confirmApp: {
    request: 'DESIGN-8 POST /consoles/ext/confirm_app',
    needsSession: true,
    event: 'security:setUpApp',
    description:
      'Finishes setting up the authenticator app with its first code. From now on, sign-ins ask for a code from the app. Ends all other setups of the caller and removes their remembered devices.',
    when: 'a user has entered the first code',
    body: z.object({ setup_id: anyId, code: z.string().max(maxLength.appCode) }),
    answer: z.object({ authenticator_app: authenticatorApp, recovery_codes: recoveryCodes }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: onlySession,
      INVALID: 'the code is wrong',
      TOKEN_INVALID: 'the setup expired, was replaced, or had five wrong codes',
      CONFLICT: 'an app is already set up',
    },
  },
  removeApp: {
    request: 'DESIGN-8 POST /consoles/ext/remove_app',
    needsSession: true,
    event: 'security:removeApp',
    description: "Removes the caller's authenticator app and its recovery codes. Without an app, nothing changes.",
    when: 'a user removes their authenticator app',
    answer: z.object({}),
    failures: { FORBIDDEN: onlySession, WRONG_PASSWORD: passwordNeeded },
  },
  resetFactors: {
    request: 'DESIGN-8 POST /consoles/ext/reset_factors',
    needsSession: true,
    event: 'security:resetFactors',
    description:
      'Removes the authenticator app, the recovery codes and the passkeys of another user, and ends their sessions and remembered devices. The user is emailed. So are the Organisers of their organisation, or the Administrators if the user’s role covers all organisations.',
    when: 'an Organiser or Administrator resets the second factors of a user who has lost their devices',
    body: z.object({ user_id: anyId }),
    answer: z.object({}),
    failures: {
      FORBIDDEN: `${onlySession}; the user is the caller or has a higher role; or the caller’s role does not allow this`,
      NOT_FOUND: 'there is no such user, or they belong to another organisation',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
  renewRecoveryCodes: {
    request: 'DESIGN-8 POST /consoles/ext/renew_recovery_codes',
    needsSession: true,
    event: 'security:renewCodes',
    description: 'Creates new recovery codes of the caller. The old codes stop working.',
    when: 'a user creates new recovery codes',
    answer: z.object({ authenticator_app: authenticatorApp, recovery_codes: recoveryCodes }),
    needsAnswer: true,
    failures: { FORBIDDEN: onlySession, WRONG_PASSWORD: passwordNeeded, CONFLICT: 'no app is set up' },
  },
});
