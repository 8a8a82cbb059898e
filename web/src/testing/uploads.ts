import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { invitationsIn } from './invitations.ts';
import { userPages } from './lists.ts';
import { openConsole } from './render.tsx';
import { type Answers, gatewayOf, organisation, viewer } from './responses.ts';
import { role } from './roles.ts';
import type { Answer, Call } from './script.ts';

const roles = [
  role('11', 'ADMINISTRATOR', 'Administrator', 1),
  role('12', 'ARCHITECT', 'Architect', 2),
  role('15', 'AUDITEE', 'Auditee', 5),
];
const columns = ['firstname', 'email', 'role'];

/** A row of a file in the gateway's response: its cells, and their errors by column. */
export const uploadRow = (
  row: number,
  cells: string[],
  problems: Record<string, string> = {},
  changes: Record<string, string> = {},
) => ({
  __typename: 'UserUploadRow',
  row,
  kind: Object.keys(problems).length > 0 ? 'FAULTY' : 'NEW',
  updates: [] as object[],
  cells,
  changes: Object.entries(changes).map(([column, from]) => ({ __typename: 'UserUploadChange', column, from })),
  problems: Object.entries(problems).map(([column, message]) => ({
    __typename: 'UserUploadProblem',
    column: column === 'row' ? null : column,
    message,
  })),
});
export type UploadedRow = ReturnType<typeof uploadRow>;

export const goodRow = (row: number) => uploadRow(row, [`Ada ${row}`, `ada${row}@demo.example`, 'Auditee']);
export const badRow = (row: number) =>
  uploadRow(row, [`Bad ${row}`, 'nowhere', 'Architect'], {
    email: 'must be an email address',
    role: 'is above your own',
  });

/** The page's response before a file is chosen. */
export const uploadPage = (changes: object = {}): Answer => {
  const own = { ...organisation, userLimit: 25, activeUserCount: 5, viewerCanUploadUsers: true, ...changes };
  return {
    data: { viewer: { ...viewer, organisation: own }, organisation: own, lookups: { __typename: 'Lookups', roles } },
  };
};

export const previewed = (rows: UploadedRow[], changes: object = {}): Answer => {
  const faultyCount = rows.filter(({ problems }) => problems.length > 0).length;
  const reading = {
    __typename: 'UserFileReading',
    kind: 'CSV',
    encoding: 'UTF-8',
    separator: ',',
    sheet: null,
    headerRow: 1,
    headings: columns,
    leftOut: [],
    hiddenRowCount: 0,
  };
  const kinds = (wanted: string) => rows.filter(({ kind }) => kind === wanted).length;
  const counts = {
    validCount: rows.length - faultyCount,
    faultyCount,
    ownLevelCount: 0,
    seatsUsed: 5,
    seatsLeft: 20,
    emailsUntil: null,
    newCount: kinds('NEW'),
    updateCount: kinds('UPDATE'),
    unchangedCount: kinds('UNCHANGED'),
  };
  return {
    data: {
      previewUserUpload: { __typename: 'UserUploadPreview', columns, rows, reading, ...counts, ...changes },
    },
  };
};

export const uploaded = (
  createdCount: number,
  refused: UploadedRow[] = [],
  activeUserCount = 5,
  invitations: object[] | null = null,
  updatedCount = 0,
): Answer => ({
  data: {
    uploadUsers: {
      __typename: 'UploadUsersPayload',
      createdCount,
      updatedCount,
      withheldEmails: [],
      refused,
      organisation: {
        __typename: 'Organisation',
        id: organisation.id,
        activeUserCount,
        invitations: invitationsIn(invitations),
      },
    },
  },
});

/** Opens the page with a file of two valid rows. */
export const openUpload = async (answers: Answers = {}, path = '/U/upload', page: object = {}) => {
  const opened = await openConsole(
    path,
    gatewayOf({
      UserUploadPage: uploadPage(page),
      ...userPages({ active: 3 }),
      UploadCellField: { data: { lookups: { __typename: 'Lookups', roles, departments: [] } } },
      UserUploadForm_Preview: previewed([goodRow(2), goodRow(3)]),
      UserUploadForm_Upload: uploaded(2, [], 7),
      ...answers,
    }),
  );
  const button = (name: string | RegExp) => opened.screen.getByRole('button', { name });
  await expect.element(button('Choose File')).toBeVisible();
  return { ...opened, button };
};

export const csvFile = (name = 'people.csv', text = 'firstname,email,role\n') =>
  new File([text], name, { type: 'text/csv' });

export const pick = async (file: File): Promise<void> => {
  const input = document.querySelector('input[type=file]');
  if (!input) throw new Error('no file field');
  await userEvent.upload(input, file);
};

/** Parts of a multipart request: the operation without its text, the map, and the file. */
export const partsOf = async ({ form }: Call) => {
  const operation = JSON.parse(String(form?.get('operations')));
  const file = form?.get('1');
  if (!(file instanceof File)) throw new Error('no file was sent');
  return {
    names: [...(form?.keys() ?? [])],
    operation,
    map: JSON.parse(String(form?.get('map'))),
    file: { name: file.name, type: file.type, text: await file.text() },
  };
};
