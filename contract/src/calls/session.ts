import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { encryptMaxLength } from '../rules.ts';
import { currentEntUsr } from '../shapes.ts';

/** Signing in and out, and switching to a sibling module. */
export const sessionCalls = defineCalls({
  login: {
    request: 'REST-1 POST /login',
    event: 'session:signIn',
    access: 'public',
    description:
      'Signs a user in and creates a key. Refused with 422 and one of `INVALID_CREDENTIALS`, `USER_INACTIVE`, `ORG_INACTIVE`, `OTP_REQUIRED`, `INVALID_OTP`, `SINGLE_SIGN_ON_REQUIRED` as `message`; without these: a 401, or a sentence that calls a credential, such as the password, email or user, invalid, incorrect, wrong, not found or not matching, means wrong credentials; a user or an account that is inactive, disabled, deactivated or suspended a disabled user; the same of an organisation, company or tenant a disabled organisation. Any other text, and one that names what is technical, such as SQL, a database, table, column, server, gateway, connection, timeout or maintenance, is ‘Request Failed’ and not counted for the account.',
    when: 'a user signs in',
    body: z.object({
      api: z.boolean().describe('always true'),
      ent_usr: z.object({ email: z.string(), password: z.string() }),
      otp: z
        .string()
        .optional()
        .describe('the passcode; extension: or the code of the authenticator app, or a recovery code'),
      otp_required: z
        .boolean()
        .optional()
        .describe('true with a passcode; false for a device that the gateway remembers'),
      login_attempt: z.string().optional().describe('extension: the sign-in that the passcode belongs to'),
      remember_token: z.string().optional().describe('extension: no passcode is needed on a remembered device'),
      device_token: z
        .string()
        .optional()
        .describe('extension: a device of an earlier sign-in, whose wrong passwords are counted apart'),
    }),
    answer: z.object({
      current_ent_usr: currentEntUsr,
      remember_token: z.string().optional().describe('extension: after a correct passcode'),
      device_token: z
        .string()
        .optional()
        .describe('extension: names this device for the next sign-in, until the password changes'),
      otp_required: z
        .boolean()
        .optional()
        .describe('true in place of the user: a passcode is needed; the same as a refusal with OTP_REQUIRED'),
    }),
    needsAnswer: true,
    failures: {
      INVALID:
        'refused, for the reason in `message`; extension: `factor` is `app` beside OTP_REQUIRED where a code of the authenticator app is needed, for which nothing is mailed',
      RATE_LIMITED: 'too many wrong passwords; `retry_after` says how many seconds to wait',
    },
  },
  isMultiFactorEnabled: {
    request: 'REST-2 POST /consoles/is_multi_factor_enabled',
    kind: 'read',
    access: 'public',
    description: 'Whether the user of an email needs a passcode to sign in. `success` false: no user has this email.',
    when: 'a user enters an email to sign in, before the password is sent',
    body: z.object({ user_email: z.string() }),
    answer: z.object({ success: z.boolean(), enabled: z.boolean() }),
    dataKeys: ['success'],
    failures: {
      RATE_LIMITED: 'too many requests from one address',
    },
  },
  apiUserDetail: {
    request: 'REST-3 POST /tasks/api_user_detail',
    event: 'session:adopt',
    kind: 'read',
    access: 'public',
    description: 'The user whom a key belongs to. The role in this answer decides what the console shows and allows.',
    when: "once in every GraphQL request that depends on the user's role, and when a session is taken over from another module",
    body: z.object({ task: z.object({ api_key: z.string() }) }),
    answer: z.object({ user: currentEntUsr }),
    failures: {
      UNAUTHENTICATED: 'the key is unknown or has ended',
      INVALID: '`USER_INACTIVE` or `ORG_INACTIVE` as `message`: the user may not sign in',
    },
  },
  encrypt: {
    request: 'REST-4 POST /consoles/encrypt',
    description: 'Encrypts a text. The result is opaque: no call decrypts it.',
    when: 'an integrator uses the field `encrypt`',
    body: z.object({ data: z.string().max(encryptMaxLength) }),
    answer: z.object({ data: z.string() }),
    needsAnswer: true,
    failures: {
      RATE_LIMITED: 'too many requests of one user',
    },
  },
  sendOtp: {
    request: 'REST-5 POST /consoles/send_otp',
    event: 'session:sendPasscode',
    access: 'public',
    description: 'Mails a passcode of 4 characters. Known and unknown emails get the same answer.',
    when: 'a user who needs a passcode signs in, or requests another one',
    body: z.object({
      email: z.string(),
      login_attempt: z.string().optional().describe('extension: of the answer to the sign-in'),
    }),
    answer: z.object({ resend_in: z.int().optional().describe('extension: seconds until the next one may be sent') }),
    failures: {
      RATE_LIMITED:
        'the last passcode is too recent or too many were sent; `retry_after` says how many seconds to wait',
    },
  },
  logoutApiUser: {
    request: 'REST-6 POST /consoles/logout_api_user',
    event: 'session:signOut',
    description: 'Ends the session of the key that the call is made with.',
    when: 'a user signs out, or a session is replaced or given up',
    answer: z.object({}),
  },
});
