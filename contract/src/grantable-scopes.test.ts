import { expect, test } from 'vitest';
import { roles } from './access.ts';
import { grantableScopes, offeredScopes } from './grantable-scopes.ts';

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

test('REALUSE-26 a key is offered only the scopes that a mutation of its role needs', () => {
  const offered = Object.fromEntries(roles.map(({ key }) => [key, offeredScopes({ role: key })]));
  expect(offered).toEqual({
    ADMINISTRATOR: grantableScopes({ role: 'ADMINISTRATOR' }),
    ARCHITECT: grantableScopes({ role: 'ARCHITECT' }),
    ORGANISER: ['read', 'users:write', 'mappings:write', 'sso:write', 'sensitive:write'],
    ASSESSOR: grantableScopes({ role: 'ASSESSOR' }),
    AUDITEE: ['read'],
  });
});
