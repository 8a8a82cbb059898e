import { type PersonField, personField, personFieldNames, personFields } from '@console/contract/fields/person-fields';
import { defaultCountryCode, defaultDepartment } from '@console/contract/rules';
import { Stack, Title } from '@mantine/core';
import { DataTable } from '../ui/table/DataTable.tsx';
import { type Column, textColumn } from '../ui/table/TableRow.tsx';

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
  department_name: ['A department from the list in the new user form', defaultDepartment],
};

/** The columns of a file, with their allowed values and an example of each. */
export const uploadColumns = personFieldNames.map((name) => {
  const [takes, example] = help[name];
  return { id: name, required: personField(name).required ?? false, takes, example };
});

type UploadColumn = (typeof uploadColumns)[number];

const list = { nodes: uploadColumns, totalCount: uploadColumns.length };
const heading = 'Columns of the file';

/** What a file of users contains: each column with an example. */
export function UploadColumns() {
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{heading}</Title>
      <DataTable caption={heading} columns={columns} list={list} emptyReason="There are no columns." />
    </Stack>
  );
}

const columns: readonly Column<UploadColumn>[] = [
  { ...textColumn<UploadColumn>('id', 'Column', ({ id }) => id), weight: 1, max: 180 },
  {
    ...textColumn<UploadColumn>('required', 'Required', ({ required }) => (required ? 'Yes' : 'No')),
    max: 96,
    narrow: 88,
  },
  {
    ...textColumn<UploadColumn>('takes', 'Allowed values', ({ takes }) => takes),
    weight: 3,
    narrow: 'left out',
  },
  { ...textColumn<UploadColumn>('example', 'Example', ({ example }) => example), weight: 2, narrow: 'second line' },
];
