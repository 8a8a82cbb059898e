import { roles } from '@console/contract/access';
import type { AuditAction } from '@console/contract/audit-actions';
import type { AuditOutcome } from '../generated/resolvers-types.ts';

/** What a sentence says. */
export interface AuditStatement {
  actor: string;
  action: AuditAction;
  target: string | null;
  outcome: AuditOutcome;
  reason: string | null;
  count: number;
}

/** Each action done, and as it would be refused; `{}` is the target. */
const phrases: Record<AuditAction, readonly [done: string, toDo: string, nameless: string]> = {
  'session:signIn': ['signed in', 'sign in', ''],
  'session:signOut': ['signed out', 'sign out', ''],
  'session:sendPasscode': ['was sent a passcode', 'get a passcode', ''],
  'session:block': ['was blocked after failed attempts to sign in', 'sign in', ''],
  'session:useKey': ['used a session or key', 'use a session or key', ''],
  'session:handOver': ['switched to another module', 'switch to another module', ''],
  'session:adopt': ['came from another module', 'come from another module', ''],
  'account:provePassword': ['gave the current password', 'give the current password', ''],
  'account:changePassword': ['changed their password', 'change their password', ''],
  'account:requestReset': ['requested a link to reset the password', 'request a link to reset the password', ''],
  'account:resetPassword': ['set a password with a mailed link', 'set a password with a mailed link', ''],
  'users:create': ['created {}', 'create {}', 'a user'],
  'users:invite': ['invited {} to set a password', 'invite {} to set a password', 'a user'],
  'users:edit': ['changed {}', 'change {}', 'a user'],
  'users:upload': ['uploaded {}', 'upload {}', 'users'],
  'users:activate': ['activated {}', 'activate {}', 'a user'],
  'users:deactivate': ['deactivated {}', 'deactivate {}', 'a user'],
  'users:inviteExternal': ['invited the external user {}', 'invite the external user {}', ''],
  'users:mapExternal': ['answered for the external user {}', 'answer for the external user {}', ''],
  'organisations:create': ['created {}', 'create {}', 'an organisation'],
  'organisations:edit': ['changed {}', 'change {}', 'an organisation'],
  'organisations:onboard': ['onboarded {}', 'onboard {}', 'an organisation'],
  'organisations:createOrganiser': ['made {} the organiser', 'make {} the organiser', 'a new user'],
  'organisations:changeOrganiser': ['changed the organiser of {}', 'change the organiser of {}', 'an organisation'],
  'organisations:nominate': ['changed the senior post of {}', 'change the senior post of {}', 'a user'],
  'organisations:enable': ['enabled {}', 'enable {}', 'an organisation'],
  'organisations:disable': ['disabled {}', 'disable {}', 'an organisation'],
  'mappings:invite': ['invited {} to a mapping', 'invite {} to a mapping', 'an organisation'],
  'mappings:answer': ['answered the mapping request of {}', 'answer the mapping request of {}', 'an organisation'],
  'assessments:changeStatus': ['changed the status of {}', 'change the status of {}', 'an assessment'],
  'sso:edit': ['changed single sign-on of {}', 'change single sign-on of {}', 'an organisation'],
  'config:edit': ['changed the configuration of {}', 'change the configuration of {}', 'an organisation'],
  'security:endSession': ['ended sessions of {}', 'end sessions of {}', 'a user'],
  'security:forgetDevice': ['removed a remembered device of {}', 'remove a remembered device of {}', 'a user'],
  'keys:create': ['created the API key {}', 'create the API key {}', ''],
  'keys:rotate': ['rotated the API key {}', 'rotate the API key {}', ''],
  'keys:revoke': ['revoked the API key {}', 'revoke the API key {}', ''],
  'invitations:resend': ['invited {} again', 'invite {} again', 'a user'],
  'invitations:revoke': ['revoked the invitation of {}', 'revoke the invitation of {}', 'a user'],
  'invitations:copyLink': ['copied an invitation link of {}', 'copy an invitation link of {}', 'a user'],
  'audit:setRetention': [
    'changed how long the activity of {} is kept',
    'change how long the activity of {} is kept',
    'an organisation',
  ],
  'access:request': ['sent a request', 'open what they requested', ''],
};

/** Why an action was refused; any other reason is given as its code. */
const reasons: Readonly<Record<string, string>> = {
  role: 'the role does not allow it',
  scope: 'the API key lacks the scope',
  level: 'the role is higher than their own',
  boundary: 'it is unknown, or of another organisation',
  oneself: 'it may not be done to oneself',
  FORBIDDEN: 'the role does not allow it',
  NOT_FOUND: 'it is unknown, or of another organisation',
  UNAUTHENTICATED: 'the session or key is not valid',
  RATE_LIMITED: 'there were too many attempts',
  WRONG_PASSWORD: 'the password was wrong',
  TOKEN_INVALID: 'the link was not valid',
  USER_LIMIT_REACHED: 'the user limit is reached',
  USER_LIMIT_TOO_LOW: 'there are more active users',
  RESPONDER_ACTIVE: 'the user is a responder',
  INVALID_CREDENTIALS: 'the email or password was wrong',
  INVALID_OTP: 'the passcode was wrong',
  USER_INACTIVE: 'the user is inactive',
  ORG_INACTIVE: 'the organisation is disabled',
};

/** An event in a sentence, such as `Olivia Okafor deactivated Jane Doe.` */
export function sentenceOf({ actor, action, target, outcome, reason, count }: AuditStatement): string {
  const [done, toDo, nameless] = phrases[action];
  const fill = (phrase: string) =>
    phrase
      .replace('{}', target ?? nameless)
      .replace(/\s+/g, ' ')
      .trim();
  if (outcome === 'DONE') return `${actor} ${fill(done)}.`;
  const why = reasons[reason ?? ''] ?? reason ?? 'it was refused';
  const times = count > 1 ? ` (${count} times)` : '';
  return `${actor} could not ${fill(toDo)}: ${why}${times}.`;
}

/** What an actor without a name is called. */
export function unnamedActor(kind: string, roleKey: string | null): string {
  if (kind === 'SYSTEM') return 'The system';
  const role = roles.find(({ key }) => key === roleKey)?.name;
  if (role) return /^[AO]/.test(role) ? `An ${role}` : `A ${role}`;
  return kind === 'KEY' ? 'An API key' : 'An unknown caller';
}
