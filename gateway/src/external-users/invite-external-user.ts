import { calls } from '@console/contract/calls/all';
import { isSameEmail } from '@console/contract/fields/domain-rules';
import { texts } from '@console/contract/rules';
import { authorizeActingOrganisation } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, checkNewEmail } from '../core/input-checks.ts';
import type { ExternalUserInviteState, MutationInviteExternalUserArgs } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { nullOnFailure } from '../product-api/reads.ts';
import { notFoundForInvalidId } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { textOf, toWireId } from '../product-api/shape.ts';
import { findEmailOwner, invitedUserBody, nonEmptyModuleIds } from '../specified/invited-user.ts';
import { mappingStateOf } from '../specified/mapping-row.ts';
import type { ExternalUserInviteResult, ExternalUserParent } from './external-user-result.ts';
import { readExternalUsers, readUserMapping } from './external-users.ts';

const messages: Record<ExternalUserInviteState, string> = {
  INACTIVE: texts.mappings.userInactive,
  ALREADY_MAPPED: texts.mappings.userMapped,
  PENDING: texts.mappings.userPending,
  REQUESTED: texts.mappings.userRequested,
  INVITED: texts.mappings.userInvited,
};

/** REST-16, REST-30 for an existing user, then REST-15 unless the mapping's state prevents it (CHECKLIST OPEN-31). */
export async function inviteExternalUser(
  context: Context,
  args: MutationInviteExternalUserArgs,
): Promise<ExternalUserInviteResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'users:inviteExternal', args.organisationId);
  const email = args.email.trim();
  assertValid(checkNewEmail('email', email));
  const user = invitedUserBody(email, nonEmptyModuleIds(args.modules));
  const { userId, isDisabled } = await findEmailOwner(api, email, organisationId);
  const result = (state: ExternalUserInviteState, externalUser: () => Promise<ExternalUserParent | null>) => ({
    state,
    message: messages[state],
    externalUser,
    organisationId,
  });
  const noUser = async () => null;
  if (userId !== null && isDisabled) return result('INACTIVE', noUser);
  const state = userId === null ? null : await blockingState(api, organisationId, userId);
  if (state !== null) return result(state, noUser);
  try {
    const body = { user, ext_org_id: toWireId(organisationId) };
    await notFoundForInvalidId(api.call(calls.externalOrgInviteUser, { body }), organisationId);
  } catch (thrown) {
    const refusedState = await stateOfRefusal(api, thrown, { organisationId, userId });
    if (refusedState === null) throw thrown;
    return result(refusedState, noUser);
  }
  const invited = () => nullOnFailure(findInvited(context, organisationId, email));
  return result(userId === null ? 'INVITED' : 'REQUESTED', invited);
}

/** State that prevents another invitation; a rejected user can be invited again. */
async function blockingState(
  api: RequestCalls,
  organisationId: string,
  userId: string,
): Promise<ExternalUserInviteState | null> {
  const mapping = await readUserMapping(api, organisationId, userId);
  const state = mapping && mappingStateOf(mapping);
  if (state === 'ACCEPTED') return 'ALREADY_MAPPED';
  return state === 'PENDING' ? 'PENDING' : null;
}

/** State of a refusal: by a text of the specification, or because of a concurrent invitation. */
async function stateOfRefusal(
  api: RequestCalls,
  thrown: unknown,
  { organisationId, userId }: { organisationId: string; userId: string | null },
): Promise<ExternalUserInviteState | null> {
  if (!(thrown instanceof ApiFailure)) return null;
  const stateByText = (['INACTIVE', 'ALREADY_MAPPED', 'PENDING'] as const).find(
    (state) => messages[state] === thrown.message,
  );
  if (stateByText || thrown.code !== 'CONFLICT' || userId === null) return stateByText ?? null;
  api.clearReads();
  return blockingState(api, organisationId, userId);
}

/** REST-32 or REST-31: the user who was just invited. */
async function findInvited(
  context: Context,
  organisationId: string,
  email: string,
): Promise<ExternalUserParent | null> {
  const rows = await readExternalUsers(context, organisationId);
  return rows.find(({ user }) => isSameEmail(textOf(user.email) ?? '', email)) ?? null;
}
