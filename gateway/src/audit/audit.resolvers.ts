import { roleByName } from '@console/contract/access';
import { auditCalls } from '@console/contract/calls/audit';
import { schemaFieldName } from '@console/contract/event-form';
import { authorize, isAllowed } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { payloadOrganisation } from '../core/payload-organisation.ts';
import type { Resolvers } from '../generated/resolvers-types.ts';
import { readOrganisation } from '../product-api/reads.ts';
import type { ApiResponse } from '../product-api/response-reader.ts';
import { idOf, integerOf, isoTimeOf, nameOrEmailOf, recordOf, textOf, userOf } from '../product-api/shape.ts';
import { hasCall } from '../specified/extension-calls.ts';
import { passOn } from '../specified/pass-on.ts';
import { actionNameOf, toAuditAction, toAuditActorKind, toAuditTargetKind, toAuditWay } from './audit-enums.ts';
import type { AuditEventBody } from './audit-event.ts';
import { idsOfUser, readAuditEvents, readEventsAboutUser, readOrganisationEvents } from './audit-page.ts';
import { sentenceOf, unnamedActor } from './audit-sentence.ts';
import { readEvents } from './event-feed.ts';

export const outcomeOf = ({ code }: AuditEventBody) =>
  textOf(code) === null ? ('DONE' as const) : ('REFUSED' as const);

const userIn = ({ ent_usr }: AuditEventBody) => userOf(ent_usr);

export function actorName(event: AuditEventBody): string | null {
  const operator = textOf(event.operator);
  if (operator !== null) return `Operator ${operator}`;
  const user = userIn(event);
  return user && nameOrEmailOf(user);
}

const roleKeyOf = ({ actor_role }: AuditEventBody) => roleByName(textOf(actor_role));

async function mayDo(
  action: 'audit:view' | 'audit:setRetention',
  organisationId: string,
  context: Context,
): Promise<boolean> {
  return (await isAllowed(context.api, action, organisationId)) && hasCall(context, auditCalls.auditEvents);
}

export function sentence(event: AuditEventBody): string {
  const kind = toAuditActorKind(event.actor_kind);
  const uploadedCount = integerOf(event.upload_count) ?? 0;
  return sentenceOf({
    actor: actorName(event) ?? unnamedActor(kind, roleKeyOf(event)),
    action: actionNameOf(event.action),
    target: uploadedCount > 1 ? `${uploadedCount} users` : textOf(recordOf(event.target).name),
    outcome: outcomeOf(event),
    reason: textOf(event.reason) ?? textOf(event.code),
    count: integerOf(event.count) ?? 1,
  });
}

/** A check of the hash chain; its head is one text, which is given to the next check. */
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

  Mutation: {
    setAuditRetention: passOn(auditCalls.setAuditRetention, {
      input: ({ organisationId, days }) => ({ org_id: organisationId, days }),
      answer: ({ ent_org }) => ({ organisationId: idOf(recordOf(ent_org).id) }),
    }),
  },

  SetAuditRetentionPayload: {
    organisation: payloadOrganisation,
  },

  Organisation: {
    auditEvents: ({ id }, args, context) => readOrganisationEvents(args, idOf(id) ?? '', context),
    viewerCanViewActivity: ({ id }, _args, context) => mayDo('audit:view', idOf(id) ?? '', context),
    viewerCanSetAuditRetention: ({ id }, _args, context) => mayDo('audit:setRetention', idOf(id) ?? '', context),
    async auditRetentionDays(organisation, _args, context) {
      const organisationId = idOf(organisation.id) ?? '';
      await authorize(context.api, 'audit:view', organisationId);
      if (!(await hasCall(context, auditCalls.setAuditRetention))) return null;
      // Rows of lists do not have it.
      const known = recordOf(organisation).audit_retention_days;
      return integerOf(known ?? recordOf(await readOrganisation(context.api, organisationId)).audit_retention_days);
    },
  },

  User: {
    auditEvents: (user, args, context) => readEventsAboutUser(args, idsOfUser(user), context),
    viewerCanViewActivity: (user, _args, context) => mayDo('audit:view', idsOfUser(user).organisationId, context),
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
    changes: ({ changes }) => (Array.isArray(changes) ? changes : []),
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
