/**
 * Bodies as identity providers publish them, with other names and addresses. The comment at each names its source:
 * - Entra A: learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups (2025-03-04)
 * - Entra B: learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility (2025-04-15)
 * - Entra C: learn.microsoft.com/entra/identity/app-provisioning/customize-application-attributes (2025-03-04)
 * - Okta: developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20 (2026-11)
 */
const core = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A PATCH body. */
export const patchOf = (...Operations: object[]) => ({ schemas: [patchOp], Operations });

export const entra = {
  /** Entra A, "Create User"; the userName is not the email address. */
  create: {
    schemas: [core, enterprise],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'jo.upn@a.example',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'jo@a.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Jo Reed', familyName: 'Reed', givenName: 'Jo' },
    roles: [],
  },
  /** Entra A, "Design your user and group schema"; the manager is a string, and an extension is unknown. */
  createWithExtensions: (manager: string) => ({
    schemas: [core, enterprise, 'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User'],
    userName: 'kim@a.example',
    externalId: 'kim',
    name: { familyName: 'Lane', givenName: 'Kim' },
    [enterprise]: { manager, department: 'Legal' },
    'urn:ietf:params:scim:schemas:extension:CustomExtensionName:2.0:User': { tag: '701984' },
  }),
  /** Entra C, "SingleAppRoleAssignment", POST. */
  createWithRole: (value: string) => ({
    schemas: [core],
    externalId: 'alias',
    userName: 'alias@a.example',
    active: true,
    displayName: 'First Name Last Name',
    meta: { resourceType: 'User' },
    roles: [{ primary: true, type: 'WindowsAzureActiveDirectoryRole', value }],
  }),
  /** Entra A, "Update User [Multi-valued properties]". */
  patchMultiValued: (email: string) =>
    patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Replace', path: 'name.familyName', value: 'Marsh' },
    ),
  /** Entra A, "Update User [Single-valued properties]". */
  patchSingleValued: (userName: string) => patchOf({ op: 'Replace', path: 'userName', value: userName }),
  /** Entra A, "Disable User". */
  disable: patchOf({ op: 'Replace', path: 'active', value: false }),
  /** Entra B, "Requests made to disable users", without feature flag. */
  disableWithText: patchOf({ op: 'Replace', path: 'active', value: 'False' }),
  /** Entra B, "Requests to add a single-value string attribute", without feature flag. */
  addNickName: patchOf({ op: 'Add', path: 'nickName', value: 'Babs' }),
  /** Entra B, "Requests to replace multiple attributes", without feature flag. */
  replaceWithPaths: (email: string) =>
    patchOf(
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: email },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
      { op: 'Replace', path: 'externalId', value: 'Eqpj' },
      { op: 'Replace', path: `${enterprise}:employeeNumber`, value: 'Eqpj' },
    ),
  /** Entra B, "Requests to replace multiple attributes", with feature flag. */
  replaceWithoutPath: (email: string) =>
    patchOf(
      { op: 'replace', path: 'emails[type eq "work"].value', value: email },
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.familyName': 'Unua',
          [`${enterprise}:employeeNumber`]: 'Aklq',
        },
      },
    ),
  /** Entra C, "SingleAppRoleAssignment", the target attributes of the mapping. */
  addPrimaryRole: (value: string) => patchOf({ op: 'Add', path: 'roles[primary eq "True"].value', value }),
  /** Entra C, "AppRoleAssignmentsComplex", PATCH. */
  addRoleAssignment: (value: string) =>
    patchOf({
      op: 'Add',
      path: 'roles',
      value: [
        { value: JSON.stringify({ id: '06b07648-ecfe-589f-9d2f-6325724a46ee', value, displayName: 'Role1234' }) },
      ],
    }),
  /** Entra C, "AssertiveAppRoleAssignmentsComplex", PATCH. */
  replaceRoles: (...values: string[]) =>
    patchOf({
      op: 'replace',
      path: 'roles',
      value: values.map((value) => ({
        primary: false,
        type: 'WindowsAzureActiveDirectoryRole',
        display: value,
        value,
      })),
    }),
};

export const okta = {
  /** Okta, "Create the User". */
  create: {
    schemas: [core],
    userName: 'test.user@a.example',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@a.example', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  },
  /** Okta, "Update the User" (PUT); attributes are left out. */
  replace: (id: string) => ({
    schemas: [core],
    id,
    userName: 'test.user@a.example',
    name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
    emails: [{ primary: true, value: 'test.user@a.example', type: 'work', display: 'test.user@a.example' }],
    active: true,
    groups: [],
    meta: { resourceType: 'User' },
  }),
  /** Okta, "Update a specific User (PATCH)". */
  deactivate: patchOf({ op: 'replace', value: { active: false } }),
};
