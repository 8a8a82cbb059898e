import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { callsByArea } from './calls/all.ts';
import { requiredKeyScope } from './key-scopes.ts';

test('DESIGN-8 every call that changes something, except about sessions and passwords, needs the scope of an area', () => {
  const writes = Object.entries<Record<string, Call>>(callsByArea)
    .filter(([area]) => !['session', 'account'].includes(area))
    .flatMap(([, calls]) => Object.values(calls).filter(({ kind }) => kind !== 'read'));
  const scopes = writes.map((call) => [call.name, requiredKeyScope(call)]);
  expect(scopes.filter(([, scope]) => scope === null || scope === 'read')).toEqual([]);
  expect(scopes).toHaveLength(15);
});
