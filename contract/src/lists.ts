import { type Action, type RoleKey, roles } from './access.ts';
import { type AttentionKind, attentionKindNames } from './attention.ts';

/** A filter of a list: its name and values in calls, and the schema's names of these values. */
export type ListFilter = { parameter: string; description: string } & (
  | { takes: 'text'; longest: number }
  | { takes: 'moment' | 'id' | 'ids' | 'texts' | 'flag' }
  | { takes: 'one' | 'any'; choices: Readonly<Record<string, string>> }
);

/** The values that a filter with choices has in calls. */
export type FilterChoice<F> = F extends { choices: infer Choices } ? Choices[keyof Choices] : never;

/** Declaration of a list, from which the parameters of calls, arguments of the gateway, and orders and filters of the platform are derived. */
export interface ListDeclaration {
  /** Name of the list in the activity log. */
  label: string;
  /** The field in the schema. A field of `Query` covers all organisations. */
  field: readonly [type: 'Query' | 'Organisation', name: string];
  /** The permission that reading it requires. */
  action: Action;
  /** Our platform streams its rows; any other list is returned in one response. */
  isStreamed?: true;
  /** The description of the search; absent for a list that the gateway searches. */
  searched?: string;
  filters?: Readonly<Record<string, ListFilter>>;
  /** The sortable values in calls, by their names in the schema. */
  orders?: Readonly<Record<string, string>>;
}

const updatedSince = {
  takes: 'moment',
  parameter: 'updated_since',
  description: 'extension: only rows with `updated_at` at or after this time; ISO 8601, UTC',
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
    description: 'extension: the complete email address; case is ignored',
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
  // This filter is not in the schema: it finds the holders of the senior positions.
  designations: { takes: 'texts', parameter: 'designation', description: 'extension: any of these, repeated' },
  responder: {
    takes: 'flag',
    parameter: 'responder',
    description: 'extension: true for only responders, false for only other users',
  },
  secondFactor: {
    takes: 'one',
    parameter: 'factor',
    choices: { ANY: 'any', NONE: 'none', AUTHENTICATOR_APP: 'app', PASSKEY: 'passkey' },
    description:
      'extension: only users with this factor, up to the caller’s role; 403 if they cannot see factors (`user_security`)',
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

const userSearch = 'extension: words to find in the name, email, department and role';

const externalUserStates = {
  PENDING: 'pending',
  ACCEPTED: 'accepted',
  REJECTED: 'rejected',
  ENDED: 'ended',
  WITHDRAWN: 'withdrawn',
} as const;

/** The lists. The calls of lists without filters and orders return them whole, and the gateway searches them. The activity has its own parameters. */
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
    searched: 'extension: words to find in the brand name, legal name and email domains',
    filters: {
      state: {
        takes: 'one',
        parameter: 'state',
        choices: { ACTIVE: 'active', DISABLED: 'disabled' },
        description: 'by default both',
      },
      updatedSince,
      attention: {
        takes: 'one',
        parameter: 'attention',
        choices: Object.fromEntries(attentionKindNames.map((kind) => [kind, kind])) as {
          [Kind in AttentionKind]: Kind;
        },
        description:
          'extension: only active organisations with at least one item of this kind; 403 if the caller’s role cannot see it',
      },
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
    searched: 'extension: words to find in the name, email and home organisation',
    filters: {
      states: {
        takes: 'any',
        parameter: 'state',
        choices: externalUserStates,
        description: 'extension: any of these, repeated; only pending and accepted ones are in the list',
      },
      updatedSince,
      invitedByViewer: {
        takes: 'flag',
        parameter: 'invited_by_caller',
        description: 'extension: true for only those invited by the caller, false for only the others',
      },
    },
    orders: { AT: 'updated_at', NAME: 'name', EMAIL: 'email' },
  },
  invitations: {
    label: 'the invitations',
    field: ['Organisation', 'invitations'],
    action: 'users:view',
    isStreamed: true,
    searched: 'words to find in the email',
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
    orders: { SENT_AT: 'sent_at', EXPIRES_AT: 'expires_at' },
  },
  assessments: { label: 'the assessments', field: ['Organisation', 'assessments'], action: 'assessments:view' },
  models: { label: 'the models', field: ['Organisation', 'models'], action: 'assessments:view' },
  api_keys: { label: 'the API keys', field: ['Organisation', 'apiKeys'], action: 'keys:view' },
  activity: { label: 'the activity', field: ['Query', 'auditEvents'], action: 'audit:view', isStreamed: true },
} as const satisfies Record<string, ListDeclaration>;

/** The people of an access review: a list that is not exported. */
export const reviewPeople = {
  searched: 'words to find in the name and email',
  filters: {
    mine: { takes: 'flag', parameter: 'mine', description: 'true for only people that the caller is the reviewer of' },
    decided: {
      takes: 'flag',
      parameter: 'decided',
      description: 'true for only people with a decision, false for only those without',
    },
    decision: {
      takes: 'one',
      parameter: 'decision',
      choices: { KEEP: 'KEEP', CHANGE_ROLE: 'CHANGE_ROLE', REMOVE: 'REMOVE' },
      description: 'only people with this decision',
    },
    outcome: {
      takes: 'one',
      parameter: 'outcome',
      choices: {
        KEPT: 'KEPT',
        CHANGED: 'CHANGED',
        REMOVED: 'REMOVED',
        UNCHANGED: 'UNCHANGED',
        NOT_APPLIED: 'NOT_APPLIED',
        UNDECIDED: 'UNDECIDED',
      },
      description: 'only people with this outcome',
    },
    department: { takes: 'text', parameter: 'department', longest: 200, description: 'only people in this department' },
  },
} as const;

export type ListName = keyof typeof lists;

/** The name of a list of which our platform streams the rows. */
export type StreamedListName = {
  [Name in ListName]: (typeof lists)[Name] extends { isStreamed: true } ? Name : never;
}[ListName];

export const streamedLists = Object.entries(lists).flatMap(([name, list]) =>
  'isStreamed' in list ? (name as StreamedListName) : [],
);
