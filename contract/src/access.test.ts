import { expect, test } from 'vitest';
import {
  actions,
  decideAccess,
  departmentLeadRole,
  effectiveRole,
  isOrganiserOrHigher,
  isOwnLevel,
  mayManageRole,
  organiserRole,
  type RoleKey,
  roleByName,
  roleLevel,
  roles,
  scopeOf,
} from './access.ts';
import { accessMatrix } from './testing/access-matrix.ts';

test('ROLE-4 every role has the scopes of the matrix; only Administrator and Architect may open Controller', () => {
  const scopes = Object.fromEntries(
    actions.map((action) => [action, roles.map(({ key }) => scopeOf({ role: key }, action)?.[0] ?? '-').join('')]),
  );
  expect(scopes, 'contract/src/testing/access-matrix.ts says for each action who may do it').toEqual(accessMatrix);
});

test('ROLE-1 ROLE-2 the five roles are in the order of their level, and Organiser or higher are the first three', () => {
  expect(roles.map(({ name }) => name)).toEqual(['Administrator', 'Architect', 'Organiser', 'Assessor', 'Auditee']);
  expect(roles.map(({ key }) => roleLevel(key))).toEqual([1, 2, 3, 4, 5]);
  expect(roles.map(({ key }) => isOrganiserOrHigher(key))).toEqual([true, true, true, false, false]);
  expect(isOrganiserOrHigher(null)).toBe(false);
  expect([organiserRole, departmentLeadRole]).toEqual(['ORGANISER', 'AUDITEE']);
});

test('ROLE-3 a role is recognised by its idStr or label in any case, never by a number', () => {
  expect(roleByName('ORGANISER')).toBe('ORGANISER');
  expect(roleByName(undefined, ' architect ')).toBe('ARCHITECT');
  expect(roleByName('', null, 'Auditee')).toBe('AUDITEE');
  expect(roleByName('1')).toBeNull();
  expect(roleByName('Superuser')).toBeNull();
});

const caller = (role: RoleKey | null, organisationId: string | null = '7') => ({ role, organisationId });

test('the role is checked before the organisation, and another organisation is not found', () => {
  expect(decideAccess(caller('AUDITEE'), 'users:view', '7')).toBe('forbidden');
  expect(decideAccess(caller('AUDITEE'), 'users:view', '8')).toBe('forbidden');
  expect(decideAccess(caller('ORGANISER'), 'users:view', '7')).toBe('allowed');
  expect(decideAccess(caller('ORGANISER'), 'users:view', '8')).toBe('notFound');
  expect(decideAccess(caller('ARCHITECT'), 'users:view', '8')).toBe('allowed');
});

test('a user without a role may do nothing, and a user without an organisation reaches none', () => {
  expect(actions.filter((action) => scopeOf({ role: null }, action) !== null)).toEqual([]);
  expect(decideAccess(caller('ORGANISER', null), 'organisations:view', '7')).toBe('notFound');
});

test('OPEN-18 OPEN-46 with ASSESSOR_MANAGES_USERS off an Assessor lists, views, activates and deactivates users and no more', () => {
  const may = (role: RoleKey, assessorManagesUsers: boolean) =>
    actions.filter((action) => scopeOf(effectiveRole(role, { assessorManagesUsers }), action) !== null);
  expect(may('ASSESSOR', true).filter((action) => !may('ASSESSOR', false).includes(action))).toEqual([
    'users:create',
    'users:edit',
    'users:upload',
    'users:inviteExternal',
    'sso:edit',
  ]);
  expect(may('ORGANISER', false)).toEqual(may('ORGANISER', true));
});

test('USER-20 USER-26 a role reaches its own level and those below; a user without a role reaches none', () => {
  expect(roles.map(({ key }) => mayManageRole('ORGANISER', key))).toEqual([false, false, true, true, true]);
  expect(mayManageRole('ASSESSOR', null)).toBe(true);
  expect(mayManageRole(null, 'AUDITEE')).toBe(false);
});

test('DESIGN-8 T11 a role is of the own level where it is not below it', () => {
  expect(roles.map(({ key }) => isOwnLevel('ORGANISER', key))).toEqual([true, true, true, false, false]);
  expect([isOwnLevel('AUDITEE', null), isOwnLevel(null, 'ADMINISTRATOR'), isOwnLevel(null, null)]).toEqual([
    ...[false, false],
    false,
  ]);
});
