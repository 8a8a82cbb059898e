import { defaultCountryCode, defaultDepartment, maxLength, texts } from '@console/contract/rules';
import type { PersonFields_UserFragment } from '../gql/graphql.ts';
import { emailCheck, mobileCheck, textCheck } from '../ui/form/fieldChecks.ts';

/** The values that all forms of a person share. */
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

/** The fields of a person's record. */
export type PersonRecord = Omit<PersonFields_UserFragment, '__typename' | ' $fragmentName' | 'id'>;

/** The initial values of a new person. */
export const newPersonValues: PersonValues = {
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

export const personValuesOf = (user: PersonRecord): PersonValues => ({
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

/** Empty texts where nothing is entered; each form sends those of its own fields. */
export const personInputOf = (values: PersonValues) => {
  const mobile = values.mobile.trim() || null;
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    email: values.email.trim(),
    // A dialling code without a number is not saved.
    countryCode: mobile && values.countryCode,
    mobile,
    designation: values.designation?.trim() ?? '',
    roleId: values.roleId ?? '',
    supervisorEmail: values.supervisorEmail.trim(),
    department: values.department?.trim() ?? '',
  };
};

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

/** The most characters of the typed fields. */
export const personMaxLengths = {
  firstName: maxLength.personName,
  lastName: maxLength.personName,
  email: maxLength.email,
  mobile: maxLength.mobile,
  designation: maxLength.designation,
  supervisorEmail: maxLength.email,
};

/** The server validates again. */
export const personChecks = {
  firstName: textCheck(personMaxLengths.firstName),
  lastName: textCheck(personMaxLengths.lastName),
  email: emailCheck(personMaxLengths.email),
  mobile: mobileCheck(personMaxLengths.mobile),
  designation: textCheck(personMaxLengths.designation),
  roleId: (roleId: string | null) => (roleId ? null : texts.field.required),
  supervisorEmail: emailCheck(personMaxLengths.supervisorEmail),
  department: textCheck(maxLength.department),
};

const { email: _email, ...checksWithoutEmail } = personChecks;

/** For a form with a read-only email. */
export const personChecksWithoutEmail = checksWithoutEmail;
