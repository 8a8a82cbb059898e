import type { PersonInput } from '../gql/graphql.ts';
import { type PersonValues, personChecks, personInputOf, typedPersonFields } from '../users/personValues.ts';
import { prefixedFieldErrors } from './organisationFormValues.ts';

/** Fields that the form does not have are not sent. */
export const organisationPersonInputOf = (values: PersonValues, proposedCode: string): PersonInput => {
  const { designation, roleId, ...input } = personInputOf(values, proposedCode);
  return { ...input, ...(designation && { designation }), ...(roleId && { roleId }) };
};

export const fullNameOf = ({ firstName, lastName }: PersonValues): string =>
  [firstName.trim(), lastName.trim()].filter(Boolean).join(' ');

/** Whether nothing was typed. The other fields have initial values. */
export const isBlankPerson = (person: PersonValues): boolean =>
  typedPersonFields.every((field) => person[field].trim() === '');

export const haveSameEmail = (one: PersonValues, other: PersonValues): boolean =>
  one.email.trim() !== '' && one.email.trim().toLowerCase() === other.email.trim().toLowerCase();

/** The errors of a person. `designation` and `role` are only checked if they are fields of the form. */
export const personErrors = (
  person: PersonValues,
  prefix: string,
  { designation = true, role = true }: { designation?: boolean; role?: boolean } = {},
): Record<string, string> => {
  const { designation: designationCheck, roleId, ...checks } = personChecks;
  return prefixedFieldErrors<PersonValues>(
    { ...checks, ...(designation && { designation: designationCheck }), ...(role && { roleId }) },
    person,
    prefix,
  );
};
