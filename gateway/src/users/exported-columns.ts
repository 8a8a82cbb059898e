import {
  type PersonField,
  type PersonTextField,
  personField,
  personFieldNames,
} from '@console/contract/fields/person-fields';
import { bulkResultColumn } from '@console/contract/rules';
import { boolOf, textOf, type UserBody } from '../product-api/shape.ts';

/** Columns of a user file that its table has, too. */
const shownFields: readonly PersonField[] = ['email', 'department_name', 'role'];

const textIn = (field: Exclude<PersonField, 'role'>, user: UserBody): string | null =>
  field === 'dept_lead' ? (boolOf(user.dept_lead) ? 'Yes' : 'No') : textOf(user[field satisfies PersonTextField]);

/** Remaining columns of a user file, so that an export can be corrected and uploaded. */
export const otherPersonColumns = personFieldNames.flatMap((field) =>
  field === 'role' || shownFields.includes(field)
    ? []
    : { title: personField(field).label, value: (user: UserBody) => textIn(field, user) },
);

export const idHeading = 'id';

/** Columns of exports, and of upload results, that a user file does not have. */
const leftOutHeadings = new Set([
  bulkResultColumn,
  idHeading,
  ...['name', 'status', 'secondfactor', 'lastsignin', 'organisationid'],
]);

/** Whether a column is left out, by its normalised heading; a time zone can follow in brackets. */
export const isLeftOut = (heading: string): boolean => leftOutHeadings.has(heading.replace(/\([^()]*\)$/, ''));
