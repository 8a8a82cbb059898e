import { expect, test } from 'vitest';
import { roles } from './access.ts';
import { grantableScopes } from './grantable-scopes.ts';

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
