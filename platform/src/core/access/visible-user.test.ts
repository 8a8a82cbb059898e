import { personField, personFieldNames } from '@console/contract/fields/person-fields';
import { expect, test } from 'vitest';
import type { UserRow } from '../database/user-response.ts';
import { toVisibleUserResponse, visibleUser } from './visible-user.ts';

const user = {
  id: 7,
  firstname: 'Ada',
  lastname: 'Lindqvist',
  email: 'ada@a.example',
  country_code: '+91',
  mobile: '12345',
  designation: 'CEO',
  role_id: 1,
  role_label: 'Administrator',
  role_id_str: 'ADMINISTRATOR',
  dept_lead: false,
  supervisor: 'boss@a.example',
  department_name: 'HR',
  is_disabled: false,
  ent_org_id: 3,
  logo_id: null,
  created_at: new Date(0),
  updated_at: new Date(0),
  last_sign_in_at: new Date(0),
  is_invited: true,
  has_app: true,
  has_passkey: false,
  sign_in_blocked_at: new Date(0),
  scim_fields: ['firstname'],
} satisfies UserRow;

test.each([
  ['is_invited', true],
  ['sign_in_blocked_at', '1970-01-01T00:00:00.000Z'],
  ['scim_fields', ['firstname']],
])('START-21 BLOCK-7 %s is not said to another organisation', (field, value) => {
  expect(toVisibleUserResponse({ organisationId: 3 }, user)).toHaveProperty(field, value);
  expect(toVisibleUserResponse({ organisationId: 4 }, user)).not.toHaveProperty(field);
});

test('DESIGN-5 another organisation sees the listed fields of a user, and none that is added', () => {
  const added = { ...user, home_address: '1 Canary Street' };
  const seen = visibleUser({ organisationId: 4 }, added);
  expect(JSON.stringify([seen, toVisibleUserResponse({ organisationId: 4 }, added)])).not.toMatch(
    /Canary|12345|\+91|boss@/,
  );
  expect(seen).toMatchObject({ id: 7, firstname: 'Ada', email: 'ada@a.example', mobile: null, last_sign_in_at: null });
  for (const allowed of ['any', { organisationId: 3 }] as const) expect(visibleUser(allowed, user)).toBe(user);
});

test.each(personFieldNames)(
  'SECURITY-T7 %s is seen by other organisations only if the table of fields says so',
  (field) => {
    const { visibleToOthers, visibleWithoutHome } = personField(field);
    const column = field === 'role' ? 'role_id' : field;
    const seenOf = (ent_org_id: number | null) => visibleUser({ organisationId: 4 }, { ...user, ent_org_id })[column];
    expect(seenOf(3)).toEqual(visibleToOthers ? user[column] : null);
    expect(seenOf(null)).toEqual(visibleToOthers || visibleWithoutHome ? user[column] : null);
  },
);
