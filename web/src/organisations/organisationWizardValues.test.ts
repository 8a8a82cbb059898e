import { expect, test } from 'vitest';
import { organisationLookups } from '../testing/organisationForms.ts';
import { newPersonValues } from '../users/personValues.ts';
import { organisationWizardPostsOf } from './organisationWizardPosts.ts';
import {
  createOrganisationInputOf,
  newOrganisationWizardValues,
  organisationWizardErrors,
} from './organisationWizardValues.ts';

const posts = organisationWizardPostsOf(organisationLookups as never);
const empty = newOrganisationWizardValues(posts, '13');
const person = {
  ...newPersonValues,
  firstName: 'Ada',
  lastName: 'Lovelace',
  supervisorEmail: 'boss@a.example',
  roleId: '14',
};
const ada = { ...person, email: 'ada@a.example' };

test('WIZ-3 OPEN-47 a user limit is a positive whole number without leading zero, or none', () => {
  const limits = ['5', ' 12 ', '0', '05', '-3', '1.5', 'abc', '', 'No Limit'];
  expect(limits.map((userLimit) => createOrganisationInputOf({ ...empty, userLimit }, posts, '+91').userLimit)).toEqual(
    [5, 12, ...Array(7).fill(null)],
  );
});

test('WIZ-10 the organiser’s own email in another post means the organiser, who is not asked for twice', () => {
  const values = { ...empty, organiser: { ...ada, designation: 'Manager' } };
  values.seniors = { ...values.seniors, CEO: { ...newPersonValues, email: ' ADA@a.example ' } };
  expect(organisationWizardErrors(values, posts)[2]).toEqual({});
  expect(createOrganisationInputOf(values, posts, '+91').seniorManagement).toMatchObject([
    { designationId: 'CEO', person: { firstName: 'Ada', email: 'ada@a.example' } },
  ]);
});

test('WIZ-9 the organiser’s designation is known by its short form as well', () => {
  const values = { ...empty, organiser: { ...ada, designation: 'ciso' } };
  values.seniors = { ...values.seniors, CISO: { ...ada, email: 'eve@a.example' } };
  expect(organisationWizardErrors(values, posts)[2]).toEqual({
    'seniors.CEO': 'CEO details are required',
    'seniors.CISO': 'Duplicate User for CISO',
  });
});

test('WIZ-9 a person cannot have two posts', () => {
  const values = { ...empty, seniors: { ...empty.seniors, CEO: ada, DPO: ada } };
  expect(organisationWizardErrors(values, posts)[2]).toEqual({
    'seniors.DPO.email': 'has already been entered for the CEO',
  });
});

test('WIZ-12 each wizard means an organisation of its own', () => {
  expect(newOrganisationWizardValues(posts, null).attempt).not.toBe(empty.attempt);
});
