import { z } from 'zod';
import { defineCall } from '../call.ts';
import { encryptMaxLength } from '../rules.ts';
import { currentEntUsr } from '../shapes.ts';

/** Signing in, out and on to a sibling module. */
export const sessionCalls = {
  /**
   * Signs in. Refused with 422 and one of `signInRefusals` as `message`; OTP_REQUIRED adds `login_attempt`, INVALID_OTP adds `tries_left`; 429 with
   * `retry_after` seconds after too many wrong attempts.
   */
  login: defineCall({
    name: 'login',
    item: 'REST-1',
    method: 'POST',
    path: '/login',
    kind: 'write',
    access: 'public',
    body: z.object({
      api: z.boolean(),
      ent_usr: z.object({ email: z.string(), password: z.string() }),
      otp: z.string().optional(),
      otp_required: z.boolean().optional(),
      login_attempt: z.string().optional().describe('extension: the sign-in that the passcode belongs to'),
      remember_token: z.string().optional().describe('extension: skips the passcode on a remembered device'),
    }),
    answer: z.object({
      current_ent_usr: currentEntUsr,
      remember_token: z.string().optional().describe('extension: after a right passcode'),
      otp_required: z
        .boolean()
        .optional()
        .describe('in place of the user: a passcode is needed; our platform refuses instead'),
    }),
  }),
  /** Whether an email needs a passcode: `success` false means nobody has it. */
  isMultiFactorEnabled: defineCall({
    name: 'isMultiFactorEnabled',
    item: 'REST-2',
    method: 'POST',
    path: '/consoles/is_multi_factor_enabled',
    kind: 'read',
    access: 'public',
    body: z.object({ user_email: z.string() }),
    answer: z.object({ success: z.boolean(), enabled: z.boolean() }),
    dataKeys: ['success'],
  }),
  /**
   * The user whom a key belongs to; 401 when the key is unknown or has ended. A hand-over token in place of the key is used up, and answered with a
   * fresh key and session token (CHECKLIST OPEN-8); 422 with USER_INACTIVE or ORG_INACTIVE when it was good but the person may not sign in.
   */
  apiUserDetail: defineCall({
    name: 'apiUserDetail',
    item: 'REST-3',
    method: 'POST',
    path: '/tasks/api_user_detail',
    kind: 'read',
    access: 'public',
    body: z.object({ task: z.object({ api_key: z.string() }) }),
    answer: z.object({ user: currentEntUsr }),
  }),
  /** Turns data into an opaque text that nobody can turn back. */
  encrypt: defineCall({
    name: 'encrypt',
    item: 'REST-4',
    method: 'POST',
    path: '/consoles/encrypt',
    kind: 'write',
    access: 'user',
    body: z.object({ data: z.string().max(encryptMaxLength) }),
    answer: z.object({ data: z.string() }),
  }),
  /**
   * Mails a passcode. With `login_attempt`: 429 with `retry_after` while the last one is too young, too many were sent or, in a row, too many wrong ones
   * came back, 422 when the attempt is unknown, used or older than 10 minutes. Without it every email is answered alike.
   */
  sendOtp: defineCall({
    name: 'sendOtp',
    item: 'REST-5',
    method: 'POST',
    path: '/consoles/send_otp',
    kind: 'write',
    access: 'public',
    body: z.object({ email: z.string(), login_attempt: z.string().optional().describe('extension') }),
    answer: z.object({ resend_in: z.int().optional().describe('extension: seconds') }),
  }),
  /** Ends the session of the key that it is called with. */
  logoutApiUser: defineCall({
    name: 'logoutApiUser',
    item: 'REST-6',
    method: 'POST',
    path: '/consoles/logout_api_user',
    kind: 'write',
    access: 'user',
    answer: z.object({}),
  }),
} as const;
