import { calls } from '@console/contract/calls/all';
import { texts } from '@console/contract/rules';
import type { Context } from '../core/context.ts';
import { email as emailCheck, refuseFaulty } from '../core/input-checks.ts';
import type { ExternalUserInviteState, MutationInviteExternalUserArgs } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { unlessNoId } from '../product-api/reads.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOut, textOf } from '../product-api/shape.ts';
import type { InvitedExternalUser } from './acted-mapping.ts';
import { actingFor, orNull } from './acting-for.ts';
import { readExternalUsers, readUserMapping } from './external-users.ts';
import { invitationOf, modulesOf, whoHas } from './invited.ts';
import { stateOf } from './mapping-row.ts';
import type { ExternalUserParent } from './mapping-shapes.ts';

const messages: Record<ExternalUserInviteState, string> = {
  INACTIVE: texts.mappings.userInactive,
  ALREADY_MAPPED: texts.mappings.userMapped,
  PENDING: texts.mappings.userPending,
  REQUESTED: texts.mappings.userRequested,
  INVITED: texts.mappings.userInvited,
};

/** REST-16, REST-30 for somebody who is here, then REST-15 where nothing stands against it (CHECKLIST OPEN-31). */
export async function inviteExternalUser(
  { api }: Context,
  args: MutationInviteExternalUserArgs,
): Promise<InvitedExternalUser> {
  const organisationId = await actingFor(api, 'users:inviteExternal', args.organisationId);
  const email = args.email.trim();
  refuseFaulty(emailCheck('email', email));
  const user = invitationOf(email, modulesOf(args.modules));
  const { userId, isDisabled } = await whoHas(api, email, organisationId);
  const came = (state: ExternalUserInviteState, externalUser: () => Promise<ExternalUserParent | null>) => ({
    state,
    message: messages[state],
    externalUser,
    organisationId,
  });
  const nothing = async () => null;
  if (userId !== null && isDisabled) return came('INACTIVE', nothing);
  const standing = userId === null ? null : await standingOf(api, organisationId, userId);
  if (standing !== null) return came(standing, nothing);
  try {
    const body = { user, ext_org_id: idOut(organisationId) };
    await unlessNoId(api.call(calls.externalOrgInviteUser, { body }), organisationId);
  } catch (thrown) {
    const told = await refusedAs(api, thrown, { organisationId, userId });
    if (told === null) throw thrown;
    return came(told, nothing);
  }
  const newcomer = () => orNull(findInvited(api, organisationId, email));
  return came(userId === null ? 'INVITED' : 'REQUESTED', newcomer);
}

/** What stands against inviting somebody again; a rejected person may be invited again. */
async function standingOf(
  api: RequestCalls,
  organisationId: string,
  userId: string,
): Promise<ExternalUserInviteState | null> {
  const mapping = await readUserMapping(api, organisationId, userId);
  const state = mapping && stateOf(mapping);
  if (state === 'ACCEPTED') return 'ALREADY_MAPPED';
  return state === 'PENDING' ? 'PENDING' : null;
}

/** What a refusal tells: in the words of the specification, or because somebody else has invited them meanwhile. */
async function refusedAs(
  api: RequestCalls,
  thrown: unknown,
  { organisationId, userId }: { organisationId: string; userId: string | null },
): Promise<ExternalUserInviteState | null> {
  if (!(thrown instanceof ApiFailure)) return null;
  const said = (['INACTIVE', 'ALREADY_MAPPED', 'PENDING'] as const).find((state) => messages[state] === thrown.message);
  if (said || thrown.code !== 'CONFLICT' || userId === null) return said ?? null;
  api.forget();
  return standingOf(api, organisationId, userId);
}

/** REST-32 or REST-31: somebody who was invited just now. */
async function findInvited(
  api: RequestCalls,
  organisationId: string,
  email: string,
): Promise<ExternalUserParent | null> {
  const rows = await readExternalUsers(api, organisationId);
  return rows.find(({ user }) => textOf(user.email)?.toLowerCase() === email.toLowerCase()) ?? null;
}
