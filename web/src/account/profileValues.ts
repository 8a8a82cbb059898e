import { defaultCountryCode, maxLength, texts } from '@console/contract/rules';
import type { PersonalInformation_UserFragment, UpdateProfileInput } from '../gql/graphql.ts';
import { tooLong } from '../ui/textLength.ts';

/** What the profile's form holds. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  designation: string;
  supervisorEmail: string;
  department: string | null;
  countryCode: string | null;
  mobile: string;
};

export const valuesOf = (user: PersonalInformation_UserFragment): ProfileValues => ({
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  designation: user.designation ?? '',
  supervisorEmail: user.supervisorEmail ?? '',
  department: user.department || null,
  countryCode: user.countryCode || defaultCountryCode,
  mobile: user.mobile ?? '',
});

/** A dialling code without a number says nothing, and is not saved. */
export const inputOf = (values: ProfileValues): UpdateProfileInput => {
  const mobile = values.mobile.trim() || null;
  return {
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    designation: values.designation.trim(),
    supervisorEmail: values.supervisorEmail.trim(),
    department: values.department?.trim() ?? '',
    countryCode: mobile && values.countryCode,
    mobile,
  };
};

const text = (most: number, required: boolean) => (value: string | null) => {
  const typed = value?.trim() ?? '';
  return required && typed === '' ? texts.field.required : tooLong(typed, most);
};

export const profileChecks = {
  firstName: text(maxLength.personName, true),
  lastName: text(maxLength.personName, true),
  designation: text(maxLength.designation, true),
  supervisorEmail: text(maxLength.email, true),
  department: text(maxLength.department, true),
  mobile: text(maxLength.mobile, false),
};
