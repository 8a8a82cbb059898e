import type { Action } from './access.ts';
import type { Capability } from './capabilities.ts';
import type * as schema from './generated/schema-types.ts';

/** The lists of an organisation that an item can link to. */
type AttentionList =
  | 'organisation'
  | 'assessments'
  | 'mappings'
  | 'users'
  | 'sso'
  | 'provisioning'
  | 'keys'
  | 'reviews';

interface AttentionDeclaration {
  urgency: schema.AttentionUrgency;
  /** The permission to resolve the items. Only its holders see the kind. */
  action: Action;
  /** The list that shows the counted items, with its query or hash. Null: the kind counts organisations, and is shown only for all organisations. */
  link: { list: AttentionList; to?: `?${string}` | `#${string}` } | null;
  /** Permission for personal items. Pending: `only` those, those without `action` (`otherwise`), or all others (`never`: others accept them). */
  personal?: { action: Action | null; counted: 'only' | 'otherwise' | 'never' };
  /** The capability that added the kind, if gateways of release 1.0.0 do not know it. */
  since?: Capability;
}

const provisioningIssues = {
  action: 'scim:view',
  link: { list: 'provisioning', to: '#provisioning-issues' },
} as const;

const provisioningCauses = {
  action: 'scim:edit',
  link: { list: 'provisioning', to: '#provisioning-causes' },
  since: 'extensions_1_1',
} as const;

/** Kinds of items that need attention, the most urgent first. Every list, count and filter of these kinds reads this table. */
export const attentionKinds = {
  OVERDUE_ASSESSMENTS: {
    urgency: 'HIGH',
    action: 'assessments:view',
    link: { list: 'assessments', to: '?overdue=yes' },
  },
  FAILED_DEACTIVATIONS: { urgency: 'HIGH', ...provisioningIssues },
  MAPPING_REQUESTS: {
    urgency: 'MEDIUM',
    action: 'mappings:answer',
    link: { list: 'mappings', to: '?requests=received#mapping-requests' },
  },
  EXTERNAL_USERS: {
    urgency: 'MEDIUM',
    action: 'users:mapExternal',
    link: { list: 'users', to: '?external=pending#external-users' },
    personal: { action: null, counted: 'never' },
  },
  ACCESS_REVIEWS: {
    urgency: 'MEDIUM',
    action: 'reviews:view',
    link: { list: 'reviews' },
    personal: { action: 'reviews:decide', counted: 'only' },
  },
  NOT_APPLIED: { urgency: 'MEDIUM', action: 'reviews:start', link: { list: 'reviews' }, since: 'extensions_1_1' },
  RETURNED_AFTER_REVIEW: { urgency: 'MEDIUM', ...provisioningIssues },
  PROVIDER_EMAIL_DIFFERS: { urgency: 'MEDIUM', ...provisioningIssues },
  REFUSED_PROVISIONING: {
    urgency: 'MEDIUM',
    action: 'scim:view',
    link: { list: 'provisioning', to: '#provisioning-failures' },
    since: 'extensions_1_1',
  },
  UNKNOWN_PROVIDER_ROLES: { urgency: 'MEDIUM', ...provisioningCauses },
  OUTSIDE_EMAIL_DOMAINS: { urgency: 'MEDIUM', ...provisioningCauses },
  FAILING_WEBHOOKS: {
    urgency: 'MEDIUM',
    action: 'webhooks:edit',
    link: { list: 'keys' },
    since: 'extensions_1_1',
  },
  USER_LIMIT_REACHED: { urgency: 'MEDIUM', action: 'users:create', link: { list: 'users' } },
  DEACTIVATED_PROVISIONED_USERS: { urgency: 'MEDIUM', action: 'scim:edit', link: { list: 'provisioning' } },
  MISSING_SECOND_FACTORS: { urgency: 'MEDIUM', action: 'security:view', link: { list: 'users', to: '?factor=none' } },
  EXPIRING_CLIENT_SECRETS: { urgency: 'MEDIUM', action: 'sso:edit', link: { list: 'sso' } },
  MISSING_DOMAIN_RECORDS: {
    urgency: 'MEDIUM',
    action: 'sso:activate',
    link: { list: 'sso' },
    since: 'extensions_1_1',
  },
  UNSENT_USER_INVITATIONS: {
    urgency: 'MEDIUM',
    action: 'users:create',
    link: { list: 'users', to: '#invitations' },
    since: 'extensions_1_1',
  },
  UNSENT_ORGANISATION_INVITATIONS: {
    urgency: 'MEDIUM',
    action: 'mappings:invite',
    link: { list: 'mappings', to: '#invitations' },
    since: 'extensions_1_1',
  },
  VACANT_SENIOR_POSITIONS: {
    urgency: 'MEDIUM',
    action: 'organisations:nominate',
    link: { list: 'organisation' },
    since: 'extensions_1_1',
  },
  WITHOUT_ORGANISER: { urgency: 'MEDIUM', action: 'organisations:changeOrganiser', link: null },
  USER_LIMIT_NEARLY_REACHED: { urgency: 'LOW', action: 'users:create', link: { list: 'users' } },
  EXPIRING_USER_INVITATIONS: {
    urgency: 'LOW',
    action: 'users:create',
    link: { list: 'users', to: '?invited=PENDING&invitation-sort=expires#invitations' },
  },
  EXPIRING_ORGANISATION_INVITATIONS: {
    urgency: 'LOW',
    action: 'mappings:invite',
    link: { list: 'mappings', to: '?invited=PENDING&invitation-sort=expires#invitations' },
  },
  EXPIRING_API_KEYS: {
    urgency: 'LOW',
    action: 'keys:view',
    link: { list: 'keys' },
    personal: { action: null, counted: 'otherwise' },
  },
  NEVER_SIGNED_IN: { urgency: 'LOW', action: 'organisations:list', link: null },
} as const satisfies Record<schema.AttentionKind, AttentionDeclaration>;

export type AttentionKind = schema.AttentionKind;

export const attentionKindNames = Object.keys(attentionKinds) as AttentionKind[];

/** Kinds of which `since` is the time of the newest item, and not of the oldest. */
export const newestAttentionKinds: readonly AttentionKind[] = [
  'REFUSED_PROVISIONING',
  'UNKNOWN_PROVIDER_ROLES',
  'OUTSIDE_EMAIL_DOMAINS',
];

/** All kinds, as a caller names those that it can read. */
export const namedAttentionKinds = attentionKindNames.join(',');

/** Kinds that a caller can read: those it names, separated by commas; without names, those of release 1.0.0, which rejects others. */
export const readableAttentionKinds = (named: string | undefined): AttentionKind[] =>
  attentionKindNames.filter((kind) =>
    named === undefined ? !('since' in attentionKinds[kind]) : named.split(',').includes(kind),
  );

/** Share of the user limit from which the limit counts as nearly reached. */
export const nearUserLimit = 0.9;

/** The days before an invitation expires in which it counts as expiring. */
export const expiringInvitationDays = 2;
