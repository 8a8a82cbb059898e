import type { FieldProblem } from '@console/contract/errors';
import { diallingCodeOf } from '@console/contract/fields/dialling-code';
import { enteredText } from '@console/contract/fields/field';
import { type PersonField, personField } from '@console/contract/fields/person-fields';
import { plainNumber } from '@console/contract/fields/text-rules';
import { flagOf } from '@console/contract/user-file/flag-words';

export const unknownDepartment: FieldProblem = { code: 'UNKNOWN', message: 'is unknown' };

const specifiedFlags = ['true', 'yes', '1', 'false', 'no', '0', ''];

/** Text that a cell means: spreadsheets write numbers and TRUE in their language. Other texts are trimmed. */
export function meantText(
  column: PersonField | undefined,
  text: string,
  departments: readonly string[] | null = null,
): string {
  switch (column) {
    case 'department_name': {
      const typed = enteredText(personField(column), text);
      const folded = typed.toLowerCase();
      // Written like the list: filters of users compare every letter.
      return departments?.find((one) => one.toLowerCase() === folded) ?? typed;
    }
    case 'country_code':
      return diallingCodeOf(plainNumber(text));
    case 'dept_lead': {
      const flag = flagOf(text);
      return flag === null || specifiedFlags.includes(text.trim().toLowerCase()) ? text.trim() : flag ? 'yes' : 'no';
    }
    default:
      return enteredText(column ? personField(column) : {}, text);
  }
}

const shortened = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d{1,3}$/i;
const shortenedWithPlaces = /^[+-]?\d[.,]\d+E[+-]\d{2,3}$/;
/** #NAME? and similar, in any language. */
const errorValue = /^#(?:N\/A|N\/D|NV|[\p{Lu}\d/.]+[!?])$/u;

/** Problem of a value that a spreadsheet put in place of the typed one; otherwise null. */
export function spreadsheetProblem(column: PersonField | undefined, text: string): FieldProblem | null {
  const typed = text.trim();
  const isNumber = column === 'mobile' || column === 'country_code';
  if ((isNumber ? shortened : shortenedWithPlaces).test(typed))
    return {
      code: 'FORMAT',
      message: 'must be written in full. The spreadsheet shortened this number. Format the column as text.',
    };
  return errorValue.test(typed)
    ? { code: 'FORMAT', message: `must be a value, but its formula returns ${typed.slice(0, 20)}` }
    : null;
}
