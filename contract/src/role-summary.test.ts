import { expect, test } from 'vitest';
import { type Action, actions, effectiveRole, roles, scopeOf } from './access.ts';
import { reachesAllOrganisations, roleSummary, summarisedActions } from './role-summary.ts';

test('START-33 the line of a role says what the table of access lets it do', () => {
  const lines = Object.fromEntries(roles.map(({ key }) => [key, roleSummary({ role: key })]));
  expect(lines).toEqual({
    ADMINISTRATOR:
      'All organisations: creates, edits and disables them, and manages users, mappings, SSO, configuration and API keys',
    ARCHITECT: 'All organisations: disables them, and manages users, SSO and configuration',
    ORGANISER: 'Own organisation: manages users, mappings, SSO and API keys',
    ASSESSOR: 'Own organisation: manages users and SSO',
    AUDITEE: 'Own organisation: view only',
  });
});

test('START-33 the line of an Assessor leaves out what ASSESSOR_MANAGES_USERS=off takes from them', () => {
  expect(roleSummary(effectiveRole('ASSESSOR', { assessorManagesUsers: false }))).toBe(
    'Own organisation: activates and deactivates users',
  );
});

// Actions that the line leaves out, because another named action implies them or no one chooses a role by them.
const unnamed: readonly Action[] = [
  'organisations:changeOrganiser',
  'organisations:nominate',
  'users:unblock',
  'users:inviteExternal',
  'users:mapExternal',
  'sso:activate',
];
const unnamedAreas = /^(assessments|security|audit|modules|webhooks|scim|network|reviews|privacy):/;

test('START-33 every action that changes something is named by the lines, or left out of them knowingly', () => {
  const changing = actions.filter((action) => !/:(list|view\w*)$/.test(action));
  const left = changing.filter((action) => !summarisedActions.has(action) && !unnamedAreas.test(action));
  expect(left).toEqual(unnamed);
});

test('START-33 a role may change nothing exactly if its line says view only', () => {
  const changing = actions.filter((action) => !/:(list|view\w*)$/.test(action));
  for (const { key } of roles)
    expect(/view only/.test(roleSummary({ role: key }))).toBe(
      changing.every((action) => scopeOf({ role: key }, action) === null),
    );
});

test('START-34 Administrator and Architect reach every organisation, the others their own', () => {
  expect(roles.filter(({ key }) => reachesAllOrganisations({ role: key })).map(({ key }) => key)).toEqual([
    'ADMINISTRATOR',
    'ARCHITECT',
  ]);
});
