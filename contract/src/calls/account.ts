import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { entUsr } from '../shapes.ts';

const email = z.object({ email: z.string() });

export const subscribedModule = z.object({
  moduleId: z.string(),
  label: z.string(),
  isAdmin: z.boolean().optional().describe('only for Administrators and Architects'),
});

/** Data of an invitation that its link shows to the person who opens it. */
export const linkInvitation = z.object({
  kind: z.enum(['user', 'organisation', 'external_user']).describe('as in the list of invitations'),
  inviter: z
    .string()
    .nullable()
    .describe('first and last name of the inviting user; null if the system sent it or the user was deleted'),
  organisation: z.string().nullable().describe('name of the inviting organisation; null for the first Administrator'),
  role: z.string().nullable().describe('`idStr` of the role; null unless the kind is `user`'),
  expires_at: z.string().describe('when the link expires; ISO 8601, UTC'),
});

export const accountCalls = defineCalls({
  validPassword: {
    request: 'REST-7 POST /consoles/valid_password',
    event: 'account:provePassword',
    description: "Checks the caller's password. The check confirms one command of the same session within 60 s.",
    when: 'before a user is deactivated or an organisation is disabled',
    body: z.object({ current_password: z.string() }),
    answer: z.object({ current_user: entUsr }),
    absentCode: 'WRONG_PASSWORD',
    needsAnswer: true,
    failures: {
      WRONG_PASSWORD: 'the password is wrong',
      RATE_LIMITED: 'five wrong passwords with one key in 15 minutes',
    },
  },
  userByResetPwd: {
    request: 'REST-8 POST /consoles/user_by_reset_pwd',
    event: 'account:resetPassword',
    kind: 'read',
    access: 'public',
    description: 'Returns the user that a reset, invitation or onboarding token was emailed to.',
    when: 'a user opens the link in an email',
    body: z.object({ reset_password_token: z.string() }),
    answer: z.object({
      user: entUsr,
      kind: z.enum(['reset', 'invitation', 'onboarding']).optional().describe('extension: what the token is for'),
      invitation: linkInvitation.optional().describe('extension: the invitation; absent for a user who has a password'),
    }),
    absentCode: 'TOKEN_INVALID',
    failures: {
      NOT_FOUND: 'the token is unknown, used or expired',
    },
  },
  resetPwd: {
    request: 'REST-9 POST /consoles/reset_pwd',
    event: 'account:resetPassword',
    access: 'public',
    description:
      'Sets a new password with a token. Uses up the token and ends every session and remembered device of the user. The key in the response is not used.',
    when: 'a user sets a password with an emailed link',
    body: z.object({
      email: z.string(),
      password: z.string(),
      password_confirmation: z.string(),
      reset_password_token: z.string(),
    }),
    answer: z.object({ user: z.object({ api_key: z.string() }) }),
    failures: {
      TOKEN_INVALID: 'the token is unknown, used, expired, of another kind or for another email address',
      INVALID: '`password` or `password_confirmation` is not valid',
    },
  },
  consoleResetPwdLink: {
    request: 'REST-10 POST /consoles/console_reset_pwd_link',
    access: 'public',
    description: 'Emails a link to reset the password. The response is the same for known and unknown email addresses.',
    when: 'a user has forgotten their password',
    body: email,
    answer: z.object({}),
    failures: {
      RATE_LIMITED: 'too many requests from one IP address (IPv6: one /64)',
    },
  },
  forgotPwd: {
    request: 'REST-11 POST /consoles/forgot_pwd',
    access: 'public',
    description: 'Does the same as `console_reset_pwd_link`.',
    when: 'a user has forgotten their password and the product API has no `console_reset_pwd_link`',
    body: email,
    answer: z.object({}),
  },
  changePwd: {
    request: 'REST-12 POST /consoles/change_pwd',
    event: 'account:changePassword',
    description:
      "Changes the caller's own password and ends all their sessions and remembered devices. The gateway's setting `CHANGE_PASSWORD_PATH` can replace the path.",
    when: 'a user changes their password',
    body: z.object({
      ent_usrs: z.object({
        password: z.string(),
        password_confirmation: z.string(),
        current_password: z.string(),
        ent_usr_id: z.union([z.number(), z.string()]),
      }),
    }),
    answer: z.object({}),
    failures: {
      WRONG_PASSWORD: 'the current password is wrong',
      INVALID: 'the new password is not valid',
      NOT_FOUND: 'the id belongs to another user',
    },
  },
  subscribedGrcModules: {
    request: 'REST-13 GET /consoles/subscribed_grc_modules',
    description: "Returns the modules that the caller's organisation has subscribed to.",
    when: 'an invitation form offers modules',
    answer: z.object({
      modules: z.array(subscribedModule),
    }),
  },
});
