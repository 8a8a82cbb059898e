import { calls } from '@console/contract/calls/all';
import { GraphQLError } from 'graphql';
import { readAllowedOrganisation, readCaller, requireScopeToGive } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { readImages } from '../core/uploads/read-image.ts';
import type { UpdateOrganisationInput } from '../generated/resolvers-types.ts';
import { idOf, toWireId } from '../product-api/shape.ts';
import { checkExpectedUpdatedAt, resolveExpectedUpdatedAt } from '../specified/expected-updated-at.ts';
import { storedTextsOf } from '../specified/stored-texts.ts';
import { matchesForm, mergeOrganisationForm, rethrowWithOrganisationInputNames } from './organisation-form.ts';
import {
  lazyOrganisationResult,
  type OrganisationResult,
  organisationResultFromResponse,
  organisationResultOf,
} from './organisation-result.ts';
import { planOrganiserChange } from './organiser-change.ts';

/** REST-40, then the organiser by REST-21 or REST-41. Checks permission, organisation, input, then files. */
export async function updateOrganisation(
  context: Context,
  input: UpdateOrganisationInput,
): Promise<OrganisationResult> {
  const { api } = context;
  const answered = await readAllowedOrganisation(api, String(input.id), 'organisations:edit');
  const organisation = await storedTextsOf(context, answered);
  const id = idOf(organisation.id) ?? '';
  const changes = input.organisation ?? {};
  const pictures = await readImages(changes, 'organisation');
  const { form, problems } = mergeOrganisationForm(answered, organisation, changes);
  const caller = await readCaller(api);
  const organiser = input.organiser ? await planOrganiserChange(context, id, input.organiser, caller.role) : null;
  assertValid(...problems, checkExpectedUpdatedAt(input.expectedUpdatedAt), ...(organiser?.faults ?? []));
  requireScopeToGive(caller, organiser?.givenRole);
  const files = pictures();

  let done = organisationResultOf(answered);
  // Without a change nothing is sent: after a failed organiser change, the same form must not cause a conflict with itself.
  if (Object.keys(files).length > 0 || !matchesForm(organisation, form)) {
    const read = { kind: 'organisation' as const, updated_at: organisation.updated_at };
    const body = {
      ...form,
      id: toWireId(id),
      ...(await resolveExpectedUpdatedAt(context, read, input.expectedUpdatedAt)),
    };
    const { org } = await rethrowWithOrganisationInputNames(api.call(calls.createOrUpdareOrg, { body, files }));
    done = organisationResultFromResponse(api, org, id);
  }
  if (!organiser?.isNeeded) return done;
  await organiser.send().catch(throwPartlySaved);
  return lazyOrganisationResult(api, id);
}

function throwPartlySaved(thrown: unknown): never {
  if (!(thrown instanceof GraphQLError)) throw thrown;
  const { message, extensions } = thrown;
  throw new GraphQLError(`The organisation was saved, but its main Organiser was not: ${message}`, { extensions });
}
