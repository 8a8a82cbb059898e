import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { currentEntUsr } from '../current-user.ts';
import { encryptMaxLength } from '../rules.ts';

/** Signing in and out, and switching to a sibling module. */
export const sessionCalls = defineCalls({
  login: {
    request: 'REST-1 POST /login',
    event: 'session:signIn',
    access: 'public',
    description:
      'Signs in a user and creates a key. A refused sign-in fails with 422 and one of `INVALID_CREDENTIALS`, `USER_INACTIVE`, `ORG_INACTIVE`, `OTP_REQUIRED`, `INVALID_OTP`, `SINGLE_SIGN_ON_REQUIRED`, `ADDRESS_NOT_ALLOWED` as `message`. Without these words, the gateway interprets the refusal. Wrong credentials: a 401, or a sentence that calls the password, email, user or another credential invalid, incorrect, wrong, not found or not matching. A disabled user: a sentence that calls a user or account inactive, disabled, deactivated or suspended. A disabled organisation: a sentence that says the same of an organisation, company or tenant. Any other text is shown as ‘Request Failed’ and is not counted against the account. So is any text with technical terms, such as SQL, database, table, column, server, gateway, connection, timeout or maintenance.',
    when: 'a user signs in',
    body: z.object({
      api: z.boolean().describe('always true'),
      ent_usr: z.object({ email: z.string(), password: z.string() }),
      otp: z
        .string()
        .optional()
        .describe('the passcode; extension: or a code from the authenticator app, or a recovery code'),
      otp_required: z
        .boolean()
        .optional()
        .describe('true with a passcode; false for a device that the gateway remembers'),
      login_attempt: z.string().optional().describe('extension: the sign-in that the passcode belongs to'),
      remember_token: z.string().optional().describe('extension: a remembered device, which needs no passcode'),
      remember_device: z
        .boolean()
        .optional()
        .describe('extension: false with a passcode after which the device must not be remembered'),
      device_token: z
        .string()
        .optional()
        .describe('extension: a device of an earlier sign-in; its wrong passwords are counted separately'),
    }),
    answer: z.object({
      current_ent_usr: currentEntUsr,
      remember_token: z
        .string()
        .optional()
        .describe('extension: after a correct passcode, unless `remember_device` is false'),
      device_token: z
        .string()
        .optional()
        .describe('extension: identifies this device at the next sign-in, until the password changes'),
      otp_required: z
        .boolean()
        .optional()
        .describe('true instead of a user: a passcode is required; the same as a refusal with OTP_REQUIRED'),
    }),
    needsAnswer: true,
    failures: {
      INVALID:
        'the sign-in was refused, for the reason in `message`. Extension: with OTP_REQUIRED, `factor` is `app` if a code from the authenticator app is required; nothing is emailed then',
      RATE_LIMITED: 'too many wrong passwords; `retry_after` gives the seconds to wait',
    },
  },
  isMultiFactorEnabled: {
    request: 'REST-2 POST /consoles/is_multi_factor_enabled',
    kind: 'read',
    access: 'public',
    description:
      'Returns whether the user with an email address needs a passcode to sign in. `success` is false if no user has this email address.',
    when: 'a user enters an email address to sign in, before the password is sent',
    body: z.object({ user_email: z.string() }),
    answer: z.object({ success: z.boolean(), enabled: z.boolean() }),
    dataKeys: ['success'],
    failures: {
      RATE_LIMITED: 'too many requests from one IP address (IPv6: one /64)',
    },
  },
  apiUserDetail: {
    request: 'REST-3 POST /tasks/api_user_detail',
    event: 'session:adopt',
    kind: 'read',
    access: 'public',
    description:
      'Returns the user that a key belongs to. The role in this response decides what the console shows and allows.',
    when: "once in every GraphQL request that depends on the user's role, and when a session is handed over from another module",
    body: z.object({
      task: z.object({ api_key: z.string() }),
      with_pending_count: z.boolean().optional().describe('extension: whether the response has `pending_count`'),
    }),
    answer: z.object({ user: currentEntUsr }),
    failures: {
      UNAUTHENTICATED: 'the key is unknown or no longer valid',
      INVALID: '`USER_INACTIVE` or `ORG_INACTIVE` as `message`: the user cannot sign in',
    },
  },
  encrypt: {
    request: 'REST-4 POST /consoles/encrypt',
    description: 'Encrypts a string. The result is opaque, and no call decrypts it.',
    when: 'an integration uses the field `encrypt`',
    body: z.object({ data: z.string().max(encryptMaxLength) }),
    answer: z.object({ data: z.string() }),
    needsAnswer: true,
    failures: {
      RATE_LIMITED: 'too many requests from one user',
    },
  },
  sendOtp: {
    request: 'REST-5 POST /consoles/send_otp',
    event: 'session:sendPasscode',
    access: 'public',
    description: 'Emails a passcode of 4 characters. The response is the same for known and unknown email addresses.',
    when: 'a user who needs a passcode signs in, or requests another one',
    body: z.object({
      email: z.string(),
      login_attempt: z.string().optional().describe('extension: from the response to the sign-in'),
    }),
    answer: z.object({ resend_in: z.int().optional().describe('extension: seconds until the next one can be sent') }),
    failures: {
      RATE_LIMITED: 'the last passcode is too recent or too many were sent; `retry_after` gives the seconds to wait',
    },
  },
  logoutApiUser: {
    request: 'REST-6 POST /consoles/logout_api_user',
    event: 'session:signOut',
    description: 'Ends the session of the key in the request.',
    when: 'a user signs out, or a session is replaced or abandoned',
    answer: z.object({}),
  },
});
