import type { ApiKeyScope } from '../../gql/graphql.ts';

/** What a key with a scope may do. */
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

/** Whether a key may change something. One of an organisation then needs the password, because it outlives its creator. */
export const canChange = (scopes: readonly ApiKeyScope[]): boolean => scopes.some((scope) => scope !== 'READ');
