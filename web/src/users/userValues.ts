import { maxLength, texts } from '@console/contract/rules';
import type { UserForm_UserFragment } from '../gql/graphql.ts';
import { emailCheck, mobileCheck, textCheck } from '../ui/form/fieldChecks.ts';
import { newPerson, type PersonValues, personValuesOf, phoneOf } from './personValues.ts';

/** The values of a user's form; the email is sent for a new user only. */
export type UserValues = PersonValues & { deptLead: boolean };

export const newUser: UserValues = { ...newPerson, deptLead: false };

export const userValuesOf = (user: UserForm_UserFragment): UserValues => ({
  ...personValuesOf(user),
  deptLead: user.deptLead ?? false,
});

/** All fields except the email. */
export const userInputOf = (values: UserValues) => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  designation: values.designation?.trim() ?? '',
  roleId: values.roleId ?? '',
  supervisorEmail: values.supervisorEmail.trim(),
  department: values.department?.trim() ?? '',
  deptLead: values.deptLead,
  ...phoneOf(values),
});

/** The labels of the fields. */
export const userLabels: Record<keyof UserValues, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  countryCode: 'Country code',
  mobile: 'Mobile',
  designation: 'Designation',
  roleId: 'Role',
  deptLead: 'Department lead',
  supervisorEmail: 'Supervisor',
  department: 'Department',
};

export const userFields = Object.keys(userLabels) as (keyof UserValues)[];

/** The server validates again. */
export const userChecks = {
  firstName: textCheck(maxLength.personName),
  lastName: textCheck(maxLength.personName),
  email: emailCheck(maxLength.email),
  mobile: mobileCheck(maxLength.mobile),
  designation: textCheck(maxLength.designation),
  roleId: (roleId: string | null) => (roleId ? null : texts.field.required),
  supervisorEmail: emailCheck(maxLength.email),
  department: textCheck(maxLength.department),
};
