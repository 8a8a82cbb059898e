import { type PersonField, personFieldNames } from '@console/contract/fields/person-fields';
import { bulkMaxRows, bulkUploadFileExtension } from '@console/contract/rules';
import { writeXlsx } from 'hucre/xlsx';
import { saveFile } from '../feedback/saveFile.ts';
import { formatCount } from '../ui/values/format.ts';
import { uploadColumns } from './UploadColumns.tsx';

/** The number of rows with text format, so that a spreadsheet does not convert +44 to a number or May to a date. */
const textRows = 250;

/** The options for the cells of a column; undefined if they are unknown. */
export type TemplateLists = Partial<Record<PersonField, readonly string[] | undefined>>;

/** The columns that accept only listed values; in other columns the list is only a help. */
const closedColumns: readonly PersonField[] = ['role', 'dept_lead', 'department_name'];

const filledLists = (lists: TemplateLists): [PersonField, readonly string[]][] =>
  personFieldNames.flatMap((name) => (lists[name]?.length ? [[name, lists[name]]] : []));

/** A sheet of text cells, the first row in bold. */
const sheetOf = (name: string, widths: readonly number[], rows: (string | null)[][]) => ({
  name,
  columns: widths.map((width) => ({ width, numFmt: '@' })),
  rows,
  cells: new Map(rows[0]?.map((_, at) => [`0,${at}`, { style: { font: { bold: true, size: 11 }, numFmt: '@' } }])),
});

/** Template of a bulk upload: the header in the first sheet, allowed values in the second, and the cells' options in the third. */
const templateSheets = (lists: [PersonField, readonly string[]][]) => [
  {
    ...sheetOf(
      'Users',
      personFieldNames.map(() => 22),
      [[...personFieldNames], ...Array.from({ length: textRows }, () => personFieldNames.map(() => null))],
    ),
    freezePane: { rows: 1 },
    dataValidations: lists.map(([name, values], at) => {
      const [cells, from] = [personFieldNames.indexOf(name), at].map((column) => String.fromCharCode(65 + column));
      return {
        type: 'list' as const,
        allowBlank: true,
        range: `${cells}2:${cells}${bulkMaxRows + 1}`,
        formula1: `Lists!$${from}$2:$${from}$${values.length + 1}`,
        ...(closedColumns.includes(name) && { showErrorMessage: true, errorMessage: 'Choose a value from the list.' }),
      };
    }),
  },
  sheetOf(
    'Help',
    [18, 10, 56, 28],
    [
      ['Column', 'Required', 'Allowed values', 'Example'],
      ...uploadColumns.map(({ id, required, takes, example }) => [id, required ? 'yes' : 'no', takes, example]),
      [],
      [
        `Fill in the Users sheet with at most ${formatCount(bulkMaxRows)} rows, save the workbook and upload it. A ${bulkUploadFileExtension} file with these columns also works.`,
      ],
    ],
  ),
  sheetOf(
    'Lists',
    lists.map(() => 28),
    [
      lists.map(([name]) => name),
      ...Array.from({ length: Math.max(...lists.map(([, values]) => values.length)) }, (_, row) =>
        lists.map(([, values]) => values[row] ?? null),
      ),
    ],
  ),
];

/** Creates the template in the browser and downloads it. */
export const downloadUserUploadTemplate = async (known: TemplateLists): Promise<void> => {
  const file = await writeXlsx({ sheets: templateSheets(filledLists({ ...known, dept_lead: ['yes', 'no'] })) });
  saveFile(
    new Blob([new Uint8Array(file)], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
    'user-upload-template.xlsx',
  );
};
