import { z } from 'zod';
import { defineCall } from '../call.ts';
import { entUsr } from '../shapes.ts';

const email = z.object({ email: z.string() });

/** Proving, resetting and changing a password. */
export const accountCalls = {
  /** Proves the caller's password; the proof serves one act within 60 s. 422 WRONG_PASSWORD; 429 after five wrong ones with a key in 15 min. */
  validPassword: defineCall({
    name: 'validPassword',
    item: 'REST-7',
    method: 'POST',
    path: '/consoles/valid_password',
    kind: 'write',
    access: 'user',
    body: z.object({ current_password: z.string() }),
    answer: z.object({ current_user: entUsr }),
    absentCode: 'WRONG_PASSWORD',
  }),
  /** Whom a reset, invitation or onboarding token was sent to; 404 when it is unknown, used or expired. */
  userByResetPwd: defineCall({
    name: 'userByResetPwd',
    item: 'REST-8',
    method: 'POST',
    path: '/consoles/user_by_reset_pwd',
    kind: 'read',
    access: 'public',
    body: z.object({ reset_password_token: z.string() }),
    answer: z.object({
      user: entUsr,
      kind: z.enum(['reset', 'invitation', 'onboarding']).optional().describe('extension: what the token is for'),
    }),
    absentCode: 'TOKEN_INVALID',
  }),
  /**
   * Sets a new password with a token, and ends the token, every session and every remembered device of the user. 422 TOKEN_INVALID for a token that is
   * unknown, used, expired, for something else or of another email; 422 with `password` or `password_confirmation` in `errors` for the password.
   */
  resetPwd: defineCall({
    name: 'resetPwd',
    item: 'REST-9',
    method: 'POST',
    path: '/consoles/reset_pwd',
    kind: 'write',
    access: 'public',
    body: z.object({
      email: z.string(),
      password: z.string(),
      password_confirmation: z.string(),
      reset_password_token: z.string(),
    }),
    answer: z.object({ user: z.object({ api_key: z.string() }) }),
  }),
  /** Mails a reset link; the same answer for known and unknown emails. */
  consoleResetPwdLink: defineCall({
    name: 'consoleResetPwdLink',
    item: 'REST-10',
    method: 'POST',
    path: '/consoles/console_reset_pwd_link',
    kind: 'write',
    access: 'public',
    body: email,
    answer: z.object({}),
  }),
  /** The same as `consoleResetPwdLink`, for product APIs that only have this one. */
  forgotPwd: defineCall({
    name: 'forgotPwd',
    item: 'REST-11',
    method: 'POST',
    path: '/consoles/forgot_pwd',
    kind: 'write',
    access: 'public',
    body: email,
    answer: z.object({}),
  }),
  /**
   * Changes the caller's own password and ends every session and remembered device of theirs. 422 WRONG_PASSWORD for the current one, 422 with `errors`
   * for the new one, 404 for another user's id. The specification does not show the path: the gateway's
   * CHANGE_PASSWORD_PATH overrides it.
   */
  changePwd: defineCall({
    name: 'changePwd',
    item: 'REST-12',
    method: 'POST',
    path: '/consoles/change_pwd',
    kind: 'write',
    access: 'user',
    body: z.object({
      ent_usrs: z.object({
        password: z.string(),
        password_confirmation: z.string(),
        current_password: z.string(),
        ent_usr_id: z.union([z.number(), z.string()]),
      }),
    }),
    answer: z.object({}),
  }),
  /** The modules that the caller's organisation has subscribed to. */
  subscribedGrcModules: defineCall({
    name: 'subscribedGrcModules',
    item: 'REST-13',
    method: 'GET',
    path: '/consoles/subscribed_grc_modules',
    kind: 'read',
    access: 'user',
    answer: z.object({
      modules: z.array(z.object({ moduleId: z.string(), label: z.string(), isAdmin: z.boolean().optional() })),
    }),
  }),
};
