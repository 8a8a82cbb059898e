import { defaultCountryCode, defaultDepartment } from '@console/contract/rules';

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

/** The fields of a person's record. */
interface PersonRecord {
  firstName: string | null;
  lastName: string | null;
  email: string;
  countryCode: string | null;
  mobile: string | null;
  designation: string | null;
  role: { id: string } | null;
  supervisorEmail: string | null;
  department: string | null;
}

/** The initial values of a new person. */
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

/** The phone as it is saved: a dialling code without a number is not. */
export function phoneOf(values: Pick<PersonValues, 'countryCode' | 'mobile'>) {
  const mobile = values.mobile.trim() || null;
  return { countryCode: mobile && values.countryCode, mobile };
}
