import { mayManageRole } from '@console/contract/access';
import { isSameEmail } from '@console/contract/fields/domain-rules';
import { requiredSeniorPost, texts } from '@console/contract/rules';
import { failure } from '../base/errors.ts';
import { readAllowedOrganisation, readCaller } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, assertValidWithSpecTexts } from '../core/input-checks.ts';
import type { NominateSeniorManagerInput } from '../generated/resolvers-types.ts';
import { readPerson } from '../product-api/reads.ts';
import { idOf, type OrganisationBody, recordOf, roleOf, textOf } from '../product-api/shape.ts';
import { givePost, type Nomination } from '../specified/nominations.ts';
import { readNominee } from '../specified/organisations.ts';
import type { NominationResult } from './organisation-result.ts';
import { findSeniorPost } from './person-form.ts';
import { findPostHolder } from './senior-management.ts';

/** REST-38 and REST-17, then REST-21. Checks permission, organisation, then input. */
export async function nominateSeniorManager(
  context: Context,
  input: NominateSeniorManagerInput,
): Promise<NominationResult> {
  const { api } = context;
  const organisation = await readAllowedOrganisation(api, String(input.organisationId), 'organisations:nominate');
  const organisationId = idOf(organisation.id) ?? '';
  const { user, holders } = await readNominee(context, organisationId, String(input.userId));
  const post = findSeniorPost(String(input.designationId));
  assertValid(
    post ? null : { path: 'designationId', code: 'UNKNOWN', message: 'is unknown' },
    user ? null : { path: 'userId', code: 'NOT_ALLOWED', message: 'must be an active user of this organisation' },
  );
  if (!post || !user) throw failure('INTERNAL', texts.requestFailed);
  const nomination = { post: post.id, user, holder: findPostHolder(holders, post.id) };
  if (idOf(nomination.holder?.id) === idOf(user.id)) return { organisationId, users: [user] };
  await assertLowerRoles(context, nomination);
  await assertEmailConfirmed(context, nomination, input.confirmEmail);
  await assertPostsRemain(context, nomination, organisation);
  return { organisationId, users: await givePost(context, nomination) };
}

/** FORBIDDEN if one of the two users has a higher role than the caller. */
async function assertLowerRoles({ api }: Context, { user, holder }: Nomination): Promise<void> {
  const { role } = await readCaller(api);
  for (const other of [user, holder])
    if (other && !mayManageRole(role, roleOf(other)))
      throw failure('FORBIDDEN', 'This user has a higher role than you.');
}

/** Replacing a holder or moving a user needs the caller's own email (CHECKLIST OPEN-38). */
async function assertEmailConfirmed(
  { api }: Context,
  { user, holder }: Nomination,
  confirmEmail: string | null | undefined,
): Promise<void> {
  if (holder === null && !findSeniorPost(textOf(user.designation))) return;
  const person = await readPerson(api);
  const { enterEmail, invalidEmail } = texts.organisations;
  const typed = confirmEmail?.trim() ?? '';
  if (typed === '') assertValidWithSpecTexts({ path: 'confirmEmail', code: 'REQUIRED', message: enterEmail });
  if (!isSameEmail(textOf(person.email) ?? '', typed))
    assertValidWithSpecTexts({ path: 'confirmEmail', code: 'FORMAT', message: invalidEmail });
}

/** The required position must not become empty, and the organiser's own cannot be taken (CHECKLIST OPEN-39). */
async function assertPostsRemain(
  { api }: Context,
  { post, user, holder }: Nomination,
  { organizer }: OrganisationBody,
): Promise<void> {
  const { ceoRequired, duplicateUser } = texts.organisations;
  if (findSeniorPost(textOf(user.designation))?.id === requiredSeniorPost)
    assertValidWithSpecTexts({ path: 'designationId', code: 'REQUIRED', message: ceoRequired });
  const { userId } = await readCaller(api);
  const holderId = idOf(holder?.id);
  if (holderId !== null && holderId !== userId && holderId === idOf(recordOf(organizer).id))
    assertValidWithSpecTexts({ path: 'designationId', code: 'TAKEN', message: duplicateUser(post) });
}
