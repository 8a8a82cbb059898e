import type { Action } from '@console/contract/access';
import { numberSettings } from '@console/contract/organisation-settings';

const queryActions = {
  user: 'users:view',
  users: 'users:list',
  organisations: 'organisations:list',
  organisation: 'organisations:view',
  overview: 'overview:view',
  attention: 'organisations:list',
  organisationInvite: 'mappings:invite',
  externalUser: 'users:mapExternal',
  assessment: 'assessments:view',
  personErasure: 'privacy:erase',
  bulkJob: 'users:view',
  recentBulkJobs: 'users:view',
  auditEvents: 'audit:view',
  verifyActivity: 'audit:view',
  events: 'audit:view',
  webhookDeliveries: 'webhooks:view',
} as const satisfies Record<string, Action>;

const organisationActions = {
  activeUserCount: 'users:view',
  attention: 'organisations:view',
  timeZone: 'organisations:view',
  users: 'users:view',
  externalUsers: 'users:view',
  organiserCandidates: 'organisations:changeOrganiser',
  seniorManagement: 'organisations:viewSeniorManagement',
  mappings: 'mappings:view',
  assessments: 'assessments:view',
  models: 'assessments:view',
  sso: 'sso:view',
  singleSignOn: 'sso:view',
  singleSignOnRedirectUrl: 'sso:view',
  signInRules: 'sso:view',
  provisioning: 'scim:view',
  accessReviews: 'reviews:decide',
  accessReviewSeries: 'reviews:decide',
  selfSetSupervisorCount: 'reviews:view',
  organisationApiKeys: 'keys:view',
  config: 'config:view',
  auditEvents: 'audit:view',
  invitations: 'users:view',
  webhooks: 'webhooks:view',
  ...Object.fromEntries(numberSettings.map(({ name, view, nullFor = view }) => [name, nullFor])),
} as const satisfies Record<string, Action>;

/** Actions needed to read a field beyond its object. An unlisted query is public, or about the caller alone. */
export const fieldActions: Readonly<Record<'Query' | 'Organisation', Readonly<Record<string, Action>>>> = {
  Query: queryActions,
  Organisation: organisationActions,
};
