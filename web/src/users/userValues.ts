import { defaultCountryCode, defaultDepartment, maxLength, texts } from '@console/contract/rules';
import type { UserForm_LookupsFragment, UserForm_UserFragment } from '../gql/graphql.ts';
import { emailCheck, mobileCheck, textCheck } from '../ui/userChecks.ts';

/** What the form of a user holds. */
export type UserValues = {
  firstName: string;
  lastName: string;
  /** Of a new user only: it never changes afterwards. */
  email: string;
  countryCode: string | null;
  mobile: string;
  designation: string | null;
  roleId: string | null;
  deptLead: boolean;
  supervisorEmail: string;
  department: string | null;
};

export type UserRole = NonNullable<UserForm_LookupsFragment['roles']>[number];

/** The only role for which the product knows department leads. */
export const leadingRole = 'AUDITEE';

export const newUser: UserValues = {
  firstName: '',
  lastName: '',
  email: '',
  countryCode: defaultCountryCode,
  mobile: '',
  designation: null,
  roleId: null,
  deptLead: false,
  supervisorEmail: '',
  department: defaultDepartment,
};

export const valuesOf = (user: UserForm_UserFragment): UserValues => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  email: user.email,
  countryCode: user.countryCode || defaultCountryCode,
  mobile: user.mobile ?? '',
  designation: user.designation || null,
  roleId: user.role?.id ?? null,
  deptLead: user.deptLead ?? false,
  supervisorEmail: user.supervisorEmail ?? '',
  department: user.department || null,
});

/** All but the email. A dialling code without a number says nothing, and is not saved. */
export const inputOf = (values: UserValues) => {
  const mobile = values.mobile.trim() || null;
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    designation: values.designation?.trim() ?? '',
    roleId: values.roleId ?? '',
    supervisorEmail: values.supervisorEmail.trim(),
    department: values.department?.trim() ?? '',
    deptLead: values.deptLead,
    countryCode: mobile && values.countryCode,
    mobile,
  };
};

/** What the fields are called to people. */
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

/** What can be said before it is sent; the server has the last word. */
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
