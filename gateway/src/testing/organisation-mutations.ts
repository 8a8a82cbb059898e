import { randomUUID } from 'node:crypto';
import type { Answer, TestClient } from './client.ts';
import { type Part, sendParts } from './multipart.ts';

/** The fields that every mutation of an organisation selects. */
const whole = `organisation { id brandName legalName industry emailDomains website userLimit state updatedAt organiser { id email }
  facility { pin country state city registeredAddress } logo { url } icon { url } }`;

export const createOrganisationDocument = `mutation Create($input: CreateOrganisationInput!) {
  createOrganisation(input: $input) { ${whole} failed { designationId email code message fields { path code message } } }
}`;
export const updateOrganisationDocument = `mutation Update($input: UpdateOrganisationInput!) {
  updateOrganisation(input: $input) { ${whole} }
}`;
export const onboardDocument = `mutation Onboard($input: OnboardOrganisationInput!) {
  onboardOrganisation(input: $input) { isEmailUnsent organisation { id brandName organiser { id } } viewer { user { id firstName organisationId } can { onboardOrganisation viewUsers } } }
}`;
export const onboardingDocument = `query Invited($token: String!) { onboarding(token: $token) {
  email invitedBy invitation { kind invitedBy organisation role expiresAt }
} }`;
const enableDocument = `mutation Enable($id: ID!, $currentPassword: String) {
  enableOrganisation(id: $id, currentPassword: $currentPassword) { ${whole} }
}`;
const disableDocument = `mutation Disable($id: ID!, $currentPassword: String) {
  disableOrganisation(id: $id, currentPassword: $currentPassword) { ${whole} }
}`;
const changeOrganiserDocument = `mutation Change($organisationId: ID!, $userId: ID!) {
  changeOrganiser(organisationId: $organisationId, userId: $userId) { ${whole} }
}`;
const nominateDocument = `mutation Nominate($input: NominateSeniorManagerInput!) {
  nominateSeniorManager(input: $input) {
    organisation { id seniorManagement { designation { id label } required holder { id } } } users { id designation }
  }
}`;

/** The calls that mutations of organisations make. */
export const orgPaths = {
  me: '/tasks/api_user_detail',
  detail: '/consoles/org_detail',
  list: '/consoles/org_list',
  create: '/consoles',
  person: '/consoles/create_org_user',
  appoint: '/consoles/update_organiser',
  update: '/consoles/create_or_updare_org',
  organiser: '/consoles/get_organiser',
  newOrganiser: '/consoles/create_organiser',
  candidates: '/consoles/org_organiser_list',
  record: '/consoles/update_org_user',
  users: '/consoles/active_user_list',
  prove: '/consoles/valid_password',
  turn: '/consoles/enable_disable_org',
  token: '/consoles/user_by_reset_pwd',
} as const;

/** A PNG of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An organisation's form without its files, with valid values by default. */
export const goodOrganisation = (brandName: string, more: object = {}) => ({
  brandName,
  legalName: `${brandName} Ltd`,
  industry: 'Banking',
  emailDomains: ['new.example', 'sub.new.example'],
  website: 'https://www.new.example',
  facility: { pin: '400051', country: 'India', state: 'Maharashtra', city: 'Mumbai' },
  ...more,
});

/** A valid person form; overrides replace fields. */
export const goodPerson = (email: string, more: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email,
  supervisorEmail: 'boss@new.example',
  ...more,
});

/** The organiser's form. */
export const goodOrganiser = (email: string, more: object = {}) =>
  goodPerson(email, { designation: 'Analyst', department: 'InfoSec', ...more });

/** A wizard's input: an organiser, a CEO and a DPO. */
export const goodInput = (brandName: string, more: object = {}) => {
  const name = brandName.toLowerCase().replace(/\W/g, '');
  return {
    attempt: randomUUID(),
    organisation: goodOrganisation(brandName),
    organiser: goodOrganiser(`${name}@new.example`),
    seniorManagement: [
      { designationId: 'CEO', person: goodPerson(`ceo.${name}@new.example`) },
      { designationId: 'DPO', person: goodPerson(`dpo.${name}@new.example`) },
    ],
    ...more,
  };
};

/** An input with an organisation in it, and any other fields. */
export interface WithOrganisation {
  organisation: object;
  [field: string]: unknown;
}

type Files = Partial<Record<'logo' | 'icon', string | Buffer>>;

/** Sends a document with an organisation's form and its files. */
export function sendOrganisation(
  tab: TestClient,
  query: string,
  input: WithOrganisation,
  files: Files = { logo: png, icon: png },
  headers: object = {},
): Promise<Answer> {
  const names = Object.keys(files) as (keyof Files)[];
  const empty = Object.fromEntries(names.map((name) => [name, null]));
  const variables = { input: { ...input, organisation: { ...input.organisation, ...empty } } };
  const parts: Part[] = [
    { name: 'operations', text: JSON.stringify({ query, variables }) },
    {
      name: 'map',
      text: JSON.stringify(Object.fromEntries(names.map((name) => [name, [`variables.input.organisation.${name}`]]))),
    },
    ...names.map((name) => ({ name, text: files[name] ?? '', file: `${name}.png` })),
  ];
  return sendParts(tab, parts, headers);
}

/** Mutations of organisations, sent like a page. */
export const createOrganisation = (tab: TestClient, input: WithOrganisation, files?: Files, headers = {}) =>
  sendOrganisation(tab, createOrganisationDocument, input, files, headers);
export const updateOrganisation = (tab: TestClient, input: WithOrganisation, files?: Files, headers = {}) =>
  files
    ? sendOrganisation(tab, updateOrganisationDocument, input, files, headers)
    : tab.graphql(updateOrganisationDocument, { input }, headers);
export const disable = (tab: TestClient, id: number | string, currentPassword: string, headers = {}) =>
  tab.graphql(disableDocument, { id, currentPassword }, headers);
export const enable = (tab: TestClient, id: number | string, currentPassword?: string, headers = {}) =>
  tab.graphql(enableDocument, { id, currentPassword }, headers);
export const changeOrganiser = (
  tab: TestClient,
  organisationId: number | string,
  userId: number | string,
  headers = {},
) => tab.graphql(changeOrganiserDocument, { organisationId, userId }, headers);
export const nominate = (tab: TestClient, input: object, headers = {}) =>
  tab.graphql(nominateDocument, { input }, headers);
