import { departmentLeadRole } from '@console/contract/access';
import type { CallBody } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { authorizeRole, readAllowedOrganisation, readManagedUser } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { type UserResult, userResultFromResponse } from '../core/payloads.ts';
import { roleIdOf, storedUserFields } from '../core/user-form.ts';
import { readUser } from '../product-api/reads.ts';
import { rethrowWithErrorCodes } from '../product-api/refusals.ts';
import { boolOf, idOf, roleOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { Responders } from './responders.ts';
import { prepareStateChange, type Subject } from './state-change.ts';
import { assertSeatAvailable } from './user-limit.ts';

export const answersLastSignIn = (context: Context): Promise<boolean> => context.supports('extensions');

/** Null if unknown. */
export async function isInvited(context: Context, { is_invited }: UserBody): Promise<boolean | null> {
  return typeof is_invited === 'boolean' && (await context.supports('extensions')) ? is_invited : null;
}

/** Users without a password; none if unknown. */
export async function invitedUsers(context: Context): Promise<(user: UserBody) => boolean> {
  const isKnown = await context.supports('extensions');
  return ({ is_invited }) => isKnown && is_invited === true;
}

/** Remaining fields of REST-21, if the product API replaces the whole user. */
export const unchangedUserFields = async (context: Context, stored: UserBody) =>
  (await context.supports('extensions')) ? {} : { ...storedUserFields(stored), ...roleFieldsOf(stored) };

/** A listed user with all fields, to be sent back: REST-22, unless the product API keeps what is not sent. */
export const completeUser = async (context: Context, row: UserBody): Promise<UserBody> =>
  (await context.supports('extensions')) ? row : readUser(context.api, idOf(row.id) ?? '');

/** Leading a department needs the role for it. */
function roleFieldsOf(user: UserBody) {
  const id = roleIdOf(user);
  return {
    ...(id !== null && { role_id: toWireId(id) }),
    dept_lead: roleOf(user) === departmentLeadRole && boolOf(user.dept_lead),
  };
}

/** Whether a deactivation can hand over responsibilities, never with an API key. */
export const mayHandOver = async (context: Context): Promise<boolean> =>
  !context.session.isBearer && (await context.supports('extensions'));

/** Prepares REST-19; for an external product API after REST-22 and its missing checks. Throws FORBIDDEN or NOT_FOUND. */
export async function prepareUserState(
  context: Context,
  id: string,
  action: 'users:activate' | 'users:deactivate',
  handOver?: CallBody<typeof calls.activateDeactivateUser>['handOver'] | null,
): Promise<(confirm: () => Promise<void>) => Promise<UserResult>> {
  const { api } = context;
  const isDisabled = action === 'users:deactivate';
  const subject: Subject<UserBody> = {
    kind: 'user',
    id,
    detail: { call: calls.getUserDetailById, place: 'user' },
    async authorize(target) {
      const { userId } = await authorizeRole(api, action);
      if (userId === target) throw failure('FORBIDDEN', 'You cannot activate or deactivate yourself.');
    },
    readAllowed: () => readManagedUser(api, id, action),
    read: () => readUser(api, id),
    requirePossible: (user) => (isDisabled ? requireNoResponder(context, user) : requireSeat(context, user)),
    async send(is_disabled) {
      const body = {
        userId: toWireId(id),
        ...(is_disabled !== undefined && { is_disabled, ...(handOver && { handOver }) }),
      };
      return (await rethrowWithErrorCodes(api.call(calls.activateDeactivateUser, { body }))).user;
    },
  };
  const change = await prepareStateChange(context, subject, isDisabled);
  return async (confirm) => {
    const { answered, stored } = await change(confirm);
    return userResultFromResponse(api, answered, { id, organisationId: idOf((stored ?? answered)?.ent_org_id) });
  };
}

/** Throws RESPONDER_ACTIVE for a responder, UPSTREAM_UNAVAILABLE while unknown. */
async function requireNoResponder(context: Context, user: UserBody): Promise<void> {
  const { users, failures } = await Responders.of(context).readFor(user);
  const id = idOf(user.id) ?? '';
  if (Object.values(users).some((list) => list?.has(id))) throw failure('RESPONDER_ACTIVE', texts.users.notPermitted);
  if (failures.length > 0) throw failure('UPSTREAM_UNAVAILABLE', failures.join('\n'));
}

async function requireSeat(context: Context, user: UserBody): Promise<void> {
  const organisationId = idOf(user.ent_org_id) ?? '';
  const organisation = await readAllowedOrganisation(context.api, organisationId, 'users:activate');
  await assertSeatAvailable(context, organisationId, organisation);
}
