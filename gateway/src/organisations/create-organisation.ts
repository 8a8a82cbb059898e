import { calls } from '@console/contract/calls/all';
import type { ErrorCode, FieldProblem } from '@console/contract/errors';
import { noUserLimit } from '@console/contract/rules';
import { GraphQLError } from 'graphql';
import { failure, invalid } from '../base/errors.ts';
import { hashText } from '../base/key-hash.ts';
import { authorize, requireScopeToGive } from '../core/caller.ts';
import type { Context } from '../core/context.ts';
import { assertValid, assertValidWithSpecTexts, at, type Problem } from '../core/input-checks.ts';
import { type OrganisationImages, readImages } from '../core/uploads/read-image.ts';
import { userInputNamesAt } from '../core/user-form.ts';
import type { CreateOrganisationInput } from '../generated/resolvers-types.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { readRows } from '../product-api/lists.ts';
import { firstRowsWindow } from '../product-api/paging.ts';
import { requireKey } from '../product-api/reads.ts';
import { fieldErrorsByInputName, rethrowWithErrorCodes } from '../product-api/refusals.ts';
import {
  idOf,
  type OrganisationBody,
  organisationOf,
  textOf,
  timeMsOf,
  toWireId,
  userOf,
} from '../product-api/shape.ts';
import { newTimeZone } from '../specified/config.ts';
import { readUserPage } from '../specified/user-lists.ts';
import { collectPeople, type NewPerson } from './collect-people.ts';
import {
  type OrganisationForm,
  organisationFromInput,
  organisationProblemsByInput,
  rethrowWithOrganisationInputNames,
} from './organisation-form.ts';
import type { OrganisationCreationResult, RefusedPerson } from './organisation-result.ts';
import { newUserBody } from './person-form.ts';

/** Creates people one by one, the first as organiser; returns failed ones. Existing users count as created. Stops at outages or lost permission. */
async function createPeople(
  context: Context,
  organisationId: string,
  people: readonly NewPerson[],
  attempt: string | undefined,
): Promise<RefusedPerson[]> {
  const failed: RefusedPerson[] = [];
  let over: GraphQLError | null = null;
  for (const person of people) {
    try {
      if (over) throw over;
      const id = await createPerson(context, organisationId, person, attempt);
      if (person.post === null) await setOrganiser(context, organisationId, id);
    } catch (thrown) {
      if (!(thrown instanceof GraphQLError)) throw thrown;
      failed.push(refusedPerson(person, thrown));
      if (!isAboutPerson(thrown)) over = thrown;
    }
  }
  return failed;
}

/** REST-20, once per attempt. Returns the user's id. */
async function createPerson(
  context: Context,
  organisationId: string,
  { form, post }: NewPerson,
  attempt: string | undefined,
): Promise<string> {
  const { api } = context;
  const body = { ent_usr: newUserBody(form, organisationId) };
  const key = attempt && `${attempt}.${post ?? 'organiser'}`;
  try {
    const { user } = await rethrowWithErrorCodes(api.call(calls.createOrgUser, { body }, { idempotencyKey: key }));
    const id = idOf(userOf(user)?.id);
    if (id !== null) return id;
  } catch (thrown) {
    if (!(thrown instanceof GraphQLError && isAboutPerson(thrown))) throw thrown;
    const there = await findUser(context, organisationId, form.user.email).catch(() => null);
    if (there === null) throw thrown;
    return there;
  }
  const there = await findUser(context, organisationId, form.user.email);
  if (there !== null) return there;
  throw incompleteResponse(context.log, calls.createOrgUser, 'user');
}

async function setOrganiser({ api }: Context, organisationId: string, userId: string): Promise<void> {
  const body = { org_id: toWireId(organisationId), organizer_id: toWireId(userId) };
  await api.call(calls.updateOrganiser, { body });
}

/** REST-17: id of the organisation's user with this email. */
async function findUser(context: Context, organisationId: string, email: string): Promise<string | null> {
  const query = { email, window: firstRowsWindow(1) };
  const { rows } = await readUserPage(context, organisationId, 'ACTIVE', query);
  return idOf(rows[0]?.id);
}

/** Whether a refusal is about this person only, so that other people can still be created. */
const isAboutPerson = ({ extensions }: GraphQLError): boolean =>
  ['INVALID', 'CONFLICT', 'IDEMPOTENCY_CONFLICT', 'USER_LIMIT_REACHED', 'FORBIDDEN', 'NOT_FOUND'].includes(
    String(extensions.code),
  );

const refusedPerson = ({ path, post, form }: NewPerson, thrown: GraphQLError): RefusedPerson => ({
  designationId: post,
  email: form.user.email,
  code: thrown.extensions.code as ErrorCode,
  message: thrown.message,
  fields: fieldErrorsByInputName(userInputNamesAt(path), thrown),
});

const hourMs = 60 * 60_000;

/** Created objects of an attempt, stored for an hour. */
interface CreatedByAttempt {
  organisationId: string;
  /** A different organisation is a different attempt. */
  contentHash: string;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** REST-39, then REST-20 for each person and REST-44. Checks permission, input, then files. */
export async function createOrganisation(
  context: Context,
  input: CreateOrganisationInput,
): Promise<OrganisationCreationResult> {
  // For several organisations, requires a role with access to all of them.
  const caller = await authorize(context.api, 'organisations:create', '');
  const attempt = String(input.attempt).toLowerCase();
  const pictures = await readImages(input.organisation, 'organisation');
  const form = organisationFromInput(input.organisation);
  const { people, problems, specTextProblems } = await collectPeople(context, input, caller.role);
  assertValid(
    uuid.test(attempt) ? null : { path: 'attempt', code: 'FORMAT', message: 'must be a UUID' },
    ...organisationProblemsByInput(form, input.organisation),
    checkUserLimit(input.userLimit, people.length),
    ...problems,
  );
  assertValidWithSpecTexts(...specTextProblems);
  requireScopeToGive(caller, ...people.map(({ form: { role } }) => role));
  const files = pictures();
  const zone = await newTimeZone(context, input.timeZone);
  const body = { ...form, ...zone, user_limit: String(input.userLimit ?? noUserLimit) };
  const extended = await context.supports('extensions');
  const attemptKey = `${caller.userId} ${attempt}`;
  // Parallel requests of one attempt run once.
  return context.services.keyedMutex.runExclusive(`attempt ${attemptKey}`, async () => {
    const make = () => send(context, body, files, extended ? attempt : undefined);
    const organisationId = extended ? await make() : await createOnce(context, attemptKey, body, make);
    const failed = await createPeople(context, organisationId, people, extended ? attempt : undefined);
    if (failed.length > 0 && context.call.writes) context.call.writes.isPartial = true;
    return { organisationId, failed };
  });
}

function checkUserLimit(limit: number | null | undefined, people: number): Problem {
  if (limit == null || limit >= people) return null;
  const problem: FieldProblem =
    limit < 1
      ? { code: 'FORMAT', message: 'must be at least 1' }
      : { code: 'FORMAT', message: `must be at least ${people}, the number of users in this form` };
  return at('userLimit', problem);
}

/** REST-39; returns the same id for the same `attempt`. */
async function send(
  context: Context,
  body: OrganisationForm & { user_limit: string },
  files: OrganisationImages,
  attempt: string | undefined,
): Promise<string> {
  const call = calls.createOrg;
  const { org } = await rethrowWithOrganisationInputNames(
    context.api.call(call, { body, files }, { idempotencyKey: attempt }),
  );
  const made = organisationOf(org) ?? (await findNewestByName(context, body.brandname));
  const id = idOf(made?.id);
  if (id !== null) return id;
  throw incompleteResponse(context.log, call, 'org');
}

/** Idempotency for a product API without it: continues the attempt, rejects a recent organisation of the same name, as its response may be lost (CHECKLIST OPEN-40). Throws IDEMPOTENCY_CONFLICT. */
async function createOnce(
  context: Context,
  attempt: string,
  body: OrganisationForm,
  make: () => Promise<string>,
): Promise<string> {
  const { store, clock } = context.services;
  const contentHash = hashText(JSON.stringify(body));
  const name = `attempt ${attempt}`;
  const text = await store.read(name);
  const before: CreatedByAttempt | null = text ? JSON.parse(text) : null;
  if (before !== null && before.contentHash !== contentHash)
    throw failure('IDEMPOTENCY_CONFLICT', 'This request was already sent with different content. Start again.');
  if (before !== null) return before.organisationId;
  const same = await findNewestByName(context, body.brandname);
  const made = timeMsOf(same?.created_at);
  if (made !== null && clock().getTime() - made < hourMs) {
    throw invalid([
      {
        path: 'organisation.brandName',
        code: 'OTHER',
        message:
          'is the name of an organisation that was created within the last hour. If you created it, add its users to that organisation.',
      },
    ]);
  }
  const organisationId = await make();
  const created: CreatedByAttempt = { organisationId, contentHash };
  // A repeated request finds the organisation by its name.
  await store.write(name, JSON.stringify(created), hourMs).catch(() => undefined);
  return organisationId;
}

/** REST-37: the newest active organisation with this brand name. */
async function findNewestByName({ api }: Context, brandname: string): Promise<OrganisationBody | null> {
  requireKey(api);
  const { active_orgs } = await api.call(calls.orgList, { query: {} });
  const rows = readRows(calls.orgList, active_orgs, organisationOf, api.log);
  const named = rows.filter((row) => textOf(row.brandname)?.trim().toLowerCase() === brandname.toLowerCase());
  named.sort((one, other) => (timeMsOf(other.created_at) ?? 0) - (timeMsOf(one.created_at) ?? 0));
  return named[0] ?? null;
}
