import { expect, test } from 'vitest';
import { eventTypeLabels } from '../webhooks/eventTypeLabels.ts';
import { auditChangeTexts } from './auditChangeTexts.ts';
import { auditActionLabels } from './auditLabels.ts';

const lines = (...changes: [field: string, from: string | null, to: string | null][]) =>
  auditChangeTexts(changes.map(([field, from, to]) => ({ field, from, to }))).map(
    ({ label, from, to }) => `${label}: ${[from, to].filter((text) => text !== null).join(' → ')}`,
  );

test.each([
  ['deptLead', null, 'false', 'Department lead: No'],
  ['ownInvitation', null, 'true', 'Inviter accepted their own invitation (only Organiser): Yes'],
  ['disabled', 'false', 'true', 'Disabled: No → Yes'],
  ['lifetimeDays', null, '90', 'Expires after: 90 days'],
  ['auditRetentionDays', '1095', '1', 'Events are kept for: 3 years → 1 day'],
  ['userLimit', '25', '-1', 'User limit: 25 → No Limit'],
  ['scopes', null, 'read, users:write, odd', 'Scopes: Read, Change users, odd'],
  ['modules', null, 'console, auditor', 'Modules: Console, Auditor'],
  ['kind', null, 'external_user', 'Invitation for: External user'],
  ['with', null, 'reset', 'Link: Password reset'],
  ['by', null, 'single sign-on', 'Method: Single sign-on'],
  ['breakGlass', null, 'true', 'Break-glass sign-in: Yes'],
  ['mailed', null, 'way in', 'Emailed: How to sign in'],
  ['supervisorEmail', 'a@demo.example', null, 'Supervisor: a@demo.example → none'],
  // Values of text fields stay as typed, and unknown values stay readable.
  ['firstName', null, 'true', 'First name: true'],
  ['newField', null, 'true', 'New field: true'],
  ['toString', '1', '2', 'To string: 1 → 2'],
])('DESIGN-5 %s from %s to %s reads: %s', (field, from, to, line) => {
  expect(lines([field, from, to])).toEqual([line]);
});

test('DESIGN-5 fields are in the order of the forms, unknown ones last and as they came', () => {
  const given = ['zeta', 'role', 'email', 'alpha', 'lastName', 'firstName'].map((field) => [field, null, 'x'] as const);
  expect(
    lines(...given.map(([...change]): [string, null, string] => change)).map((line) => line.split(':')[0]),
  ).toEqual(['First name', 'Last name', 'Email', 'Role', 'Zeta', 'Alpha']);
});

test.each([
  ['actions', auditActionLabels],
  ['types of events', eventTypeLabels],
])('DESIGN-5 no two %s have the same label', (_kind, labels) => {
  const all = Object.values(labels);
  expect(all.filter((label, at) => all.indexOf(label) !== at)).toEqual([]);
});
