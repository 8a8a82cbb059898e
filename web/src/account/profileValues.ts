import { defaultCountryCode, maxLength } from '@console/contract/rules';
import type { PersonalInformation_UserFragment, UpdateProfileInput } from '../gql/graphql.ts';
import { emailCheck, textCheck } from '../ui/form/fieldChecks.ts';
import { phoneOf } from '../users/personValues.ts';

/** The values of the profile's form. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  designation: string;
  supervisorEmail: string;
  department: string | null;
  countryCode: string | null;
  mobile: string;
};

export const profileValuesOf = (user: PersonalInformation_UserFragment): ProfileValues => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  designation: user.designation ?? '',
  supervisorEmail: user.supervisorEmail ?? '',
  department: user.department || null,
  countryCode: user.countryCode || defaultCountryCode,
  mobile: user.mobile ?? '',
});

export const profileInputOf = (values: ProfileValues): UpdateProfileInput => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  designation: values.designation.trim(),
  supervisorEmail: values.supervisorEmail.trim(),
  department: values.department?.trim() ?? '',
  ...phoneOf(values),
});

export const profileChecks = {
  firstName: textCheck(maxLength.personName),
  lastName: textCheck(maxLength.personName),
  designation: textCheck(maxLength.designation),
  supervisorEmail: emailCheck(maxLength.email),
  department: textCheck(maxLength.department),
  mobile: textCheck(maxLength.mobile, { required: false }),
};
