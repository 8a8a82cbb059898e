import { organiserRole } from '@console/contract/access';
import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { failure } from '../base/errors.ts';
import { recordRefusal } from '../core/audit-refusal.ts';
import { readCaller, rereadCaller } from '../core/caller.ts';
import { anonymousCallContext, type Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { onboardingLinkError, ownsOnboardingToken, readTokenOwner, tokenCallIdempotency } from '../core/token-owner.ts';
import { readImages } from '../core/uploads/read-image.ts';
import { userInputNamesAt } from '../core/user-form.ts';
import type { Onboarding, OnboardOrganisationInput } from '../generated/resolvers-types.ts';
import { ApiFailure } from '../product-api/errors.ts';
import { readOrganisation, readPerson } from '../product-api/reads.ts';
import { rethrowWithErrorCodes, rethrowWithInputNames } from '../product-api/refusals.ts';
import { boolOf, idOf, recordOf, textOf } from '../product-api/shape.ts';
import { newTimeZone } from '../specified/config.ts';
import { linkInvitationOf } from '../specified/link-invitation.ts';
import {
  type OrganisationForm,
  organisationFromInput,
  organisationProblemsByInput,
  rethrowWithOrganisationInputNames,
} from './organisation-form.ts';
import type { OnboardingResult } from './organisation-result.ts';
import { planUserRecordChange } from './organiser-change.ts';
import { newUserBody, personFromInput, personProblems } from './person-form.ts';

/** REST-8: owner of an onboarding token; null for any other token. */
async function findInvitation(context: Context, token: string) {
  const { services, operationKey } = context;
  const owner = await readTokenOwner(services, anonymousCallContext(context), token, operationKey?.keyHash);
  return ownsOnboardingToken(owner) ? owner : null;
}

/** Like `findInvitation`, for the form, which needs no session. */
export async function readOnboardingForm(context: Context, token: string): Promise<Onboarding | null> {
  const invited = await findInvitation(context, token);
  if (invited === null) {
    recordRefusal(context, { action: 'onboarding', reason: 'TOKEN_INVALID' });
    return null;
  }
  const invitation = await linkInvitationOf(context, invited.invitation);
  return { email: invited.email, invitedBy: invitation?.organisation ?? null, invitation };
}

/** Onboards an organisation for a token's owner, or for a caller without organisation. */
export function onboardOrganisation(context: Context, input: OnboardOrganisationInput): Promise<OnboardingResult> {
  const { onboardingToken } = context;
  if (onboardingToken !== null && input.token !== onboardingToken)
    throw failure('FORBIDDEN', 'This request must use the onboarding link that authorised it.');
  return input.token == null ? onboardCaller(context, input) : onboardInvited(context, input, input.token);
}

/** REST-8, REST-40, then REST-41, all anonymous: the token identifies the organisation. */
async function onboardInvited(
  context: Context,
  input: OnboardOrganisationInput,
  token: string,
): Promise<OnboardingResult> {
  const { api, services, operationKey } = context;
  const pictures = await readImages(input.organisation, 'organisation');
  const invited = await findInvitation(context, token);
  if (invited === null) throw onboardingLinkError();
  const form = organisationFromInput(input.organisation);
  const person = await personFromInput(
    context,
    { ...input.organiser, email: invited.email, roleId: null },
    { role: organiserRole },
  );
  assertValid(
    ...organisationProblemsByInput(form, input.organisation),
    ...personProblems(person, null, 'organiser').filter(({ path }) => path !== 'organiser.roleId'),
  );
  const files = pictures();
  const { productApi } = services;
  const callOf = (call: Call) => ({
    ...context.call,
    ...tokenCallIdempotency(operationKey?.keyHash, call),
    idempotencyInput: operationKey?.inputHash,
  });
  const zone = await newTimeZone(context, input.timeZone);
  const body = { ...form, ...zone, reset_password_token: token };
  const { createOrUpdareOrg, createOrganiser } = calls;
  const saved = productApi.call(createOrUpdareOrg, { body, files }, callOf(createOrUpdareOrg)).catch(throwTokenInvalid);
  const organisationId = idOf((await rethrowWithOrganisationInputNames(saved)).body.org?.id);
  const { ent_org_id, ...user } = newUserBody(person, organisationId ?? '');
  const ent_usr = { ...user, ...(organisationId !== null && { ent_org_id }) };
  // Only the token tells the product API which organisation this is.
  const organiser = { ent_usr, reset_password_token: token };
  const completed = productApi.call(createOrganiser, { body: organiser }, callOf(createOrganiser));
  const { body: done } = await rethrowWithInputNames(
    userInputNamesAt('organiser'),
    rethrowWithErrorCodes(completed.catch(throwTokenInvalid)),
  );
  const viewer = api.key === null ? null : { user: await readPerson(api) };
  return { viewer, organisationId: null, isEmailUnsent: boolOf(done.is_email_unsent) };
}

/** REST-40, then REST-21 for the caller's own record. */
async function onboardCaller(context: Context, input: OnboardOrganisationInput): Promise<OnboardingResult> {
  const { api } = context;
  const caller = await readCaller(api);
  const pictures = await readImages(input.organisation, 'organisation');
  const form = organisationFromInput(input.organisation);
  const before = caller.organisationId !== null;
  if (before) await assertOwnOrganisation(context, form);
  const change = await planUserRecordChange(context, await readPerson(api), input.organiser, null);
  assertValid(
    ...organisationProblemsByInput(form, before ? null : input.organisation),
    ...change.faults.filter(({ path }) => path !== 'organiser.roleId'),
  );
  const files = pictures();
  const body = { ...form, ...(await newTimeZone(context, input.timeZone)) };
  if (!before) await rethrowWithOrganisationInputNames(api.call(calls.createOrUpdareOrg, { body, files }));
  if (change.isNeeded) await change.send();
  const user = await rereadCaller(api);
  return { viewer: { user }, organisationId: idOf(user.ent_org_id), isEmailUnsent: false };
}

/** FORBIDDEN for a caller of another organisation, or an organiser after their onboarding is complete. */
async function assertOwnOrganisation({ api }: Context, form: OrganisationForm): Promise<void> {
  const { organisationId, userId } = await readCaller(api);
  const own = await readOrganisation(api, organisationId ?? '');
  const same = textOf(own.brandname)?.trim().toLowerCase() === form.brandname.toLowerCase();
  if (!same || idOf(recordOf(own.organizer).id) !== userId)
    throw failure('FORBIDDEN', 'You already have an organisation, so you cannot onboard another one.');
}

function throwTokenInvalid(thrown: unknown): never {
  const refused = thrown instanceof ApiFailure && (thrown.status === 401 || thrown.status === 404);
  throw refused ? onboardingLinkError(thrown) : thrown;
}
