import { defaultCountryCode, defaultDepartment, maxLength, texts } from '@console/contract/rules';
import type { OrganisationForm_PersonFragment, PersonInput } from '../gql/graphql.ts';
import { emailCheck, mobileCheck, textCheck } from '../ui/userChecks.ts';
import { faultsOf } from './organisationFormValues.ts';

/** What the form of one of an organisation's people holds. */
export type PersonValues = {
  firstName: string;
  lastName: string;
  email: string;
  countryCode: string | null;
  mobile: string;
  designation: string | null;
  roleId: string | null;
  supervisorEmail: string;
  department: string | null;
};
export type PersonField = keyof PersonValues;

export const newPerson: PersonValues = {
  firstName: '',
  lastName: '',
  email: '',
  countryCode: defaultCountryCode,
  mobile: '',
  designation: null,
  roleId: null,
  supervisorEmail: '',
  department: defaultDepartment,
};

export const personValuesOf = (user: OrganisationForm_PersonFragment): PersonValues => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email,
  countryCode: user.countryCode || defaultCountryCode,
  mobile: user.mobile ?? '',
  designation: user.designation || null,
  roleId: user.role?.id ?? null,
  supervisorEmail: user.supervisorEmail ?? '',
  department: user.department || null,
});

/** A dialling code without a number says nothing, and is not sent; neither is what was not asked. */
export const personInputOf = (values: PersonValues): PersonInput => {
  const mobile = values.mobile.trim() || null;
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    ...(values.designation && { designation: values.designation.trim() }),
    ...(values.roleId && { roleId: values.roleId }),
    supervisorEmail: values.supervisorEmail.trim(),
    department: values.department?.trim() ?? '',
    countryCode: mobile && values.countryCode,
    mobile,
  };
};

export const fullNameOf = ({ firstName, lastName }: PersonValues): string =>
  [firstName.trim(), lastName.trim()].filter(Boolean).join(' ');

const typed = ['firstName', 'lastName', 'email', 'mobile', 'supervisorEmail'] as const;

/** Nothing was typed: what stands in the other fields was there from the beginning. */
export const isBlank = (person: PersonValues): boolean => typed.every((field) => person[field].trim() === '');

export const samePerson = (one: PersonValues, other: PersonValues): boolean =>
  one.email.trim() !== '' && one.email.trim().toLowerCase() === other.email.trim().toLowerCase();

/** What the fields are called to people. */
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

/** What is wrong with a person. Without `designation` or `role` nobody is asked for theirs. */
export const personFaults = (
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
