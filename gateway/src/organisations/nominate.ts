import { mayManageRole } from '@console/contract/access';
import { calls } from '@console/contract/calls/all';
import { requiredSeniorPost, texts } from '@console/contract/rules';
import { GraphQLError } from 'graphql';
import { failure } from '../base/errors.ts';
import { readAllowedOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, assertValidWithSpecTexts } from '../core/input-checks.ts';
import { immutableUserFields, storedRoleFields, storedUserFields, userIfComplete } from '../core/user-form.ts';
import type { NominateSeniorManagerInput } from '../generated/resolvers-types.ts';
import { readActiveUsers, readCurrentUser, roleOf } from '../product-api/reads.ts';
import { rethrowWithInputNames } from '../product-api/refusals.ts';
import { fullNameOf, idOf, type OrganisationBody, recordOf, textOf, type UserBody } from '../product-api/shape.ts';
import { storedTextsOf } from '../specified/stored-texts.ts';
import type { NominationResult } from './organisation-result.ts';
import { findSeniorPost } from './person-form.ts';
import { findPostHolder } from './senior-management.ts';

/** A post, its new holder and the present one. */
interface Nomination {
  post: string;
  user: UserBody;
  holder: UserBody | null;
}

const names = { designation: 'designationId', id: 'userId', ent_usr: 'userId' };

/** REST-38 and REST-17, then REST-21. Checks the permission, then the organisation, then the input. */
export async function nominateSeniorManager(
  context: Context,
  input: NominateSeniorManagerInput,
): Promise<NominationResult> {
  const { api } = context;
  const organisation = await readAllowedOrganisation(api, String(input.organisationId), 'organisations:nominate');
  const organisationId = idOf(organisation.id) ?? '';
  const users = await readActiveUsers(api, organisationId);
  const post = findSeniorPost(String(input.designationId));
  const user = users.find(({ id }) => idOf(id) === String(input.userId));
  assertValid(
    post ? null : { path: 'designationId', message: 'is unknown' },
    user ? null : { path: 'userId', message: 'must be an active user of this organisation' },
  );
  if (!post || !user) throw failure('INTERNAL', texts.requestFailed);
  const nomination = { post: post.id, user, holder: findPostHolder(users, post.id) };
  if (idOf(nomination.holder?.id) === idOf(user.id)) return { organisationId, users: [user] };
  await assertLowerRoles(context, nomination);
  await assertEmailConfirmed(context, nomination, input.confirmEmail);
  await assertPostsRemain(context, nomination, organisation);
  const extended = await context.supports('nominations');
  return { organisationId, users: await (extended ? givePost : givePostInTwoCalls)(context, nomination) };
}

/** FORBIDDEN when one of the two users has a higher role than the caller. */
async function assertLowerRoles({ api }: Context, { user, holder }: Nomination): Promise<void> {
  const { role } = await readCaller(api);
  for (const other of [user, holder])
    if (other && !mayManageRole(role, roleOf(other)))
      throw failure('FORBIDDEN', 'This user has a higher role than you');
}

/** Replacing a holder or moving a user needs the caller's own email (CHECKLIST OPEN-38). */
async function assertEmailConfirmed(
  { api }: Context,
  { user, holder }: Nomination,
  confirmEmail: string | null | undefined,
): Promise<void> {
  if (holder === null && !findSeniorPost(textOf(user.designation))) return;
  const { enterEmail, invalidEmail } = texts.organisations;
  const typed = confirmEmail?.trim().toLowerCase() ?? '';
  if (typed === '') assertValidWithSpecTexts({ path: 'confirmEmail', message: enterEmail });
  const own = textOf((await readCurrentUser(api)).email)
    ?.trim()
    .toLowerCase();
  if (typed !== own) assertValidWithSpecTexts({ path: 'confirmEmail', message: invalidEmail });
}

/** The required post must not become empty, and the organiser's own cannot be taken (CHECKLIST OPEN-39). */
async function assertPostsRemain(
  { api }: Context,
  { post, user, holder }: Nomination,
  { organizer }: OrganisationBody,
): Promise<void> {
  const { ceoRequired, duplicateUser } = texts.organisations;
  if (findSeniorPost(textOf(user.designation))?.id === requiredSeniorPost)
    assertValidWithSpecTexts({ path: 'designationId', message: ceoRequired });
  const { userId } = await readCaller(api);
  const holderId = idOf(holder?.id);
  if (holderId !== null && holderId !== userId && holderId === idOf(recordOf(organizer).id))
    assertValidWithSpecTexts({ path: 'designationId', message: duplicateUser(post) });
}

/** One REST-21: our platform takes the post from its holder in the same transaction. */
async function givePost(context: Context, { post, user, holder }: Nomination): Promise<UserBody[]> {
  const given = await sendDesignation(context, user, post, { nominate: true });
  return [given, ...(holder ? [{ ...holder, designation: null }] : [])];
}

/** Two REST-21 calls for other product APIs: the former holder first, so that a post never has two. */
async function givePostInTwoCalls(context: Context, { post, user, holder }: Nomination): Promise<UserBody[]> {
  // The product API requires a designation, so this one records the former post.
  const former = holder && (await sendDesignation(context, holder, `Former ${post}`));
  try {
    const given = await sendDesignation(context, user, post);
    return [given, ...(former ? [former] : [])];
  } catch (thrown) {
    if (!former || !(thrown instanceof GraphQLError)) throw thrown;
    const { message, extensions } = thrown;
    const half = `${fullNameOf(former)} no longer holds ${post}, and ${fullNameOf(user)} could not be given it: ${message}`;
    throw new GraphQLError(half, { extensions });
  }
}

async function sendDesignation(
  context: Context,
  user: UserBody,
  designation: string,
  more: { nominate?: true } = {},
): Promise<UserBody> {
  const { api } = context;
  const stored = await storedTextsOf(context, user);
  const record = { ...storedUserFields(stored), designation };
  const body = { ent_usr: { ...record, ...immutableUserFields(stored), ...storedRoleFields(user), ...more } };
  const { user: answered } = await rethrowWithInputNames(names, api.call(calls.updateOrgUser, { body }));
  const changed = userIfComplete(answered);
  return changed && idOf(changed.id) === idOf(user.id) ? changed : { ...user, designation };
}
