import type { ApiKeyScope } from '../../gql/graphql.ts';

/** Permission of a key with each scope. */
export const apiKeyScopeLabels: Record<ApiKeyScope, string> = {
  READ: 'Read',
  USERS_WRITE: 'Change users',
  ORGANISATIONS_WRITE: 'Change organisations',
  MAPPINGS_WRITE: 'Change mappings',
  ASSESSMENTS_WRITE: 'Change assessments',
  SSO_WRITE: 'Change single sign-on',
  CONFIG_WRITE: 'Change configuration',
  SENSITIVE_WRITE: 'Deactivate users and disable organisations without a password',
};
