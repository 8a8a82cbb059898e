import { maxLength, texts } from '@console/contract/rules';
import type { PersonInput } from '../gql/graphql.ts';
import { emailCheck, mobileCheck, textCheck } from '../ui/form/fieldChecks.ts';
import { type PersonValues, phoneOf } from '../users/personValues.ts';
import { faultsOf } from './organisationFormValues.ts';

export type PersonField = keyof PersonValues;

/** Fields that the form does not have are not sent. */
export const personInputOf = (values: PersonValues): PersonInput => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  email: values.email.trim(),
  ...(values.designation && { designation: values.designation.trim() }),
  ...(values.roleId && { roleId: values.roleId }),
  supervisorEmail: values.supervisorEmail.trim(),
  department: values.department?.trim() ?? '',
  ...phoneOf(values),
});

export const fullNameOf = ({ firstName, lastName }: PersonValues): string =>
  [firstName.trim(), lastName.trim()].filter(Boolean).join(' ');

const typed = ['firstName', 'lastName', 'email', 'mobile', 'supervisorEmail'] as const;

/** No input: the other fields have their initial values. */
export const isBlank = (person: PersonValues): boolean => typed.every((field) => person[field].trim() === '');

export const samePerson = (one: PersonValues, other: PersonValues): boolean =>
  one.email.trim() !== '' && one.email.trim().toLowerCase() === other.email.trim().toLowerCase();

/** The labels of the fields. */
export const personLabels: Record<PersonField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  countryCode: 'Country code',
  mobile: 'Mobile',
  designation: 'Designation',
  roleId: 'Role',
  supervisorEmail: 'Supervisor',
  department: 'Department',
};
export const personFields = Object.keys(personLabels) as PersonField[];

const chosen = (value: string | null): string | null => (value ? null : texts.field.required);

const checks = {
  firstName: textCheck(maxLength.personName),
  lastName: textCheck(maxLength.personName),
  email: emailCheck(maxLength.email),
  mobile: mobileCheck(maxLength.mobile),
  supervisorEmail: emailCheck(maxLength.email),
  department: textCheck(maxLength.department),
};

/** The errors of a person. `designation` and `role` are only checked if they are fields of the form. */
export const personErrors = (
  person: PersonValues,
  prefix: string,
  { designation = true, role = true }: { designation?: boolean; role?: boolean } = {},
): Record<string, string> =>
  faultsOf<PersonValues>(
    {
      ...checks,
      ...(designation && { designation: textCheck(maxLength.designation) }),
      ...(role && { roleId: chosen }),
    },
    person,
    prefix,
  );
