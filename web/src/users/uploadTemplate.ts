import {
  bulkColumns,
  bulkMaxRows,
  bulkRequiredColumns,
  bulkUploadFileExtension,
  defaultCountryCode,
  defaultDepartment,
  maxLength,
} from '@console/contract/rules';
import { formatCount } from '../ui/layout/format.ts';

type BulkColumn = (typeof bulkColumns)[number];

/** The allowed values of each column, and an example. */
const help: Record<BulkColumn, readonly [takes: string, example: string]> = {
  firstname: [`At most ${maxLength.personName} characters`, 'Grace'],
  lastname: [`At most ${maxLength.personName} characters`, 'Hopper'],
  email: ['The address to sign in with; nobody else may have it', 'grace.hopper@example.com'],
  country_code: [`A dialling code; ${defaultCountryCode} when left empty`, '+44'],
  mobile: ['Without the dialling code: digits, spaces and hyphens', '20 7946 0000'],
  designation: [`At most ${maxLength.designation} characters`, 'Engineer'],
  role: ['The name of a role: your own or a lower one', 'Auditee'],
  dept_lead: ['yes or no; yes for an Auditee only', 'no'],
  supervisor: ['The email of the supervisor', 'supervisor@example.com'],
  department_name: [`At most ${maxLength.department} characters`, defaultDepartment],
};

/** The rows with text format, so that a spreadsheet does not convert +44 to a number or May to a date. For many more rows the library would start a worker, which the page's policy forbids. */
const textRows = 250;

const text = (value: string, more: object = {}) => ({ value, type: String, format: '@', ...more });
const bold = { fontWeight: 'bold' } as const;

/** The template of a bulk upload: the header in the first sheet, the allowed values in the second. */
const templateSheets = () => [
  {
    sheet: 'Users',
    stickyRowsCount: 1,
    columns: bulkColumns.map(() => ({ width: 22 })),
    data: [
      bulkColumns.map((name) => text(name, bold)),
      ...Array.from({ length: textRows }, () => bulkColumns.map(() => text(''))),
    ],
  },
  {
    sheet: 'Help',
    columns: [{ width: 18 }, { width: 10 }, { width: 56 }, { width: 28 }],
    data: [
      ['Column', 'Needed', 'What it takes', 'Example'].map((title) => text(title, bold)),
      ...bulkColumns.map((name) =>
        [name, (bulkRequiredColumns as readonly string[]).includes(name) ? 'yes' : 'no', ...help[name]].map((cell) =>
          text(cell),
        ),
      ),
      [],
      [
        text(
          `Save the sheet Users as ${bulkUploadFileExtension} (UTF-8) and upload it: at most ${formatCount(bulkMaxRows)} rows.`,
        ),
      ],
    ],
  },
];

/** Creates the template in the browser and downloads it. */
export const downloadUserUploadTemplate = async (): Promise<void> => {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  await writeExcelFile(templateSheets()).toFile(`user-upload-template.xlsx`);
};
