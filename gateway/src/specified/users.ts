import { departmentLeadRole } from '@console/contract/access';
import type { CallBody } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import type { FastifyBaseLogger } from 'fastify';
import type { Context } from '../core/context.ts';
import { roleIdOf, storedUserFields } from '../core/user-form.ts';
import { notFoundForInvalidId, readUser, roleOf } from '../product-api/reads.ts';
import { rethrowWithErrorCodes } from '../product-api/refusals.ts';
import { boolOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { assertState, checksStateChange, knownState } from './disabled-state.ts';

/** Whether users are answered with their last sign-in. */
export const answersLastSignIn = (context: Context): Promise<boolean> => context.supports('extensions');

/** Whether a user has no password yet; null where that is unknown. */
export async function isInvited(context: Context, { is_invited }: UserBody): Promise<boolean | null> {
  return typeof is_invited === 'boolean' && (await context.supports('extensions')) ? is_invited : null;
}

/** Tells the users who have no password yet; none where that is unknown. */
export async function invitedUsers(context: Context): Promise<(user: UserBody) => boolean> {
  const isKnown = await context.supports('extensions');
  return ({ is_invited }) => isKnown && is_invited === true;
}

/** What REST-21 needs in addition to the fields that change: all others of the stored user, where the product API replaces the whole user. */
export const unchangedUserFields = async (context: Context, stored: UserBody) =>
  (await context.supports('extensions')) ? {} : { ...storedUserFields(stored), ...roleFieldsOf(stored) };

/** Leading a department needs the role for it. */
function roleFieldsOf(user: UserBody) {
  const id = roleIdOf(user);
  return {
    ...(id !== null && { role_id: toWireId(id) }),
    dept_lead: roleOf(user) === departmentLeadRole && boolOf(user.dept_lead),
  };
}

/** Whether a user is inactive; throws when that is unknown. */
export const isInactive = (log: FastifyBaseLogger, user: UserBody): boolean =>
  knownState(log, calls.getUserDetailById, 'user', user);

/** Whether duties of a user can move with their deactivation, and not with an API key. */
export const mayHandOver = async (context: Context): Promise<boolean> =>
  !context.session.isBearer && (await context.supports('extensions'));

/** REST-19; the user as answered, from our platform with the organisation. A product API that toggles is asked for the state first, one change of a user at a time. */
export async function setUserState(
  context: Context,
  id: string,
  is_disabled: boolean,
  handOver?: SentState['handOver'],
): Promise<UserBody | null | undefined> {
  const { api, services } = context;
  if (await checksStateChange(context))
    return notFoundForInvalidId(
      sendUserState(context, id, { is_disabled, ...(handOver && { handOver }) }, is_disabled),
      id,
    );
  return services.keyedMutex.runExclusive(`user ${id}`, async () => {
    api.clearReads();
    const current = await readUser(api, id);
    return isInactive(context.log, current) === is_disabled ? current : sendUserState(context, id, {}, is_disabled);
  });
}

type SentState = Pick<CallBody<typeof calls.activateDeactivateUser>, 'is_disabled' | 'handOver'>;

async function sendUserState({ api }: Context, id: string, more: SentState, requested: boolean) {
  const body = { userId: toWireId(id), ...more };
  const { user } = await rethrowWithErrorCodes(api.call(calls.activateDeactivateUser, { body }));
  assertState(user, requested, 'user');
  return user;
}
