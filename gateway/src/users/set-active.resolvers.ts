import { calls } from '@console/contract/calls/all';
import { readAllowedOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { userPayload } from '../core/payloads.ts';
import type { ActionBlock, Resolvers } from '../generated/resolvers-types.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { boolOf, idOf, type UserBody } from '../product-api/shape.ts';
import { readAsType } from '../specified/read-as-type.ts';
import { Responders } from '../specified/responders.ts';
import { activateUser, deactivateUser } from './set-active.ts';
import { isAllowedForUser, seatBlock } from './user-rights.ts';

const mayActivate = async (api: RequestCalls, user: UserBody): Promise<boolean> =>
  boolOf(user.is_disabled) && isAllowedForUser(api, user, 'users:activate', false);

const mayDeactivate = async (api: RequestCalls, user: UserBody): Promise<boolean> =>
  !boolOf(user.is_disabled) && isAllowedForUser(api, user, 'users:deactivate', false);

/** RESPONDER for a responder; null while a list that may contain the user is unreadable. */
async function responderBlock(context: Context, user: UserBody): Promise<ActionBlock[] | null> {
  const { users, failures } = await Responders.of(context).readFor(user);
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) return ['RESPONDER'];
  return failures.length > 0 ? null : [];
}

export const setActiveResolvers: Resolvers = {
  Mutation: {
    activateUser: (_root, args, context) => activateUser(context, args),
    deactivateUser: (_root, args, context) => deactivateUser(context, args),
  },

  ActivateUserPayload: userPayload,
  DeactivateUserPayload: {
    ...userPayload,
    handedOver: ({ handedOver = null }, _args, { log }, { returnType, fieldName: field }) =>
      readAsType(returnType, handedOver, { call: calls.activateDeactivateUser, field, log }) as never,
  },

  User: {
    viewerCanActivate: (user, _args, { api }) => mayActivate(api, user),
    viewerCanDeactivate: (user, _args, { api }) => mayDeactivate(api, user),
    async blockedBy(user, _args, context) {
      if (await mayActivate(context.api, user)) {
        const organisation = await readAllowedOrganisation(context.api, idOf(user.ent_org_id) ?? '');
        return seatBlock(context, organisation);
      }
      return (await mayDeactivate(context.api, user)) ? responderBlock(context, user) : [];
    },
  },
};
