import { expect, test } from 'vitest';
import { actions } from '../access.ts';
import { auditActions } from '../audit-actions.ts';
import { calls } from './all.ts';
import { auditActionOf } from './audit-action-of.ts';
import { extensionCalls } from './extensions.ts';

test('DESIGN-5 every action of the matrix that changes something has a name in the audit log', () => {
  const changing = actions.filter((action) => !/:(view\w*|list|controller)$/.test(action));
  expect(
    changing.filter((action) => auditActionOf(action) === 'access:request'),
    'contract/src/audit-actions.ts has each action with its sentence',
  ).toEqual([]);
});

test('DESIGN-5 every call that writes for a signed-in user names an action of the audit log', () => {
  const writes = Object.values({ ...calls, ...extensionCalls }).filter(
    ({ kind, access }) => kind !== 'read' && access === 'user',
  );
  expect(
    writes.map(({ name }) => name).filter((name) => auditActionOf(name) === 'access:request'),
  ).toMatchInlineSnapshot(`
    [
      "encrypt",
      "setUpApp",
      "beginOperation",
      "storeOperation",
      "endOperation",
    ]
  `);
});

test('DESIGN-5 a name that belongs to no action is a refused request', () => {
  expect(auditActionOf('organisation.users')).toBe('access:request');
  expect(new Set(auditActions).size).toBe(auditActions.length);
});
