/** Schemas of RFC 7643 as far as they are used or stored here, and the documents that describe them. */

export const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const resourceTypeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** Most users in a list. */
export const maxResults = 200;

/** An attribute with its characteristics (RFC 7643, section 7). */
export interface ScimAttribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: 'readWrite' | 'readOnly';
  returned: 'default';
  uniqueness: 'none' | 'server';
  referenceTypes?: string[];
  subAttributes?: ScimAttribute[];
}

const attribute = (name: string, description: string, more: Partial<ScimAttribute> = {}): ScimAttribute => ({
  name,
  type: more.subAttributes ? 'complex' : 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

const valueAttributes = (what: string): ScimAttribute[] => [
  attribute('value', `The ${what}.`),
  attribute('display', `The ${what} as people read it.`),
  attribute('type', 'A label, such as work.'),
  attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
];

const coreAttributes: ScimAttribute[] = [
  attribute('userName', 'The name that the identity provider knows the user by.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('externalId', 'The ID of the identity provider.', { caseExact: true, uniqueness: 'server' }),
  attribute('name', 'The name of the user.', {
    subAttributes: [
      attribute('formatted', 'The whole name. It is stored but not used.'),
      attribute('familyName', 'The last name.'),
      attribute('givenName', 'The first name.'),
      attribute('middleName', 'The middle name. It is stored but not used.'),
      attribute('honorificPrefix', 'A title, such as Dr. It is stored but not used.'),
      attribute('honorificSuffix', 'A suffix, such as III. It is stored but not used.'),
    ],
  }),
  attribute('displayName', 'The name to display. It is stored but not used.'),
  attribute('nickName', 'A casual name. It is stored but not used.'),
  attribute('profileUrl', 'The URL of a profile. It is stored but not used.'),
  attribute('title', 'The designation.'),
  attribute('userType', 'The relation to the organisation. It is stored but not used.'),
  attribute('preferredLanguage', 'The preferred language. It is stored but not used.'),
  attribute('locale', 'The locale. It is stored but not used.'),
  attribute('timezone', 'The time zone. It is stored but not used.'),
  attribute('active', 'Whether the user is active.', { type: 'boolean' }),
  attribute('emails', 'The primary or work email address. It cannot be changed. Others are stored only.', {
    multiValued: true,
    subAttributes: valueAttributes('email address'),
  }),
  attribute('phoneNumbers', 'The number of type mobile. Others are stored only.', {
    multiValued: true,
    subAttributes: valueAttributes('phone number'),
  }),
  attribute('addresses', 'Postal addresses. They are stored only.', {
    multiValued: true,
    subAttributes: [
      attribute('formatted', 'The whole address.'),
      attribute('streetAddress', 'The street.'),
      attribute('locality', 'The town.'),
      attribute('region', 'The region.'),
      attribute('postalCode', 'The postal code.'),
      attribute('country', 'The country.'),
      attribute('type', 'A label, such as work.'),
      attribute('primary', 'Whether it is the preferred one.', { type: 'boolean' }),
    ],
  }),
  attribute('entitlements', 'Entitlements. They are stored only.', {
    multiValued: true,
    subAttributes: valueAttributes('entitlement'),
  }),
  attribute('roles', 'Values that the organisation maps to roles.', {
    multiValued: true,
    subAttributes: valueAttributes('role'),
  }),
];

const enterpriseAttributes: ScimAttribute[] = [
  attribute('employeeNumber', 'The employee number. It is stored but not used.'),
  attribute('costCenter', 'The cost centre. It is stored but not used.'),
  attribute('organization', 'The organisation. It is stored but not used.'),
  attribute('division', 'The division. It is stored but not used.'),
  attribute('department', 'The department.'),
  attribute('manager', 'The supervisor.', {
    subAttributes: [
      attribute('value', 'The SCIM ID of the supervisor.', { caseExact: true }),
      attribute('$ref', 'The URL of the supervisor.', {
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
        mutability: 'readOnly',
      }),
      attribute('displayName', 'The name of the supervisor.', { mutability: 'readOnly' }),
    ],
  }),
];

/** Attributes by schema; names are unique across schemas. */
export const attributesBySchema: Readonly<Record<string, readonly ScimAttribute[]>> = {
  [coreSchema]: coreAttributes,
  [enterpriseSchema]: enterpriseAttributes,
};

const meta = (origin: string, resourceType: string, path: string) => ({
  meta: { resourceType, location: `${origin}/scim/v2/${path}` },
});

/** RFC 7643, section 5. */
export const serviceProviderConfig = (origin: string) => ({
  schemas: [configSchema],
  documentationUri: `${origin}/docs`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM key',
      description: 'A SCIM key as a bearer token.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  ...meta(origin, 'ServiceProviderConfig', 'ServiceProviderConfig'),
});

/** RFC 7643, section 6. */
export const resourceTypes = (origin: string) => [
  {
    schemas: [resourceTypeSchema],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'Users of the organisation.',
    schema: coreSchema,
    schemaExtensions: [{ schema: enterpriseSchema, required: false }],
    ...meta(origin, 'ResourceType', 'ResourceTypes/User'),
  },
];

const schemaNames: Readonly<Record<string, string>> = { [coreSchema]: 'User', [enterpriseSchema]: 'EnterpriseUser' };

/** RFC 7643, section 7. */
export const schemaDocuments = (origin: string) =>
  Object.entries(attributesBySchema).map(([id, attributes]) => ({
    schemas: [schemaSchema],
    id,
    name: schemaNames[id],
    description: id === coreSchema ? 'A user.' : 'What an organisation adds to a user.',
    attributes,
    ...meta(origin, 'Schema', `Schemas/${id}`),
  }));

/** RFC 7644, section 3.4.2. */
export const listResponse = (resources: readonly unknown[], totalResults = resources.length, startIndex = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
