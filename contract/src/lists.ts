import { type Action, type RoleKey, roles } from './access.ts';

/** A filter of a list: its name in calls, what it takes there, and what its values are called in the schema. */
export type ListFilter = { parameter: string; description: string } & (
  | { takes: 'text'; longest: number }
  | { takes: 'moment' | 'id' | 'ids' | 'texts' | 'flag' }
  | { takes: 'one' | 'any'; choices: Readonly<Record<string, string>> }
);

/** The values in calls of a filter with choices. */
export type FilterChoice<F> = F extends { choices: infer Choices } ? Choices[keyof Choices] : never;

/** What is declared of a list. Parameters of calls, arguments of the gateway, orders and filters of the platform are derived from it. */
export interface ListDeclaration {
  /** What the activity calls it. */
  label: string;
  /** The field of the schema. A list of `Query` is one of all organisations. */
  field: readonly [type: 'Query' | 'Organisation', name: string];
  /** What its reader needs. */
  action: Action;
  /** Our platform streams its rows; any other list is answered whole. */
  isStreamed?: true;
  /** Where the search looks; absent for a list that the gateway searches. */
  searched?: string;
  filters?: Readonly<Record<string, ListFilter>>;
  /** The sortable values in calls, by their names in the schema. */
  orders?: Readonly<Record<string, string>>;
}

const updatedSince = {
  takes: 'moment',
  parameter: 'updated_since',
  description: 'extension: only rows whose `updated_at` is this time or later; ISO 8601, UTC',
} as const;

const roleKeys = Object.fromEntries(roles.map(({ key }) => [key, key])) as { [Key in RoleKey]: Key };

const userFilters = {
  status: {
    takes: 'one',
    parameter: 'state',
    choices: { ACTIVE: 'active', INACTIVE: 'inactive' },
    description: 'by default both',
  },
  email: {
    takes: 'text',
    parameter: 'email',
    longest: 320,
    description: 'extension: the whole email; capitals do not matter',
  },
  updatedSince,
  roleIds: { takes: 'ids', parameter: 'role_id', description: 'extension: any of these, repeated' },
  roleKeys: {
    takes: 'any',
    parameter: 'role_key',
    choices: roleKeys,
    description: 'extension: `idStr` of the role; any of these, repeated',
  },
  departments: { takes: 'texts', parameter: 'department', description: 'extension: any of these, repeated' },
  // Not in the schema: it finds who has the senior posts.
  designations: { takes: 'texts', parameter: 'designation', description: 'extension: any of these, repeated' },
  responder: { takes: 'flag', parameter: 'responder', description: 'extension: only responders, or only others' },
  secondFactor: {
    takes: 'one',
    parameter: 'factor',
    choices: { ANY: 'any', NONE: 'none', AUTHENTICATOR_APP: 'app', PASSKEY: 'passkey' },
    description:
      'extension: only users with this second factor, any or none, and none above the role of the caller; 403 for who may not see it (`user_security`)',
  },
} as const;

const userOrders = {
  CREATED_AT: 'created_at',
  UPDATED_AT: 'updated_at',
  NAME: 'name',
  EMAIL: 'email',
  DEPARTMENT: 'department',
  ROLE: 'role',
} as const;

const userSearch = 'extension: in name, email, department and role';

const externalUserStates = {
  PENDING: 'pending',
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  ENDED: 'ended',
  WITHDRAWN: 'withdrawn',
} as const;

/** The lists. Those without filters and orders are answered whole by calls of the specification, and searched by the gateway; the activity has a form of its own. */
export const lists = {
  users: {
    label: 'the users',
    field: ['Organisation', 'users'],
    action: 'users:view',
    isStreamed: true,
    searched: userSearch,
    filters: userFilters,
    orders: userOrders,
  },
  all_users: {
    label: 'the users of all organisations',
    field: ['Query', 'users'],
    action: 'users:list',
    isStreamed: true,
    searched: userSearch,
    filters: {
      organisationId: { takes: 'id', parameter: 'org_id', description: 'only the users of this organisation' },
      ...userFilters,
    },
    orders: userOrders,
  },
  organisations: {
    label: 'the organisations',
    field: ['Query', 'organisations'],
    action: 'organisations:list',
    isStreamed: true,
    searched: 'extension: in the brand name, legal name and email domains',
    filters: {
      state: {
        takes: 'one',
        parameter: 'state',
        choices: { ACTIVE: 'active', DISABLED: 'disabled' },
        description: 'by default both',
      },
      updatedSince,
    },
    orders: {
      CREATED_AT: 'created_at',
      UPDATED_AT: 'updated_at',
      BRAND_NAME: 'brandname',
      MODELS: 'models',
      ASSESSMENTS: 'assessments',
      ASSESSORS: 'assessors',
      AUDITEES: 'auditees',
    },
  },
  mappings: { label: 'the mappings', field: ['Organisation', 'mappings'], action: 'mappings:view' },
  external_users: {
    label: 'the external users',
    field: ['Organisation', 'externalUsers'],
    action: 'users:view',
    isStreamed: true,
    searched: 'extension: in name, email and home organisation',
    filters: {
      states: {
        takes: 'any',
        parameter: 'state',
        choices: externalUserStates,
        description: 'extension: any of these, repeated; only pending and accepted ones are in the list',
      },
      updatedSince,
    },
    orders: { AT: 'updated_at', NAME: 'name', EMAIL: 'email' },
  },
  invitations: {
    label: 'the invitations',
    field: ['Organisation', 'invitations'],
    action: 'users:view',
    isStreamed: true,
    searched: 'in the email',
    filters: {
      states: {
        takes: 'any',
        parameter: 'state',
        choices: {
          PENDING: 'Pending',
          ACCEPTED: 'Accepted',
          EXPIRED: 'Expired',
          REVOKED: 'Revoked',
          FAILED: 'Failed',
          INVALID: 'Invalid',
        },
        description: 'any of these, repeated',
      },
      kinds: {
        takes: 'any',
        parameter: 'kind',
        choices: { USER: 'user', ORGANISATION: 'organisation', EXTERNAL_USER: 'external_user' },
        description: 'any of these, repeated',
      },
    },
  },
  assessments: { label: 'the assessments', field: ['Organisation', 'assessments'], action: 'assessments:view' },
  models: { label: 'the models', field: ['Organisation', 'models'], action: 'assessments:view' },
  api_keys: { label: 'the API keys', field: ['Organisation', 'apiKeys'], action: 'keys:view' },
  activity: { label: 'the activity', field: ['Query', 'auditEvents'], action: 'audit:view', isStreamed: true },
} as const satisfies Record<string, ListDeclaration>;

/** The name of a list. */
export type ListName = keyof typeof lists;

/** The name of a list of which our platform streams the rows. */
export type StreamedListName = {
  [Name in ListName]: (typeof lists)[Name] extends { isStreamed: true } ? Name : never;
}[ListName];

/** The lists of which our platform streams the rows. */
export const streamedLists = Object.entries(lists).flatMap(([name, list]) =>
  'isStreamed' in list ? (name as StreamedListName) : [],
);
