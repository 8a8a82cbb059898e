import { decideAccess } from '@console/contract/access';
import { invitationsCalls, invitationViewActions } from '@console/contract/calls/invitations';
import { lists } from '@console/contract/lists';
import { maxPageSize } from '@console/contract/rules';
import DataLoader from 'dataloader';
import { authorizedRead, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import type { InvitationOrderField, OrganisationInvitationsArgs } from '../generated/resolvers-types.ts';
import { checkedMatch, matchQuery, orderQuery } from '../product-api/list-query.ts';
import { pageFromPlatform, readRows } from '../product-api/lists.ts';
import { connectionIn, type PagedList, type SortKey, windowQuery } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { idOf, timeMsOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { callIfSupported, type IfSupported, supportsCall } from '../specified/extension-calls.ts';
import { type InvitationBody, type InvitationConnectionParent, invitationOf } from '../specified/invitation.ts';

const action = 'users:view';

/** Invitations with a permission check; null if the product API has none. */
export const readInvitations = (
  args: Partial<OrganisationInvitationsArgs>,
  organisationId: string,
  context: Context,
): Promise<IfSupported<InvitationConnectionParent>> =>
  authorizedRead(context.api, action, organisationId, readPage(args, organisationId, context));

const keys: Record<InvitationOrderField, (invitation: InvitationBody) => SortKey> = {
  SENT_AT: ({ sent_at }) => timeMsOf(sent_at),
  EXPIRES_AT: ({ expires_at }) => timeMsOf(expires_at),
};

async function readPage(
  args: Partial<OrganisationInvitationsArgs>,
  organisationId: string,
  context: Context,
): Promise<IfSupported<InvitationConnectionParent>> {
  const list = await invitationList(args, organisationId, context);
  return list && connectionIn(list, args);
}

/** Invitations without a permission check; null if the product API has none. */
export async function invitationList(
  args: Partial<OrganisationInvitationsArgs>,
  organisationId: string,
  context: Context,
): Promise<IfSupported<PagedList<InvitationBody>>> {
  requireKey(context.api);
  const matching = {
    ...matchQuery(lists.invitations, checkedMatch(lists.invitations, args, args.filter)),
    ...(args.orderBy && orderQuery(lists.invitations, args.orderBy)),
  };
  const keyOf = keys[args.orderBy?.field ?? 'SENT_AT'];
  const cursors = context.services.cursors.of({ list: 'invitations', organisationId, ...matching });
  const call = invitationsCalls.invitations;
  const query = { org_id: toWireId(organisationId), ...matching };
  if (!(await supportsCall(context, call))) return null;
  return {
    cursors,
    read: async (window) => {
      const answer = await context.api.call(call, { query: { ...query, ...windowQuery(window, true) } });
      const rows = await visibleRows(context, readRows(call, answer.invitations, invitationOf, context.log));
      return pageFromPlatform(rows, answer, window, (row) => [keyOf(row)]);
    },
    stream: { list: 'invitations', query, rowOf: invitationOf },
  };
}

async function visibleRows({ api }: Context, rows: readonly InvitationBody[]): Promise<InvitationBody[]> {
  const caller = await readCaller(api);
  return rows.filter(
    ({ kind, ent_org_id }) => decideAccess(caller, invitationViewActions[kind], idOf(ent_org_id) ?? '') === 'allowed',
  );
}

/** Unaccepted invitations, read once for all users of a request. */
class UserInvitations {
  readonly #context: Context;
  readonly #loader = new DataLoader((ids: readonly string[]) => this.#read(ids), { maxBatchSize: maxPageSize });

  constructor(context: Context) {
    this.#context = context;
  }

  static of = (context: Context): UserInvitations =>
    context.api.perRequest(UserInvitations, () => new UserInvitations(context));

  load = (userId: string): Promise<InvitationBody[]> => this.#loader.load(userId);

  async #read(ids: readonly string[]): Promise<InvitationBody[][]> {
    const call = invitationsCalls.userInvitations;
    const answer = await callIfSupported(this.#context, call, { query: { user_id: ids.map(toWireId) } });
    if (answer === null) return ids.map(() => []);
    const rows = await visibleRows(this.#context, readRows(call, answer.invitations, invitationOf, this.#context.log));
    return ids.map((id) => rows.filter(({ ent_usr_id }) => idOf(ent_usr_id) === id));
  }
}

export async function readUnacceptedInvitation(user: UserBody, context: Context): Promise<InvitationBody | null> {
  const read = async () => {
    const invitations = await UserInvitations.of(context).load(idOf(user.id) ?? '');
    return invitations.find(({ kind }) => kind === 'user') ?? invitations[0] ?? null;
  };
  requireKey(context.api);
  // Roles that can view users can view these invitations, in the same organisations.
  const { organisationId } = await readCaller(context.api);
  return authorizedRead(context.api, action, organisationId ?? '', read());
}
