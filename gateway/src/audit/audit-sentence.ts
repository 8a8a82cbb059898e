import { roles } from '@console/contract/access';
import { type AuditAction, auditActionTable } from '@console/contract/audit-actions';
import { logoutRefusals } from '@console/contract/calls/back-channel-logout';
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
  SINGLE_SIGN_ON_REQUIRED: 'the organisation requires single sign-on',
  ...logoutRefusals,
  CLIENT_REFUSED: 'the client secret has expired or is wrong',
  UNREACHABLE: 'the provider does not answer',
  UNREACHABLE_OPTIONAL: 'the provider does not answer',
  EMAIL_MISSING: 'the provider sends no valid email',
  EMAIL_NOT_VERIFIED: 'the provider has not verified the email',
  USERINFO_REFUSED: 'the ID token has no verified email, and the provider’s userinfo endpoint refused to send one',
  CONFIRMATION_MAILED: 'the first time must be confirmed by a mail',
  REPLACEMENT_MAILED: 'the provider knows a new person with the email, and a mail must confirm it',
  LINKED_OTHERWISE: 'the account is linked to another person of the provider',
  CONFIRMATION_PENDING_ELSEWHERE: 'another person of the provider waits for the same account',
  // Recorded under this name before.
  CONFIRMATION_OF_ANOTHER: 'another person of the provider waits for the same account',
};

/** An event in a sentence, such as `Olivia Okafor deactivated Jane Doe.` */
export function sentenceOf({ actor, action, target, outcome, reason, count }: AuditStatement): string {
  const [done, toDo, nameless] = auditActionTable[action];
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
