import { calls } from '@console/contract/calls/all';
import { GraphQLError } from 'graphql';
import { failure } from '../base/errors.ts';
import type { Context } from '../core/context.ts';
import { assertValid } from '../core/input-checks.ts';
import { readPictures } from '../core/uploads/read-image.ts';
import type { UpdateOrganisationInput } from '../generated/resolvers-types.ts';
import { readAllowedOrganisation, readCaller } from '../product-api/reads.ts';
import { idOf, momentOf, type OrganisationBody, toWireId } from '../product-api/shape.ts';
import {
  matchesForm,
  organisationFromInput,
  organisationProblemsByInput,
  withOrganisationNames,
} from './organisation-form.ts';
import { type OrganisationResult, resultFromResponse, resultOf, resultToRead } from './organisation-result.ts';
import { planOrganiserChange } from './organiser-change.ts';

/** REST-40, then the organiser by REST-21 or REST-41. Checks the permission, then the organisation, the input and its files. */
export async function updateOrganisation(
  context: Context,
  input: UpdateOrganisationInput,
): Promise<OrganisationResult> {
  const { api } = context;
  const organisation = await readAllowedOrganisation(api, String(input.id), 'organisations:edit');
  const id = idOf(organisation.id) ?? '';
  const pictures = await readPictures(input.organisation, 'organisation');
  const form = organisationFromInput(input.organisation);
  const expected = input.expectedUpdatedAt == null ? null : momentOf(input.expectedUpdatedAt);
  const { role } = await readCaller(api);
  const organiser = input.organiser ? await planOrganiserChange(context, id, input.organiser, role) : null;
  assertValid(
    ...organisationProblemsByInput(form, null),
    input.expectedUpdatedAt != null && expected === null
      ? { path: 'expectedUpdatedAt', message: 'must be a moment' }
      : null,
    ...(organiser?.faults ?? []),
  );
  const files = pictures();

  let done = resultOf(organisation);
  // Nothing is sent without a change: after a refused organiser the same form does not conflict with itself.
  if (Object.keys(files).length > 0 || !matchesForm(organisation, form)) {
    const body = { ...form, id: toWireId(id), ...(await expectedUpdate(context, organisation, expected)) };
    const { org } = await withOrganisationNames(api.call(calls.createOrUpdareOrg, { body, files }));
    done = resultFromResponse(api, org, id);
  }
  if (!organiser?.isNeeded) return done;
  await organiser.send().catch(throwPartlySaved);
  return resultToRead(api, id);
}

/** Our platform compares in its transaction; for any other product API the gateway compares with what it has just read. */
async function expectedUpdate(context: Context, organisation: OrganisationBody, expected: string | null) {
  if (expected === null) return {};
  if (await context.supportsExtensions()) return { expected_updated_at: expected };
  const changed = momentOf(organisation.updated_at);
  if (changed !== null && changed !== expected)
    throw failure('CONFLICT', 'Somebody else has changed this organisation. Please look at it again.');
  return {};
}

function throwPartlySaved(thrown: unknown): never {
  if (!(thrown instanceof GraphQLError)) throw thrown;
  const { message, extensions } = thrown;
  throw new GraphQLError(`The organisation is saved, its organiser is not: ${message}`, { extensions });
}
