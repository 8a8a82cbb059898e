/** Operations of the session and account areas, which select all fields of the response. */
export const adoptDocument = /* GraphQL */ `
  mutation Adopt($token: String, $confirm: Boolean! = false) {
    adoptSession(token: $token, confirm: $confirm) {
      __typename
      ... on LoginSuccess { viewer { user { id email } } }
      ... on SessionOfAnother { fullName email }
      ... on HandoverInvalid { message }
      ... on UserDisabled { message }
      ... on OrganisationDisabled { message }
    }
  }
`;
export const switchDocument = 'mutation Switch($id: ID!) { switchModule(moduleId: $id) { url } }';
export const encryptDocument = 'mutation Encrypt($data: String!) { encrypt(data: $data) { data } }';
export const passwordResetDocument = `query Reset($token: String!) { passwordReset(token: $token) {
  email invitation { kind invitedBy organisation role expiresAt }
} }`;
export const requestResetDocument = 'mutation Ask($email: String!) { requestPasswordReset(email: $email) { email } }';
export const resetPasswordDocument =
  'mutation Reset($input: ResetPasswordInput!) { resetPassword(input: $input) { email } }';
export const changePasswordDocument =
  'mutation Change($input: ChangePasswordInput!) { changePassword(input: $input) { viewer { user { id } } } }';
export const setPendingEmailsDocument = /* GraphQL */ `
  mutation ($input: SetPendingEmailsInput!) {
    setPendingEmails(input: $input) { pendingEmails { isOn frequency timeZone } }
  }
`;
export const updateProfileDocument = /* GraphQL */ `
  mutation Profile($input: UpdateProfileInput!) {
    updateProfile(input: $input) {
      user { id firstName lastName email designation supervisorEmail department countryCode mobile deptLead role { key } }
    }
  }
`;

/** The headers of a program with an API key: nothing that a page of ours sends. */
export const programHeaders = (apiKey: string) => ({
  authorization: `Bearer ${apiKey}`,
  origin: undefined,
  'x-csrf-guard': undefined,
  'x-console-page': undefined,
  'sec-fetch-site': undefined,
});
