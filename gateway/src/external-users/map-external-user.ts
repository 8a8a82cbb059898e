import { calls } from '@console/contract/calls/all';
import { requiredProblem } from '@console/contract/fields/field-problem';
import { profileFields } from '@console/contract/fields/user-rules';
import { refusalTexts, texts } from '@console/contract/rules';
import { GraphQLError } from 'graphql';
import { failure } from '../base/errors.ts';
import { assertAllowed, authorizeActingOrganisation, readCaller, requireScopeToGive } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import {
  immutableUserFields,
  profileTextsFromInput,
  userInputNamesAt,
  userProblemsByInput,
} from '../core/user-form.ts';
import type { MapExternalUserInput, PersonInput } from '../generated/resolvers-types.ts';
import { nullOnFailure } from '../product-api/reads.ts';
import { rethrowWithErrorCodes, rethrowWithInputNames } from '../product-api/refusals.ts';
import type { RequestCalls } from '../product-api/request-calls.ts';
import { idOf, recordOf, toWireId, type UserBody } from '../product-api/shape.ts';
import { acceptAfterDetails } from '../specified/external-users.ts';
import { findRoleById } from '../specified/lookups.ts';
import type { MappingBody } from '../specified/mapping-row.ts';
import type { MappingState } from '../specified/mapping-shapes.ts';
import { answersRejected, reasonField } from '../specified/mappings.ts';
import { sendMappingDecision, sendOrReadCurrent } from '../specified/send-mapping-decision.ts';
import { storedTextsOf } from '../specified/stored-texts.ts';
import type { ExternalUserParent, ExternalUserResult } from './external-user-result.ts';
import { readExternalUserAndMapping, readExternalUsers } from './external-users.ts';

export interface ExternalUserArgs {
  userId: string | number;
  organisationId?: string | number | null;
  reason?: string | null;
}

const detailsPath = 'person';
const names = { ...userInputNamesAt(detailsPath), ent_org_id: 'organisationId' };

/** REST-30 and REST-22, then REST-21 for a user without details, otherwise REST-36 (CHECKLIST OPEN-31), unless accepted before. */
export async function mapExternalUser(context: Context, input: MapExternalUserInput): Promise<ExternalUserResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'users:mapExternal', input.organisationId);
  const userId = String(input.userId);
  const { externalUser, mapping } = await readInvited(context, organisationId, userId);
  if (externalUser.state === 'ACCEPTED') return { organisationId, externalUser: async () => externalUser };
  assertPending(externalUser);
  const { acceptBlock } = externalUser;
  if (acceptBlock === 'OWN_INVITATION') assertAllowed('forbidden');
  if (acceptBlock === 'INVITATION_INVALID') throw failure('CONFLICT', texts.mappings.invitationVoided);
  if (acceptBlock !== null) throw failure('CONFLICT', texts.mappings.userInactive);
  const find = async (): Promise<ExternalUserParent | null> =>
    (await readExternalUsers(context, organisationId)).find(
      ({ user }) => idOf(user.id) === idOf(externalUser.user.id),
    ) ?? null;
  const accept = async () => {
    if (externalUser.viewerCanEditPerson) {
      await addDetails(context, externalUser.user, organisationId, input.person);
      await acceptAfterDetails(context, () => acceptUnlessAccepted(context, organisationId, userId));
    } else {
      assertValid(
        input.person ? { path: detailsPath, code: 'TAKEN', message: 'is already known and cannot be changed' } : null,
      );
      await answerInvitation(api, organisationId, userId, mapping, { activated: true });
    }
    return () => nullOnFailure(find());
  };
  const readCurrent = async () => {
    const current = await find();
    return current?.state === 'ACCEPTED' ? async () => current : null;
  };
  return { organisationId, externalUser: await sendOrReadCurrent(api, accept, readCurrent) };
}

/** REST-30 and REST-22, then REST-36 unless rejected before. The organisation can invite the user again. */
export async function rejectExternalUser(context: Context, args: ExternalUserArgs): Promise<ExternalUserResult> {
  const { api } = context;
  const organisationId = await authorizeActingOrganisation(api, 'users:mapExternal', args.organisationId);
  const decision = { activated: false, ...(await reasonField(context, args.reason)) };
  const userId = String(args.userId);
  const { externalUser, mapping } = await readInvited(context, organisationId, userId);
  const result = stoppedResult(externalUser, 'REJECTED');
  if (externalUser.state === 'REJECTED') return result;
  assertPending(externalUser);
  const reject = async () => {
    await answerInvitation(api, organisationId, userId, mapping, decision);
    return result;
  };
  const readCurrent = async () => {
    const listed = (await readExternalUsers(context, organisationId)).find(({ user }) => idOf(user.id) === userId);
    // Lists do not contain rejected users.
    return !listed || listed.state === 'REJECTED' ? result : null;
  };
  return sendOrReadCurrent(api, reject, readCurrent);
}

/** An external user in the state after a mutation. */
export const stoppedResult = (
  externalUser: ExternalUserParent,
  state: Exclude<MappingState, 'PENDING' | 'ACCEPTED'>,
): ExternalUserResult => ({
  organisationId: externalUser.organisationId,
  externalUser: async () => ({
    ...externalUser,
    state,
    acceptBlock: null,
    viewerCanEditPerson: false,
    viewerCanMap: false,
    viewerCanReject: false,
  }),
});

export const readInvited = async (context: Context, organisationId: string, userId: string) =>
  readExternalUserAndMapping(
    context,
    organisationId,
    userId,
    (await answersRejected(context)) ? { rejected: true } : {},
  );

function assertPending({ state }: ExternalUserParent): void {
  if (state !== 'PENDING') throw failure('CONFLICT', answeredMessages[state]);
}

/** REST-36 for a user, with the parties of their mapping. */
export async function answerInvitation(
  api: RequestCalls,
  organisationId: string,
  userId: string,
  mapping: MappingBody,
  decision: { activated: boolean; reason?: string },
): Promise<void> {
  const customer = { id: idOf(mapping.customer_id) ?? organisationId };
  // A user without an organisation has no vendor.
  const vendor = { id: idOf(mapping.vendor_id) ?? idOf(recordOf(mapping.vendor).id) ?? customer.id };
  await sendMappingDecision(api, userId, { vendor, customer }, decision);
}

/** REST-36 after adding details, unless that has already accepted the user. */
async function acceptUnlessAccepted(context: Context, organisationId: string, userId: string): Promise<void> {
  const { api } = context;
  api.clearReads();
  const completed = await readExternalUserAndMapping(context, organisationId, userId).catch((thrown) => {
    if (thrown instanceof GraphQLError && thrown.extensions.code === 'NOT_FOUND') return null;
    throw thrown;
  });
  if (completed?.externalUser.state === 'PENDING') {
    await answerInvitation(api, organisationId, userId, completed.mapping, { activated: true });
  }
}

const answeredMessages = {
  ACCEPTED: texts.mappings.userMapped,
  REJECTED: refusalTexts.requestNotPending,
  ENDED: refusalTexts.requestNotPending,
  WITHDRAWN: 'This request was withdrawn.',
} as const;

/** REST-21: adds an invited user's details, which accepts them. Their email stays. */
async function addDetails(
  context: Context,
  user: UserBody,
  organisationId: string,
  person: PersonInput | null | undefined,
): Promise<void> {
  const { api } = context;
  if (!person) return assertValid({ path: detailsPath, ...requiredProblem });
  const form = profileTextsFromInput(person);
  const caller = await readCaller(api);
  const role = person.roleId == null ? undefined : await findRoleById(context, person.roleId);
  assertValid(
    ...userProblemsByInput(
      { ...form, role },
      { fields: [...profileFields, 'role'], callerRole: caller.role },
      `${detailsPath}.`,
    ),
  );
  requireScopeToGive(caller, role);
  const given = { ...form, role_id: toWireId(String(person.roleId)), dept_lead: false };
  const ent_usr = {
    ...immutableUserFields(await storedTextsOf(context, user)),
    ...given,
    ent_org_id: toWireId(organisationId),
  };
  await rethrowWithInputNames(names, rethrowWithErrorCodes(api.call(calls.updateOrgUser, { body: { ent_usr } })));
}
