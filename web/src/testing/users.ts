import { getOperationAST, Kind } from 'graphql';
import * as documents from '../gql/graphql.ts';
import { firstInactiveId, userOf } from './lists.ts';
import { type Answers, asked, organisation, viewer } from './responses.ts';
import { role } from './roles.ts';
import type { Answer, Call } from './script.ts';

const option = (id: string, label: string) => ({ __typename: 'Option', id, label, group: null });

export const formLookups = {
  __typename: 'Lookups',
  roles: [role('13', 'ORGANISER', 'Organiser', 3), role('15', 'AUDITEE', 'Auditee', 5)],
  departments: [option('1', 'InfoSec'), option('2', 'Legal')],
  designations: [option('1', 'Manager'), option('2', 'Chief Executive Officer [CEO]')],
  countryCodes: [option('+91', 'India (+91)'), option('+44', 'United Kingdom (+44)')],
};

/** The response to the page with the form of a new user. */
export const newUserPage = ({ variables }: Call, changes: object = {}): Answer => {
  const own = variables.own === true;
  const place = { ...organisation, ...(own ? {} : { id: variables.id, brandName: 'Other' }), ...changes };
  return {
    data: { viewer, ...(own ? {} : { organisation: place }), lookups: formLookups, ...(own && ownPlace(place)) },
  };
};

const ownPlace = (place: object) => ({ viewer: { ...viewer, organisation: { ...viewer.organisation, ...place } } });

/** The response to the page with the form of an existing user. */
export const editUserPage = (user: object | null, lookups: object = formLookups): Answer => ({
  data: { viewer, user, lookups },
});

const counted = (activeUserCount: number) => ({ ...organisation, activeUserCount });

/** A new user, with the next id and the latest date. */
export const created = ({ variables }: Call, activeUserCount = 1235): Answer => {
  const { organisationId, ...input } = variables.input as Record<string, string>;
  const user = userOf('777', {
    ...input,
    fullName: `${input.firstName} ${input.lastName}`,
    createdAt: '2026-11-22T08:00:00.000Z',
    organisationId,
    invitation: null,
  });
  return {
    data: { createUser: { __typename: 'CreateUserPayload', user, organisation: counted(activeUserCount) } },
  };
};

/** The response with the saved user of the form. */
export const saved = ({ variables }: Call): Answer => {
  const { id, ...input } = variables.input as Record<string, string>;
  const user = userOf(String(id), {
    ...input,
    fullName: `${input.firstName} ${input.lastName}`,
    updatedAt: '2026-11-22T08:00:00.000Z',
  });
  return { data: { updateUser: { __typename: 'UpdateUserPayload', user } } };
};

/** The console's operations with an `id` variable that change a user's status, with their mutations. */
const stateMutations = new Map(
  Object.values(documents).flatMap((document) => {
    const operation = getOperationAST(document);
    const [selection] = operation?.selectionSet.selections ?? [];
    const mutation = selection?.kind === Kind.FIELD ? selection.name.value : '';
    const takesId = operation?.variableDefinitions?.some(({ variable }) => variable.name.value === 'id');
    const isOfState = operation?.operation === 'mutation' && takesId && mutation.endsWith('User');
    return isOfState ? [[operation.name?.value ?? '', mutation] as const] : [];
  }),
);

/** The response to a mutation of a user's status: the user with the other status than in the lists. */
export const stateChanged = ({ name, variables }: Call): Answer => {
  const mutation = stateMutations.get(name) ?? '';
  const inactive = Number(variables.id) < firstInactiveId;
  const user = userOf(String(variables.id), { status: inactive ? 'INACTIVE' : 'ACTIVE' });
  const __typename = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`;
  return { data: { [mutation]: { __typename, user, organisation: counted(inactive ? 1233 : 1235) } } };
};

/** Responses to these mutations, by operation. */
export const stateResponses: Answers = Object.fromEntries(
  [...stateMutations.keys()].map((operation) => [operation, asked(stateChanged)]),
);
