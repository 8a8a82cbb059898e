import { expect, test } from 'vitest';
import { organisationField, organisationTextFields } from './fields/organisation-fields.ts';
import { inputId, orgRef } from './shapes.ts';

test('CASES-26 an id is 1 to 15 digits without leading zero', () => {
  for (const id of ['0', '1', '900', '9'.repeat(15), 1]) expect(inputId.safeParse(id).success).toBe(true);
  for (const id of ['01', '00', '', '1'.repeat(16), '-1', '1.0', ' 1', '1e3', '１'])
    expect(inputId.safeParse(id).success).toBe(false);
});

test('SECURITY-T7 of another organisation only the fields are answered that the table shows to others', () => {
  const shown = organisationTextFields.filter((field) => organisationField(field).visibleToOthers);
  expect(Object.keys(orgRef.shape)).toEqual(['id', ...shown, 'is_disabled', 'organizer']);
});
