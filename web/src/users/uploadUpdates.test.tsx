import { expect, test } from 'vitest';
import { rowsOf } from '../testing/lists.ts';
import { asked, failing } from '../testing/responses.ts';
import type { Answer, Call } from '../testing/script.ts';
import {
  badRow,
  csvFile,
  goodRow,
  openUpload,
  partsOf,
  pick,
  previewed,
  uploaded,
  uploadPage,
  uploadRow,
} from '../testing/uploads.ts';

const cells = ['Ada', 'ada@demo.example', 'Auditee'];
const taken = uploadRow(2, cells, { email: 'is taken' });
const update = (column: string, from: string, to: string) => ({ __typename: 'UserUploadUpdate', column, from, to });
const changed = {
  ...uploadRow(2, cells),
  kind: 'UPDATE',
  updates: [update('firstname', 'عايدة', 'Ada'), update('dept_lead', 'Yes', 'No')],
};
const unchanged = { ...uploadRow(3, cells), kind: 'UNCHANGED' };

const chosen = async (call: Call) => {
  const { updateExisting, clearEmptyCells, currentPassword } = (await partsOf(call)).operation.variables;
  return JSON.parse(JSON.stringify({ updateExisting, clearEmptyCells, currentPassword }));
};
/** A gateway that finds an existing user in row 2. */
const checking =
  (more: object = {}, rows = [changed, unchanged, goodRow(4)]) =>
  async (call: Call): Promise<Answer> =>
    (await chosen(call)).updateExisting ? previewed(rows, more) : previewed([taken, goodRow(4)]);

const open = async (answers: Parameters<typeof openUpload>[0] = {}) => {
  const opened = await openUpload({ UserUploadForm_Preview: asked(checking()), ...answers });
  await pick(csvFile());
  const choice = opened.screen.getByRole('checkbox', { name: 'Update existing users' });
  await expect.element(choice).toBeVisible();
  const sent = (name: string) => Promise.all(opened.calls.filter((call) => call.name === name).map(chosen));
  return { ...opened, choice, sent };
};

test('UPDATE-7 UPDATE-1 the preview shows old → new of each changed cell, and how many rows do what', async () => {
  const { screen, button, choice, sent } = await open({
    UserUploadForm_Upload: uploaded(1, [], 7, null, 1),
  });
  await expect.element(button('Upload 1 valid row')).toBeVisible();
  await choice.click();
  await expect.element(screen.getByText('1 to update, 1 new, 1 unchanged')).toBeVisible();
  await expect
    .poll(() => rowsOf('Rows of the file'))
    .toEqual([
      ['2To updatedept_lead: Yes → No', 'عايدة → Ada', 'ada@demo.example', 'Auditee'],
      ['3Unchanged', 'Ada', 'ada@demo.example', 'Auditee'],
      ['4New', 'Ada 4', 'ada4@demo.example', 'Auditee'],
    ]);
  const isolated = [...document.querySelectorAll('table[aria-label="Rows of the file"] bdi')];
  expect(isolated.map((element) => element.textContent)).toEqual(['Yes', 'No', 'عايدة', 'Ada']);
  await screen.getByRole('checkbox', { name: 'Clear values where cells are empty' }).click();
  await expect
    .poll(() => sent('UserUploadForm_Preview'))
    .toEqual([{}, { updateExisting: true }, { updateExisting: true, clearEmptyCells: true }]);
  await button('Update 1 user and create 1 user').click();
  await expect.element(screen.getByRole('heading', { name: 'Result', exact: true })).toBeVisible();
  await expect
    .poll(() => rowsOf('Result by row').map(([state]) => state))
    .toEqual(['2Updateddept_lead: Yes → No', '3Unchanged', '4Created']);
  expect(await sent('UserUploadForm_Upload')).toEqual([{ updateExisting: true, clearEmptyCells: true }]);
});

test('UPDATE-4 a row with the own role asks for the password; a wrong one is said there, and nothing is lost', async () => {
  let answer: Answer = failing('WRONG_PASSWORD', 'Invalid Credentails');
  const { screen, button, choice, sent } = await open({
    UserUploadForm_Preview: asked(checking({ ownLevelCount: 1 })),
    UserUploadForm_Upload: asked(() => answer),
  });
  await choice.click();
  await button('Update 1 user and create 1 user').click();
  const dialog = screen.getByRole('dialog', { name: 'Assign your own role to 1 user?' });
  await expect.element(dialog).toBeVisible();
  expect(await sent('UserUploadForm_Upload')).toEqual([]);
  const password = screen.getByLabelText('Password *');
  await password.fill('wrong');
  await screen.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(screen.getByText('This is not your password. Nothing was changed.')).toBeVisible();
  answer = uploaded(1, [], 7, null, 1);
  await password.fill('Right-one1');
  await screen.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Result', exact: true })).toBeVisible();
  expect((await sent('UserUploadForm_Upload')).map(({ currentPassword }) => currentPassword)).toEqual([
    'wrong',
    'Right-one1',
  ]);
});

test('UPDATE-7 a file that changes nothing is not uploaded, and faulty rows are left out', async () => {
  let rows = [unchanged];
  const { screen, button, choice } = await open({
    UserUploadForm_Preview: asked((call) => checking({}, rows)(call)),
  });
  await choice.click();
  await expect.element(screen.getByText('0 to update, 0 new, 1 unchanged')).toBeVisible();
  await expect.element(button('Replace the file')).toBeVisible();
  rows = [changed, { ...badRow(3), updates: [update('role', 'Auditee', 'Architect')] }];
  await screen.getByRole('checkbox', { name: 'Clear values where cells are empty' }).click();
  await expect.element(button('Update 1 user')).toBeVisible();
  await expect.element(screen.getByText('1 of 2 rows is invalid')).toBeVisible();
});

test('UPDATE-5 with a product API that cannot update by a file the choice is not offered', async () => {
  const page = uploadPage();
  const { data } = page as { data: { viewer: object } };
  const without = { ...page, data: { ...data, viewer: { ...data.viewer, hasUserFileUpdates: false } } };
  const { screen, button } = await openUpload({ UserUploadPage: without });
  await pick(csvFile());
  await expect.element(button('Upload 2 users')).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'Update existing users' })).not.toBeInTheDocument();
});
