import type { ApiKeyScope } from './generated/schema-types.ts';

/** The scopes of API keys. Every key has `read`; `sensitive:write` replaces the current password in calls that ask a person for it. */
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

/** All scopes but `sensitive:write`: the key may do what its owner may, but must send the current password like a person. */
export const nonSensitiveScopes: readonly KeyScope[] = keyScopes.filter((scope) => scope !== 'sensitive:write');

export const schemaScopeName = (scope: KeyScope) => scope.replace(':', '_').toUpperCase() as ApiKeyScope;

/** Converts the schema's scopes. */
export const fromSchemaScopes = (scopes: readonly ApiKeyScope[]): KeyScope[] =>
  keyScopes.filter((scope) => scopes.includes(schemaScopeName(scope)));

/** The properties of a call that decide which scope it needs. */
interface ScopedCall {
  kind: 'read' | 'write' | 'upload';
  access: 'public' | 'user';
  scope?: KeyScope;
}

/** The scope that a key needs for a call, null if none. Sign-in and password calls need none: they reject keys, or ask for the password. */
export const requiredKeyScope = ({ kind, access, scope }: ScopedCall): KeyScope | null =>
  kind === 'read' ? (access === 'user' ? 'read' : null) : (scope ?? null);

/** Error text with the scope that the key lacks. */
export const missingScopeText = (scope: KeyScope): string => `This requires an API key with the scope ${scope}.`;

/** Error text with the scope that the caller's role may not give to a key. */
export const ungrantableScopeText = (scope: KeyScope): string =>
  `Your role does not allow you to give a key the scope ${scope}.`;

/** Error text with the scope that the role of an organisation key may not have. */
export const scopeOfRoleText = (role: string, scope: KeyScope): string =>
  `A key with the role ${role} cannot have the scope ${scope}.`;
