import { organisationList, organisationOf } from './lists.ts';
import { personOf, posts } from './posts.ts';
import { type Answers, asked, gatewayOf, pageOf, viewer } from './responses.ts';
import type { Answer, Call } from './script.ts';

/** The response to the page of the viewer's own organisation, or of another one. */
export const organisationPageParameters = ({ variables: { own, id } }: Call, changes: object = {}): Answer =>
  own
    ? pageOf(viewer)
    : { data: { viewer, organisation: organisationOf(String(id), { viewerCanDisable: true, ...changes }) } };

const changed = (name: string, type: string, { variables }: Call, changes: object): Answer => ({
  data: { [name]: { __typename: type, organisation: organisationOf(String(variables.id), changes) } },
});

/** The response to the question before an organisation is disabled. */
export const disableImpact = (
  { variables }: Call,
  users: number | null = 1250,
  mappings: number | null = 1,
): Answer => ({
  data: {
    organisation: {
      __typename: 'Organisation',
      id: variables.id,
      activeUserCount: users,
      mappings: mappings === null ? null : { __typename: 'MappingConnection', totalCount: mappings },
    },
  },
});

export const disabledOrganisation = (call: Call, changes: object = {}): Answer =>
  changed('disableOrganisation', 'DisableOrganisationPayload', call, { state: 'DISABLED', ...changes });

const enabledOrganisation = (call: Call, changes: object = {}): Answer =>
  changed('enableOrganisation', 'EnableOrganisationPayload', call, { state: 'ACTIVE', ...changes });

/** The response to a dialog's search for active users of an organisation. */
export const userChoices = ({ variables }: Call, people = [personOf('31'), personOf('32')]): Answer => {
  const wanted = String(variables.search ?? '').toLowerCase();
  const nodes = people.filter(
    ({ fullName, email }) =>
      `${fullName} ${email}`.toLowerCase().includes(wanted) && email === (variables.email ?? email),
  );
  return {
    data: {
      organisation: {
        __typename: 'Organisation',
        id: variables.id,
        users: { __typename: 'UserConnection', nodes },
      },
    },
  };
};

/** The response to a nomination: the posts afterwards, and the users with a changed designation. */
export const nominated = ({ variables }: Call, held: Parameters<typeof posts>[0], users: object[] = []): Answer => {
  const { organisationId } = variables.input as Record<string, string>;
  const organisation = { ...organisationOf(String(organisationId)), seniorManagement: posts(held) };
  return {
    data: { nominateSeniorManager: { __typename: 'NominateSeniorManagerPayload', organisation, users } },
  };
};

/** A gateway with the list of organisations and the pages of each. */
export const organisationsGateway = (answers: Answers = {}, changes: object = {}) =>
  gatewayOf({
    OrganisationListPage: asked((call) => organisationList(call)),
    OrganisationPage: asked((call) => organisationPageParameters(call, changes)),
    DisableImpact: asked((call) => disableImpact(call)),
    DisableOrganisationButton_Disable: asked((call) => disabledOrganisation(call)),
    EnableOrganisationButton_Enable: asked((call) => enabledOrganisation(call)),
    useActiveUserSearch_Users: asked((call) => userChoices(call)),
    ...answers,
  });
