import { z } from 'zod';
import { authenticatorApp } from '../authenticator-app.ts';
import { defineExtensionCalls, passwordNeeded } from '../call.ts';
import { anyId } from '../schema-shapes.ts';
import { id, inputId, moment } from '../shapes.ts';

const device = {
  id,
  browser: z.string().nullable().describe('such as `Firefox`; null if the user agent does not show it'),
  system: z.string().nullable().describe('such as `Windows`; null if the user agent does not show it'),
  client_address: z
    .string()
    .nullable()
    .describe('the IP address of the sign-in; null for a sign-in in an earlier release'),
  created_at: moment,
};

/** A session of a user in a browser. It ends after a time without use, and at the latest at `expires_at`. */
export const userSession = z.object({
  ...device,
  last_used_at: moment.describe('to the minute'),
  expires_at: moment,
  ended_at: moment.nullable().describe('null while it can be used'),
  is_current: z.boolean().describe('whether it is the session of this request'),
});

/** A browser in which a user can sign in without a passcode. Browser, system and IP address are those of the last sign-in. */
export const rememberedDevice = z.object({ ...device, last_used_at: moment.nullable(), expires_at: moment });

const userId = anyId.optional().describe('by default the caller');
const forbidden =
  'the caller uses an API key, not a session; the user has a higher role; or the caller’s role does not allow this';
const failuresOf = (what: 'session' | 'device') => ({
  FORBIDDEN: forbidden,
  NOT_FOUND: `there is no such ${what}, or it belongs to another organisation`,
});

/** Where a user is signed in, the devices that are remembered for passcodes, and the link to the identity provider; extensions. */
export const securityCalls = defineExtensionCalls('extensions', {
  userSecurity: {
    request: 'DESIGN-8 GET /consoles/ext/user_security',
    description:
      'Returns the active sessions of a user, the last used first, their remembered devices, and when the password was last set. At most 100 of each list.',
    when: "the tab “Security” of the caller's profile opens, or a user's page",
    query: z.object({ user_id: userId }),
    answer: z.object({
      password_changed_at: moment.nullable().describe('null if never, or in an earlier release'),
      sessions: z.array(userSession),
      devices: z.array(rememberedDevice),
      provider_link: z
        .object({ issuer: z.string(), linked_at: moment })
        .nullable()
        .optional()
        .describe('the link to the identity provider through which the user signs in; null if there is none'),
      authenticator_app: authenticatorApp.nullable().optional().describe('extension: null if none is set up'),
    }),
  },
  endSession: {
    request: 'DESIGN-8 POST /consoles/ext/end_session',
    needsSession: true,
    event: 'security:endSession',
    description:
      'Ends a session at once: its next call fails with 401. Has no effect if the session has already ended.',
    when: 'a user ends one of their sessions, or an Organiser or Administrator ends one of another user',
    body: z.object({ session_id: anyId }),
    answer: z.object({ session: userSession }),
    needsAnswer: true,
    failures: {
      ...failuresOf('session'),
      CONFLICT: 'the session is that of this request, which signing out ends',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
  endSessions: {
    request: 'DESIGN-8 POST /consoles/ext/end_sessions',
    needsSession: true,
    event: 'security:endSession',
    description: 'Ends all sessions of a user at once, except that of this request.',
    when: 'a user ends all their other sessions, or an Organiser or Administrator ends those of another user',
    body: z.object({ user_id: userId }),
    answer: z.object({ sessions: z.array(userSession).describe('the sessions that were ended') }),
    needsAnswer: true,
    failures: {
      FORBIDDEN: forbidden,
      NOT_FOUND: 'there is no such user, or they belong to another organisation',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
  forgetDevice: {
    request: 'DESIGN-8 POST /consoles/ext/forget_device',
    needsSession: true,
    event: 'security:forgetDevice',
    description: 'Forgets a remembered device. Its next sign-in requires a passcode. Its sessions continue.',
    when: 'a user removes one of their devices, or an Organiser or Administrator removes one of another user',
    body: z.object({ device_id: anyId }),
    answer: z.object({ device: rememberedDevice }),
    needsAnswer: true,
    failures: failuresOf('device'),
  },
  unlinkProvider: {
    request: 'SIGNIN-53 POST /consoles/ext/unlink_provider',
    needsSession: true,
    event: 'security:unlinkProvider',
    description:
      'Unlinks a user from the identity provider of their organisation, and ends their sessions that began with it. The user is emailed. Their next sign-in there is treated as the first one, which an emailed link confirms. Without a link, nothing changes.',
    when: 'an Organiser or Administrator unlinks a user who was created again at the identity provider',
    body: z.object({ user_id: inputId }),
    answer: z.object({}),
    failures: {
      FORBIDDEN: forbidden,
      NOT_FOUND: 'there is no such user, or they belong to another organisation',
      WRONG_PASSWORD: passwordNeeded,
    },
  },
});
