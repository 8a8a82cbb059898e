import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rowsOf } from '../testing/lists.ts';
import { asked, failing } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';
import { badRow, csvFile, goodRow, openUpload, pick, previewed, uploaded } from '../testing/uploads.ts';

let preview: Answer;
let upload: Answer;
beforeEach(() => {
  preview = previewed([goodRow(2), goodRow(3)]);
  upload = uploaded(2);
});

const open = async (page: object = {}) => {
  const answers = { UserUploadForm_Preview: asked(() => preview), UserUploadForm_Upload: asked(() => upload) };
  const opened = await openUpload(answers, '/U/upload', page);
  const { screen, calls } = opened;
  const sent = (name: string) => calls.filter((call) => call.name === name).length;
  const message = (text: string | RegExp) => screen.getByRole('alert').filter({ hasText: text });
  const toasts = () => document.querySelectorAll('.mantine-Notification-root').length;
  return { ...opened, sent, message, toasts };
};

test('BULK-3 without a file it is refused, says what is needed and leads there', async () => {
  const { button, calls, message } = await open();
  await button('Upload Users').click();
  await expect.element(message('Choose a file to upload')).toBeVisible();
  await expect.element(button('Choose File')).toHaveFocus();
  expect(calls).toHaveLength(1);
});

describe('the file', () => {
  test.for(['people.xls', 'people.tsv', 'people.csv.exe'])(
    'BULK-4 BULK-18 %s is refused at once, with what is allowed and how to make it',
    async (name) => {
      const { message, calls, button } = await open();
      await pick(csvFile(name));
      const advice = 'In the spreadsheet program, choose “Save as” or “Export” and the type “CSV UTF-8”.';
      await expect
        .element(message(`“${name}” is not a supported file. Choose a .csv or .xlsx file. ${advice}`))
        .toBeVisible();
      await expect.element(button('Choose File')).toBeVisible();
      expect(calls).toHaveLength(1);
    },
  );

  test('BULK-4 BULK-7 an unusable file has a message at the field, and stays chosen', async () => {
    preview = failing('FILE_REFUSED', 'The file is empty.');
    const { screen, message, toasts, button, sent } = await open();
    await pick(csvFile());
    await expect.element(message('The file is empty.')).toBeVisible();
    await expect.element(screen.getByText('people.csv')).toBeVisible();
    await expect.poll(() => toasts()).toBe(0);
    await expect.element(button('Replace the file')).toHaveAttribute('type', 'submit');
    expect(sent('UserUploadForm_Upload')).toBe(0);
    preview = previewed([goodRow(2)]);
    await pick(csvFile('mended.csv'));
    await expect.element(button('Upload 1 user')).toBeVisible();
    await expect.element(message('The file is empty.')).not.toBeInTheDocument();
  });

  test.for([
    ['cannot be read any more', () => Promise.reject(new DOMException('', 'NotReadableError'))],
    ['has other bytes', async () => new TextEncoder().encode('firstname,email,rule\n').buffer],
    ['has more bytes', async () => new ArrayBuffer(99)],
  ] as const)('BULK-7 one that %s is not uploaded, with a message', async ([, read]) => {
    const { message, button, sent } = await open();
    await pick(csvFile());
    await expect.element(button('Upload 2 users')).toBeVisible();
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementationOnce(read);
    await button('Upload 2 users').click();
    await expect.element(message('The file was changed or moved after it was checked.')).toBeVisible();
    expect(sent('UserUploadForm_Upload')).toBe(0);
  });

  test('BULK-1 Remove takes it away, with what was found in it', async () => {
    const { screen, button } = await open();
    await pick(csvFile());
    await expect.element(screen.getByRole('table', { name: 'Rows of the file' })).toBeVisible();
    await button('Remove').click();
    await expect.element(button('Choose File')).toHaveFocus();
    await expect.element(screen.getByRole('table', { name: 'Rows of the file' })).not.toBeInTheDocument();
  });
});

describe('the user limit', () => {
  test('BULK-8 USER-16 BULK-10 valid rows that do not fit are refused before they are sent, and the main button checks again', async () => {
    preview = previewed([goodRow(2), goodRow(3), badRow(4)], { seatsLeft: 1 });
    const { message, button, sent } = await open();
    await pick(csvFile());
    await expect.element(message('User Limit Reached')).toBeVisible();
    await expect
      .element(message('The file would create 2 users, but the user limit allows only 1 more.'))
      .toBeVisible();
    await expect.element(button(/^Upload/)).not.toBeInTheDocument();
    await expect.element(button('Check again')).toHaveAttribute('type', 'submit');
    expect(sent('UserUploadForm_Upload')).toBe(0);
    preview = previewed([goodRow(2), goodRow(3), badRow(4)], { seatsLeft: 2 });
    await button('Check again').click();
    await expect.element(button('Upload 2 valid rows')).toBeVisible();
  });

  test('BULK-8 a file with more users than seats has a message in place, and stays chosen', async () => {
    upload = failing('USER_LIMIT_REACHED', 'User Limit Reached');
    const { screen, message, button, toasts } = await open();
    await pick(csvFile());
    await button('Upload 2 users').click();
    await expect.element(message('User Limit Reached')).toBeVisible();
    await expect.element(screen.getByText('people.csv')).toBeVisible();
    await expect.poll(() => rowsOf('Rows of the file')).toHaveLength(2);
    await expect.poll(() => toasts()).toBe(0);
  });

  test.for([
    [{ userLimit: 25, activeUserCount: 25 }, true],
    [{ userLimit: 25, activeUserCount: 24 }, false],
  ] as const)('USER-16 a full organisation has a message before a file is chosen: %o', async ([page, full]) => {
    const { message } = await open(page);
    if (full) await expect.element(message('User Limit Reached')).toBeVisible();
    else await expect.element(message('User Limit Reached')).not.toBeInTheDocument();
  });
});

describe('a refused upload', () => {
  test('BULK-7 FOCUS-2 rows that the server refuses are marked in the table, each with all its reasons, and the notice has the focus', async () => {
    const lines = ['row 2 email is taken', 'row 3 email is taken', 'row 3 supervisor is unknown', 'row 3 is odd'];
    upload = failing('INVALID', lines.join('\n'), {
      fields: [
        { path: 'row 2', message: 'email is taken' },
        { path: 'row 3', message: 'email is taken' },
        { path: 'row 3', message: 'is odd' },
      ],
    });
    preview = previewed([goodRow(2), goodRow(3), goodRow(4)]);
    const { screen, message, button, toasts } = await open();
    await pick(csvFile());
    await button('Upload 3 users').click();
    await expect.element(message('2 of 3 rows are invalid')).toBeVisible();
    await expect.element(screen.getByRole('alert')).toHaveFocus();
    await expect
      .poll(() => rowsOf('Rows of the file').map(([state, , email]) => [state, email]))
      .toEqual([
        ['2Invalid', 'ada2@demo.exampleis taken'],
        ['3Invalidsupervisor is unknown; is odd', 'ada3@demo.exampleis taken'],
        ['4Valid', 'ada4@demo.example'],
      ]);
    await expect.poll(() => toasts()).toBe(0);
    await expect.element(button('Upload 1 valid row')).toBeVisible();
  });

  test('BULK-7 a refusal without a row has a message in place', async () => {
    upload = failing('INVALID', 'The file came too late');
    const { screen, message, button } = await open();
    await pick(csvFile());
    await button('Upload 2 users').click();
    await expect.element(message('The file came too late')).toBeVisible();
    upload = uploaded(2);
    await button('Upload 2 users').click();
    await expect.element(message('The file came too late')).not.toBeInTheDocument();
    await expect.element(screen.getByText('File Uploaded successfully!')).toBeVisible();
  });

  test('BULK-7 anything else becomes the toast; the same file can be sent again, or checked again', async () => {
    upload = failing('UPSTREAM_TIMEOUT', 'Request Failed');
    const { screen, message, button, toasts } = await open();
    await pick(csvFile());
    await button('Upload 2 users').click();
    await expect.element(message('Request Failed')).toBeVisible();
    await expect.poll(() => toasts()).toBe(1);
    upload = uploaded(2);
    await button('Upload 2 users').click();
    await expect.element(screen.getByText('File Uploaded successfully!')).toBeVisible();
  });

  test('BULK-7 a check that failed can be asked for again', async () => {
    preview = failing('UPSTREAM_UNAVAILABLE', 'Request Failed');
    const { message, button } = await open();
    await pick(csvFile());
    await expect.element(message('Request Failed')).toBeVisible();
    preview = previewed([goodRow(2)]);
    await button('Check the file').click();
    await expect.element(button('Upload 1 user')).toBeVisible();
  });
});
