import {
  type PersonField,
  type PersonTextField,
  personField,
  personFieldNames,
} from '@console/contract/fields/person-fields';
import { bulkResultColumn } from '@console/contract/rules';
import { boolOf, textOf, type UserBody } from '../product-api/shape.ts';

/** The columns of a file of users that their table has, too. */
const shownFields: readonly PersonField[] = ['email', 'department_name', 'role'];

const textIn = (field: Exclude<PersonField, 'role'>, user: UserBody): string | null =>
  field === 'dept_lead' ? (boolOf(user.dept_lead) ? 'Yes' : 'No') : textOf(user[field satisfies PersonTextField]);

/** The other columns of a file of users, so that an export can be corrected and uploaded. */
export const otherPersonColumns = personFieldNames.flatMap((field) =>
  field === 'role' || shownFields.includes(field)
    ? []
    : { title: personField(field).label, value: (user: UserBody) => textIn(field, user) },
);

export const idHeading = 'id';

/** What an export has beyond the columns of a file of users, and the column of the results of an upload. */
const leftOutHeadings = new Set([
  bulkResultColumn,
  idHeading,
  ...['name', 'status', 'secondfactor', 'lastsignin', 'organisationid'],
]);

/** Whether a column is left out of a file of users, by its heading without capitals, spaces and signs; a zone may follow in brackets. */
export const isLeftOut = (heading: string): boolean => leftOutHeadings.has(heading.replace(/\(.*\)$/, ''));
