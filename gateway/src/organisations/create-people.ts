import { calls } from '@console/contract/calls/all';
import type { ErrorCode } from '@console/contract/errors';
import { GraphQLError } from 'graphql';
import type { Context } from '../core/context.ts';
import { userInputNamesAt } from '../core/user-form.ts';
import { incompleteResponse } from '../product-api/errors.ts';
import { firstRowsWindow } from '../product-api/paging.ts';
import { fieldErrorsByInputName, rethrowWithErrorCodes } from '../product-api/refusals.ts';
import { idOf, toWireId, userOf } from '../product-api/shape.ts';
import { UserLists } from '../specified/user-lists.ts';
import type { NewPerson } from './collect-people.ts';
import type { RefusedPerson } from './organisation-result.ts';
import { newUserBody } from './person-form.ts';

/** Creates the people of a new organisation one by one and makes the first its organiser; returns those who could not be created. An existing user counts as created. Stops when the product API is unreachable or the caller loses permission. */
export async function createPeople(
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

/** REST-17: the id of the organisation's user with this email. */
async function findUser(context: Context, organisationId: string, email: string): Promise<string | null> {
  const query = { email, window: firstRowsWindow(1) };
  const { rows } = await UserLists.of(context).page(organisationId, 'ACTIVE', query);
  return idOf(rows[0]?.id);
}

/** Whether a refusal concerns this person only, so that others can still be created. */
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
