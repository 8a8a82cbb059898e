import { roleByName, roles } from '@console/contract/access';
import { type AuditAction, auditActionTable, doneWords } from '@console/contract/audit-actions';
import { auditCalls } from '@console/contract/calls/audit';
import { logoutRefusals } from '@console/contract/calls/back-channel-logout';
import { schemaFieldName } from '@console/contract/event-form';
import { isAllowed } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { AuditOutcome, Resolvers } from '../generated/resolvers-types.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { idOf, integerOf, isoTimeOf, nameOrEmailOf, recordOf, textOf, userOf } from '../product-api/shape.ts';
import { supportsCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { actionNameOf, toAuditAction, toAuditActorKind, toAuditTargetKind, toAuditWay } from './audit-enums.ts';
import type { AuditEventBody } from './audit-event.ts';
import { idsOfUser, readAuditEvents, readEventsAboutUser, readOrganisationEvents } from './audit-page.ts';
import { readEvents } from './event-feed.ts';

interface AuditStatement {
  actor: string;
  action: AuditAction;
  changes: readonly object[];
  target: string | null;
  outcome: AuditOutcome;
  reason: string | null;
  count: number;
}

/** Texts by reason of a refusal; others show their code. */
const reasons: Readonly<Record<string, string>> = {
  role: 'the role does not allow it',
  scope: 'the API key lacks the scope',
  level: 'the role is higher than their own',
  boundary: 'it does not exist or belongs to another organisation',
  oneself: 'users cannot do this to themselves',
  FORBIDDEN: 'the role does not allow it',
  NOT_FOUND: 'it does not exist or belongs to another organisation',
  UNAUTHENTICATED: 'the session or key is not valid',
  RATE_LIMITED: 'there were too many attempts',
  WRONG_PASSWORD: 'the password was wrong',
  TOKEN_INVALID: 'the link was not valid',
  USER_LIMIT_REACHED: 'the user limit is reached',
  USER_LIMIT_TOO_LOW: 'the limit is below the number of active users',
  RESPONDER_ACTIVE: 'the user is a responder',
  INVALID_CREDENTIALS: 'the email or password was wrong',
  INVALID_OTP: 'the passcode was wrong',
  USER_INACTIVE: 'the user is inactive',
  ORG_INACTIVE: 'the organisation is disabled',
  ADDRESS_NOT_ALLOWED: 'the IP address is not allowed',
  SINGLE_SIGN_ON_REQUIRED: 'the organisation requires single sign-on',
  ...logoutRefusals,
  CLIENT_REFUSED: 'the client secret has expired or is wrong',
  UNREACHABLE: 'the identity provider did not respond',
  UNREACHABLE_OPTIONAL: 'the identity provider did not respond',
  EMAIL_MISSING: 'the identity provider sent no valid email address',
  EMAIL_NOT_VERIFIED: 'the identity provider has not verified the email address',
  USERINFO_REFUSED:
    'the ID token has no verified email address, and the identity provider’s userinfo endpoint refused to send one',
  CONFIRMATION_EMAILED: 'the first sign-in must be confirmed through an emailed link',
  REPLACEMENT_EMAILED:
    'the identity provider has a new user with this email address, which must be confirmed through an emailed link',
  LINKED_OTHERWISE: 'the account is linked to a different user at the identity provider',
  CONFIRMATION_PENDING_ELSEWHERE:
    'a confirmation by a different user at the identity provider is pending for the same account',
  // Earlier name of this reason in the activity log.
  CONFIRMATION_OF_ANOTHER:
    'a confirmation by a different user at the identity provider is pending for the same account',
};

/** An event in a sentence, such as `Olivia Okafor deactivated Jane Doe.` */
function sentenceOf({ actor, action, changes, target, outcome, reason, count }: AuditStatement): string {
  const [, toDo, nameless] = auditActionTable[action];
  const fill = (phrase: string) =>
    phrase
      .replace('{}', target ?? nameless)
      .replace(/\s+/g, ' ')
      .trim();
  if (outcome === 'DONE') return `${actor} ${fill(doneWords(action, changes))}.`;
  const why = reasons[reason ?? ''] ?? reason ?? 'it was refused';
  const times = count > 1 ? ` (${count} times)` : '';
  return `${actor} could not ${fill(toDo)}: ${why}${times}.`;
}

function unnamedActor(kind: string, roleKey: string | null): string {
  if (kind === 'SYSTEM') return 'The system';
  const role = roles.find(({ key }) => key === roleKey)?.name;
  if (role) return /^[AO]/.test(role) ? `An ${role}` : `A ${role}`;
  return kind === 'KEY' ? 'An API key' : 'An unknown caller';
}

export const outcomeOf = ({ code }: AuditEventBody) =>
  textOf(code) === null ? ('DONE' as const) : ('REFUSED' as const);

const userIn = ({ ent_usr }: AuditEventBody) => userOf(ent_usr);

const changesOf = ({ changes }: AuditEventBody): object[] => (Array.isArray(changes) ? changes : []);

export function actorName(event: AuditEventBody): string | null {
  const operator = textOf(event.operator);
  if (operator !== null) return `Operator ${operator}`;
  if (toAuditActorKind(event.actor_kind) === 'SCIM') {
    const key = textOf(recordOf(event.api_key).name);
    return key === null ? 'SCIM' : `SCIM (${key})`;
  }
  const user = userIn(event);
  if (user) return nameOrEmailOf(user);
  const key = textOf(recordOf(event.api_key).name);
  return key && `API key ${key}`;
}

const roleKeyOf = ({ actor_role }: AuditEventBody) => roleByName(textOf(actor_role));

const mayView = async (organisationId: string, context: Context): Promise<boolean> =>
  (await isAllowed(context.api, 'audit:view', organisationId)) && supportsCall(context, auditCalls.auditEvents);

export function sentence(event: AuditEventBody): string {
  const kind = toAuditActorKind(event.actor_kind);
  const uploadedCount = integerOf(event.upload_count) ?? 0;
  return sentenceOf({
    actor: actorName(event) ?? unnamedActor(kind, roleKeyOf(event)),
    action: actionNameOf(event.action),
    changes: changesOf(event),
    target: uploadedCount > 1 ? `${uploadedCount} users` : textOf(recordOf(event.target).name),
    outcome: outcomeOf(event),
    reason: textOf(event.reason) ?? textOf(event.code),
    count: integerOf(event.count) ?? 1,
  });
}

function checkOf({ broken, head, ...check }: ApiResponse<typeof auditCalls.verifyActivity>): object {
  return {
    ...check,
    whole: broken == null,
    broken: broken && { ...broken, problem: broken.kind },
    head: head && `${head.number}:${head.hash}`,
  };
}

export const auditResolvers: Resolvers = {
  Query: {
    auditEvents: (_root, args, context) => readAuditEvents(args, context),
    events: (_root, args, context) => readEvents(args, context),
    verifyActivity: passOn(auditCalls.verifyActivity, {
      input: ({ organisationId, ...range }) => ({ org_id: organisationId, ...range }),
      answer: checkOf,
    }),
  },

  Organisation: {
    auditEvents: ({ id }, args, context) => readOrganisationEvents(args, idOf(id) ?? '', context),
    viewerCanViewActivity: ({ id }, _args, context) => mayView(idOf(id) ?? '', context),
  },

  User: {
    auditEvents: (user, args, context) => readEventsAboutUser(args, idsOfUser(user), context),
    viewerCanViewActivity: (user, _args, context) => mayView(idsOfUser(user).organisationId, context),
  },

  AuditEvent: {
    id: ({ id }) => idOf(id) ?? '',
    at: ({ at }) => isoTimeOf(at) ?? '',
    action: ({ action }) => toAuditAction(action),
    outcome: outcomeOf,
    code: ({ code }) => textOf(code),
    sentence,
    way: ({ via }) => toAuditWay(via),
    actor: (event) => event,
    target: (event) => event,
    organisation: ({ org }) => {
      const { id, brandname } = recordOf(org);
      const [known, brandName] = [idOf(id), textOf(brandname)];
      return known === null || brandName === null ? null : { id: known, brandName };
    },
    changes: changesOf,
    requestId: ({ request_id }) => textOf(request_id),
    count: ({ count }) => integerOf(count) ?? 1,
    uploadedUserCount: ({ upload_count }) => integerOf(upload_count),
  },

  AuditActor: {
    kind: ({ actor_kind }) => toAuditActorKind(actor_kind),
    name: actorName,
    user: userIn,
    roleKey: roleKeyOf,
    apiKeyName: ({ api_key }) => textOf(recordOf(api_key).name),
    apiKeyPrefix: ({ api_key }) => textOf(recordOf(api_key).prefix),
    clientAddress: ({ client_address }) => textOf(client_address),
  },

  AuditTarget: {
    kind: ({ target }) => toAuditTargetKind(recordOf(target).type),
    id: ({ target }) => idOf(recordOf(target).id),
    name: ({ target }) => textOf(recordOf(target).name),
    organisationId: ({ target }) => idOf(recordOf(target).org_id),
  },

  AuditChange: {
    field: (change) => schemaFieldName(textOf(recordOf(change).field) ?? ''),
    from: (change) => textOf(recordOf(change).from),
    to: (change) => textOf(recordOf(change).to),
  },
};
