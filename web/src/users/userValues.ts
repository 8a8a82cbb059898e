import { personFields } from '@console/contract/fields/person-fields';
import type { UserForm_UserFragment } from '../gql/graphql.ts';
import { newPersonValues, type PersonValues, personInputOf, personLabels, personValuesOf } from './personValues.ts';

/** The values of a user's form; the email is sent for a new user only. */
export type UserValues = PersonValues & { deptLead: boolean };
export type UserField = keyof UserValues;

export const newUserValues: UserValues = { ...newPersonValues, deptLead: false };

export const userValuesOf = (user: UserForm_UserFragment): UserValues => ({
  ...personValuesOf(user),
  deptLead: user.deptLead ?? false,
});

/** All fields except the email. */
export const userInputOf = ({ deptLead, ...person }: UserValues, proposedCode: string) => {
  const { email: _email, ...input } = personInputOf(person, proposedCode);
  return { ...input, deptLead };
};

/** The labels of the fields. */
export const userLabels: Record<UserField, string> = { ...personLabels, deptLead: personFields.dept_lead.label };

export const userFields = Object.keys(userLabels) as UserField[];

/** Fields with errors that are shown only at the field. Email errors also appear in a toast (SPEC 8). */
export const userFieldsWithoutEmail = userFields.filter((field) => field !== 'email');
