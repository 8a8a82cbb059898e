import type { Feature } from 'write-excel-file/browser';
import {
  getCellAddress,
  getOrderOfSiblings,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility';

interface ListInCells {
  /** The column of the cells, counted from 0. */
  column: number;
  /** The values: below the heading of a column in another sheet. */
  from: { sheet: string; column: number; count: number };
  /** Whether a cell takes no other value. */
  only: boolean;
}

const sheetFile = 'xl/worksheets/sheet{id}.xml';

const absolute = (row: number, column: number) => getCellAddress(row, column).replace(/([A-Z]+)(\d+)/, '$$$1$$$2');

/** The cells of the first sheet below its heading have lists to choose from (ECMA-376, 18.3.1.33), which the library cannot write by itself. */
export const listsInCells = (lists: readonly ListInCells[], rows: number): Feature<File | Blob | ArrayBuffer> => {
  const rules = lists.map(({ column, from, only }) => {
    const cells = `${getCellAddress(1, column)}:${getCellAddress(rows, column)}`;
    const values = `${from.sheet}!${absolute(1, from.column)}:${absolute(from.count, from.column)}`;
    const refusal = only ? ' showErrorMessage="1" error="Choose a value from the list."' : '';
    return `<dataValidation type="list" allowBlank="1"${refusal} sqref="${cells}"><formula1>${values}</formula1></dataValidation>`;
  });
  const markup = `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`;
  const order = getOrderOfSiblings(sheetFile, 'worksheet') ?? [];
  return {
    files: {
      transform: {
        [sheetFile]: {
          transform: (xml, _options, { sheetIndex }) =>
            sheetIndex === 0 ? insertElementMarkupAccordingToOrderOfSiblings(xml, markup, order, 'worksheet') : xml,
        },
      },
    },
  };
};
