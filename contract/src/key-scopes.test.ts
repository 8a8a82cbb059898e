import { expect, test } from 'vitest';
import { roles } from './access.ts';
import type { Call } from './call.ts';
import { callsByArea } from './calls/all.ts';
import { grantableScopes, requiredKeyScope } from './key-scopes.ts';

test('DESIGN-8 every call that changes something, except about sessions and passwords, needs the scope of an area', () => {
  const writes = Object.entries<Record<string, Call>>(callsByArea)
    .filter(([area]) => !['session', 'account'].includes(area))
    .flatMap(([, calls]) => Object.values(calls).filter(({ kind }) => kind !== 'read'));
  const scopes = writes.map((call) => [call.name, requiredKeyScope(call)]);
  expect(scopes.filter(([, scope]) => scope === null || scope === 'read')).toEqual([]);
  expect(scopes).toHaveLength(15);
});

test('DESIGN-8 a role gives the scopes of the areas in which it may change something', () => {
  const given = Object.fromEntries(roles.map(({ key }) => [key, grantableScopes({ role: key }).slice(1).join()]));
  const all = 'users:write,organisations:write,mappings:write,assessments:write,sso:write,config:write,sensitive:write';
  expect(given).toEqual({
    ADMINISTRATOR: all,
    ARCHITECT: all,
    ORGANISER: 'users:write,organisations:write,mappings:write,sso:write,sensitive:write',
    ASSESSOR: 'users:write,sso:write,sensitive:write',
    AUDITEE: '',
  });
  expect(grantableScopes({ role: null })).toEqual(['read']);
});
