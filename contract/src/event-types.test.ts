import { expect, test } from 'vitest';
import { auditActions } from './audit-actions.ts';
import { eventTypeNames, eventTypeOfAction } from './event-types.ts';

test('EVENT-2 every action of the activity has a type of event, or the decision that it has none', () => {
  expect(Object.keys(eventTypeOfAction).sort()).toEqual([...auditActions].sort());
});

test('EVENT-2 every type is that of an action or of a refusal', () => {
  const given = Object.values(eventTypeOfAction).flatMap((of) => {
    if (of === null || typeof of === 'string') return of ?? [];
    return [...of.cases.map(([, type]) => type), of.otherwise ?? []].flat();
  });
  expect(eventTypeNames.filter((type) => !given.includes(type))).toEqual(['sign_in.refused', 'request.refused']);
});
