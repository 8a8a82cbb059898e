import { type PersonField, personField, personFieldNames, personFields } from '@console/contract/person-fields';
import { bulkMaxRows, bulkUploadFileExtension, defaultCountryCode, defaultDepartment } from '@console/contract/rules';
import { formatCount } from '../ui/layout/format.ts';

const atMost = ({ maxLength }: { maxLength: number }) => `At most ${maxLength} characters`;

/** The allowed values of each column, and an example. */
const help: Record<PersonField, readonly [takes: string, example: string]> = {
  firstname: [atMost(personFields.firstname), 'Grace'],
  lastname: [atMost(personFields.lastname), 'Hopper'],
  email: ['Email used to sign in. Must be unique.', 'grace.hopper@example.com'],
  country_code: [`Dialling code such as +44, 44 or 0044. If left empty: ${defaultCountryCode}`, '+44'],
  mobile: ['Number without the dialling code: digits, spaces and hyphens', '20 7946 0000'],
  designation: [atMost(personFields.designation), 'Engineer'],
  role: ['Name of a role, not higher than your own', 'Auditee'],
  dept_lead: ['yes or no. Use yes only for an Auditee.', 'no'],
  supervisor: ['Email of the person the user reports to', 'supervisor@example.com'],
  department_name: ['One of the departments that the form of a new user lists', defaultDepartment],
};

/** The columns of a file, with their allowed values and an example of each. */
export const uploadColumns = personFieldNames.map((name) => {
  const [takes, example] = help[name];
  return { id: name, required: personField(name).required ?? false, takes, example };
});

/** The rows with text format, so that a spreadsheet does not convert +44 to a number or May to a date. For many more rows the library would start a worker, which the page's policy forbids. */
const textRows = 250;

const text = (value: string, more: object = {}) => ({ value, type: String, format: '@', ...more });
const bold = { fontWeight: 'bold' } as const;

/** The values to choose from in the cells of a column; none where they are unknown. */
export type TemplateLists = Partial<Record<PersonField, readonly string[] | undefined>>;

/** The columns that accept only listed values; in the others a list is only a help. */
const closedColumns: readonly PersonField[] = ['role', 'dept_lead', 'department_name'];

const filledLists = (lists: TemplateLists): [PersonField, readonly string[]][] =>
  personFieldNames.flatMap((name) => (lists[name]?.length ? [[name, lists[name]]] : []));

/** The template of a bulk upload: the header in the first sheet, the allowed values in the second, and what the cells of the first choose from in the third. */
const templateSheets = (lists: TemplateLists) => [
  {
    sheet: 'Users',
    stickyRowsCount: 1,
    columns: personFieldNames.map(() => ({ width: 22 })),
    data: [
      personFieldNames.map((name) => text(name, bold)),
      ...Array.from({ length: textRows }, () => personFieldNames.map(() => text(''))),
    ],
  },
  {
    sheet: 'Help',
    columns: [{ width: 18 }, { width: 10 }, { width: 56 }, { width: 28 }],
    data: [
      ['Column', 'Required', 'Allowed values', 'Example'].map((title) => text(title, bold)),
      ...uploadColumns.map(({ id, required, takes, example }) =>
        [id, required ? 'yes' : 'no', takes, example].map((cell) => text(cell)),
      ),
      [],
      [
        text(
          `Fill in the Users sheet with at most ${formatCount(bulkMaxRows)} rows, save the workbook and upload it. A ${bulkUploadFileExtension} file with these columns also works.`,
        ),
      ],
    ],
  },
  listsSheet(filledLists(lists)),
];

const listsSheet = (lists: [PersonField, readonly string[]][]) => ({
  sheet: 'Lists',
  columns: lists.map(() => ({ width: 28 })),
  data: [
    lists.map(([name]) => text(name, bold)),
    ...Array.from({ length: Math.max(...lists.map(([, values]) => values.length)) }, (_, row) =>
      lists.map(([, values]) => text(values[row] ?? '')),
    ),
  ],
});

/** Creates the template in the browser and downloads it. */
export const downloadUserUploadTemplate = async (known: TemplateLists): Promise<void> => {
  const lists: TemplateLists = { ...known, dept_lead: ['yes', 'no'] };
  const [{ default: writeExcelFile }, { listsInCells }] = await Promise.all([
    import('write-excel-file/browser'),
    import('./listsInCells.ts'),
  ]);
  const cells = filledLists(lists).map(([name, values], at) => ({
    column: personFieldNames.indexOf(name),
    from: { sheet: 'Lists', column: at, count: values.length },
    only: closedColumns.includes(name),
  }));
  await writeExcelFile(templateSheets(lists), { features: [listsInCells(cells, bulkMaxRows)] }).toFile(
    `user-upload-template.xlsx`,
  );
};
