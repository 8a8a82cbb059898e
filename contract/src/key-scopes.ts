import type { ApiKeyScope } from './generated/schema-types.ts';

/** The scopes of API keys. Every key has `read`; `sensitive:write` replaces the current password where a person is asked for it. */
export const keyScopes = [
  'read',
  'users:write',
  'organisations:write',
  'mappings:write',
  'assessments:write',
  'sso:write',
  'config:write',
  'sensitive:write',
] as const;

export type KeyScope = (typeof keyScopes)[number];

/** The scopes of a key without limits: it does what its owner may, and is asked for the current password as a person is. */
export const nonSensitiveScopes: readonly KeyScope[] = keyScopes.filter((scope) => scope !== 'sensitive:write');

export const schemaScopeName = (scope: KeyScope) => scope.replace(':', '_').toUpperCase() as ApiKeyScope;

/** The scopes for those of the schema. */
export const fromSchemaScopes = (scopes: readonly ApiKeyScope[]): KeyScope[] =>
  keyScopes.filter((scope) => scopes.includes(schemaScopeName(scope)));

/** What decides which scope a call needs. */
interface ScopedCall {
  kind: 'read' | 'write' | 'upload';
  access: 'public' | 'user';
  scope?: KeyScope;
}

/** The scope that a key needs for a call; null means that no scope is demanded. Signing in and passwords need none: they refuse keys, or ask for the password. */
export const requiredKeyScope = ({ kind, access, scope }: ScopedCall): KeyScope | null =>
  kind === 'read' ? (access === 'user' ? 'read' : null) : (scope ?? null);

/** The text of a refused call: it names the scope that the key lacks. */
export const missingScopeText = (scope: KeyScope): string => `This requires an API key with the scope ${scope}.`;

/** The text of a refused key: it names the scope that the role may not give. */
export const ungrantableScopeText = (scope: KeyScope): string =>
  `Your role does not allow you to give a key the scope ${scope}.`;

/** The text of a refused key of an organisation: it names the scope that its role may not have. */
export const scopeOfRoleText = (role: string, scope: KeyScope): string =>
  `A key with the role ${role} cannot have the scope ${scope}.`;
