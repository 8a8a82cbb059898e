import { expect, test } from 'vitest';
import { auditActionTable } from './audit-actions.ts';
import { type EventTypeRule, eventTypeNames } from './event-types.ts';

test('EVENT-2 every type is that of an action or of a refusal', () => {
  const given = Object.values(auditActionTable).flatMap(([, , , rule]) => {
    const of: EventTypeRule = rule;
    if (of === null || typeof of === 'string') return of ?? [];
    return [...of.cases.map(([, type]) => type), of.otherwise ?? []].flat();
  });
  expect(eventTypeNames.filter((type) => !given.includes(type))).toEqual(['sign_in.refused', 'request.refused']);
});
