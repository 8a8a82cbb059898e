import type { Answer, TestClient } from './client.ts';
import { password, type TestSystem } from './system.ts';

/** All single sign-on fields of an organisation that signs users in. */
export const singleSignOnFields = `singleSignOn {
  id redirectUrl postLogoutRedirectUrl signsOutAtProvider issuer effectiveIssuer defaultRole secretExpiresOn enabled enabledAt enabledBy mode usersOutsideDomains tested testedBySigningIn
  clientRefusedAt logoutRefusal { at reason }
  domains { domain record verifiedAt verifiedByAdministrator }
  tests { id kind createdAt testedBy passed findings { step passed message } }
}`;

/** All sign-in rule fields of an organisation. */
export const signInRulesFields =
  'signInRules { id sessionMinutes maxSessionMinutes factorRequired usersWithoutFactor }';

export const startSingleSignOnDocument = `mutation Start($input: StartSingleSignOnInput!) {
  startSingleSignOn(input: $input) { url refusal { reason message } }
}`;
export const completeSingleSignOnDocument = `mutation Complete($input: CompleteSingleSignOnInput!) {
  completeSingleSignOn(input: $input) {
    __typename
    ... on LoginSuccess { viewer { user { id email } } }
    ... on SingleSignOnRefused { reason message }
    ... on UserDisabled { message }
    ... on OrganisationDisabled { message }
    ... on SingleSignOnOtherEmail { startedEmail returnedEmail }
  }
}`;
export const continueSingleSignOnDocument = `mutation Continue {
  continueSingleSignOn {
    __typename
    ... on LoginSuccess { viewer { user { email } } }
    ... on SingleSignOnRefused { reason email }
  }
}`;

export const confirmSingleSignOnDocument =
  'mutation Confirm($input: ConfirmSingleSignOnInput!) { confirmSingleSignOn(input: $input) { email } }';
export const startConfirmationDocument =
  'mutation Start { startSingleSignOnConfirmation { url refusal { reason message } } }';
export const confirmDocument = `mutation Confirm($input: ConfirmWithSingleSignOnInput!) {
  confirmWithSingleSignOn(input: $input) { confirmedUntil refusal { reason message } }
}`;
export const startTestDocument = `mutation Start($input: StartSingleSignOnTestInput!) {
  startSingleSignOnTest(input: $input) { url refusal { reason message } }
}`;
export const completeTestDocument = `mutation Complete($input: CompleteSingleSignOnTestInput!) {
  completeSingleSignOnTest(input: $input) { outcome organisation { id ${singleSignOnFields} } refusal { reason message } }
}`;

const inputTypes = {
  updateSingleSignOn: 'UpdateSingleSignOnInput',
  verifySsoDomain: 'VerifySsoDomainInput',
  testSingleSignOn: 'TestSingleSignOnInput',
  setSingleSignOn: 'SetSingleSignOnInput',
  updateSignInRules: 'UpdateSignInRulesInput',
} as const;
export type SsoMutationName = keyof typeof inputTypes;
export const ssoMutationNames = Object.keys(inputTypes) as SsoMutationName[];

/** The domain that `addSso` adds. */
export const ssoDomainOf = (organisationId: string | number): string => `d${organisationId}.example`;

/** Valid input for each mutation after `addSso`. */
const goodInputs: Record<SsoMutationName, (organisationId: string | number) => object> = {
  updateSingleSignOn: () => ({ issuer: 'https://idp.example', currentPassword: password }),
  verifySsoDomain: (organisationId) => ({ domain: ssoDomainOf(organisationId), withoutRecord: true }),
  testSingleSignOn: () => ({}),
  setSingleSignOn: () => ({ enabled: false, currentPassword: password }),
  updateSignInRules: () => ({ sessionMinutes: 480, currentPassword: password }),
};

/** Sends a mutation of single sign-on, by default with valid input. */
export const sendSso = (
  tab: TestClient,
  name: SsoMutationName,
  organisationId: string | number,
  more: object = goodInputs[name](organisationId),
  headers: Record<string, string | undefined> = {},
): Promise<Answer> =>
  tab.graphql(
    `mutation Send($input: ${inputTypes[name]}!) {
      ${name}(input: $input) { ${name === 'updateSignInRules' ? signInRulesFields : singleSignOnFields} organisation { id singleSignOn { id enabled } } }
    }`,
    { input: { organisationId, ...more } },
    headers,
  );

/** Inserts single sign-on of an organisation that is turned on, with a domain that is not verified yet. */
export async function addSso({ platform: { db, users, now } }: TestSystem, organisationId: number): Promise<void> {
  const row = {
    ent_org_id: organisationId,
    client_id: 'client',
    tenant_id: 'tenant',
    client_secret_sealed: 'sealed',
    updated_at: now(),
    issuer: null,
    default_role: null,
    tested_at: now(),
    signed_in_at: now(),
    enabled_at: now(),
    enabled_by: users.adm.id,
    enabled_by_role: 'ADMINISTRATOR' as const,
  };
  await db
    .insertInto('sso')
    .values(row)
    .onConflict((conflict) => conflict.column('ent_org_id').doUpdateSet(row))
    .execute();
  const domain = { ent_org_id: organisationId, domain: ssoDomainOf(organisationId), token: 'token' };
  await db
    .insertInto('sso_domain')
    .values({ ...domain, created_at: now(), verified_at: null })
    .onConflict((conflict) => conflict.columns(['ent_org_id', 'domain']).doUpdateSet({ verified_at: null }))
    .execute();
}
