import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { signInOver } from '../testing/enter.ts';
import { rowsOf } from '../testing/lists.ts';
import { address } from '../testing/render.tsx';
import { asked, failing, gatewayOf, signedIn } from '../testing/responses.ts';
import { type Answer, type Call, held } from '../testing/script.ts';
import { csvFile, goodRow, openUpload, partsOf, pick, previewed, uploaded, uploadRow } from '../testing/uploads.ts';

interface Correction {
  row: number;
  column: string;
  text: string;
}

const correctionsOf = async (call: Call): Promise<Correction[]> =>
  (await partsOf(call)).operation.variables.corrections;

const faults = { email: 'must be an email address', role: 'is above your own' };
const cells = { firstname: 'Bad 3', email: 'nowhere', role: 'Emperor' };

/** A gateway that finds fault with row 3 as long as its email has no @ and its role is unknown. */
const checking = async (call: Call): Promise<Answer> => {
  const corrections = await correctionsOf(call);
  const now: Record<string, string> = { ...cells };
  const changes: Record<string, string> = {};
  for (const { column, text } of corrections) {
    changes[column] = now[column] ?? '';
    now[column] = text;
  }
  const problems: Record<string, string> = {};
  if (!now.email?.includes('@')) problems.email = faults.email;
  if (now.role !== 'Auditee') problems.role = faults.role;
  return previewed([goodRow(2), uploadRow(3, Object.values(now), problems, changes)]);
};

const open = async (answers: Parameters<typeof openUpload>[0] = {}) => {
  const opened = await openUpload({ UserUploadForm_Preview: asked(checking), ...answers });
  const email = opened.screen.getByRole('textbox', { name: 'email of row 3' });
  const role = opened.screen.getByRole('combobox', { name: 'role of row 3' });
  await pick(csvFile());
  await expect.element(email).toHaveValue('nowhere');
  const sent = async (name: string) =>
    Promise.all(opened.calls.filter((call) => call.name === name).map(correctionsOf));
  return { ...opened, email, role, sent };
};

test('UPLOAD-3 an invalid cell is a field; what is typed there is checked again without the file, and uploaded', async () => {
  const { screen, button, email, role, sent } = await open();
  await expect.element(email).toHaveAccessibleDescription('must be an email address');
  await expect.element(role).toHaveValue('Emperor');
  await role.selectOptions('Auditee');
  await email.fill('bad@demo.example');
  await expect.element(button(/^Upload/)).not.toBeInTheDocument();
  await button(/^Check \d corrections?$/).click();
  await expect.element(button('Upload 2 users')).toBeVisible();
  await expect.element(screen.getByText(/converted/)).not.toBeInTheDocument();
  await expect
    .poll(() => rowsOf('Rows of the file')[1])
    .toEqual(['3Valid', 'Bad 3', 'bad@demo.examplewas nowhere', 'Auditeewas Emperor']);
  await button('Upload 2 users').click();
  await expect.element(screen.getByText('File Uploaded successfully!')).toBeVisible();
  const corrections = [
    { row: 3, column: 'role', text: 'Auditee' },
    { row: 3, column: 'email', text: 'bad@demo.example' },
  ];
  expect((await sent('UserUploadForm_Preview')).at(-1)).toEqual(corrections);
  expect(await sent('UserUploadForm_Upload')).toEqual([corrections]);
});

test('UPDATE-7 after a check that fails, a file is not uploaded with other settings than those of its preview', async () => {
  let fails = false;
  const limited = failing('RATE_LIMITED', 'Too many requests.');
  const UserUploadForm_Preview = asked((call) => (fails ? limited : checking(call)));
  const { screen, button, email, role, sent } = await open({ UserUploadForm_Preview });
  await role.selectOptions('Auditee');
  await email.fill('bad@demo.example');
  await button(/^Check \d corrections?$/).click();
  await expect.element(button('Upload 2 users')).toBeVisible();
  fails = true;
  await screen.getByRole('checkbox', { name: 'Update existing users' }).click();
  await expect.element(screen.getByText('Too many requests.')).toBeVisible();
  fails = false;
  await button('Check the file').click();
  await expect.element(screen.getByRole('table', { name: 'Rows of the file' })).toBeVisible();
  expect((await sent('UserUploadForm_Preview')).at(-1)).toHaveLength(2);
});

test('UPLOAD-3 START-47 corrections stay when the session ends, until the user has signed in again', async () => {
  let ended = false;
  const refused = failing('UNAUTHENTICATED', 'Sign in to continue.');
  const UserUploadForm_Preview = asked((call) => (ended ? refused : checking(call)));
  const { dialog, button, email, role } = await open({ UserUploadForm_Preview, SignIn_Login: signedIn });
  await role.selectOptions('Auditee');
  ended = true;
  await email.fill('bad@demo.example');
  await button(/^Check \d corrections?$/).click();
  const asks = dialog('Sign in to continue');
  await expect.element(asks).toBeVisible();
  ended = false;
  await signInOver(asks);
  await button(/^Check \d corrections?$/).click();
  await expect.element(button('Upload 2 users')).toBeVisible();
});

test('UPLOAD-8 a corrected cell is judged when it is left, one that is left during the check after it, and one that was not changed is not', async () => {
  const first = held<null>();
  const { email, role, sent } = await open({
    UserUploadForm_Preview: asked(async (call) => {
      if ((await correctionsOf(call)).length === 1) await first.promise;
      return checking(call);
    }),
  });
  const focus = (field: typeof email) => (field.element() as HTMLElement).focus();
  await expect.element(role).toBeVisible();
  focus(email);
  focus(role);
  expect(await sent('UserUploadForm_Preview')).toHaveLength(1);
  await email.fill('bad@demo.example');
  focus(role);
  await expect.poll(async () => (await sent('UserUploadForm_Preview')).length).toBe(2);
  await role.selectOptions('Auditee');
  focus(role);
  focus(email);
  first.resolve(null);
  await expect.element(email).toHaveAccessibleDescription('');
  await expect.element(role).toHaveAccessibleDescription('');
  expect((await sent('UserUploadForm_Preview')).map((corrections) => corrections.length)).toEqual([0, 1, 2]);
  expect(await sent('UserUploadForm_Upload')).toEqual([]);
});

test('UPLOAD-3 Enter in a cell checks what was typed and never uploads; without anything typed it does nothing', async () => {
  const { button, email, sent } = await open();
  await email.click();
  await userEvent.keyboard('{Enter}');
  await email.fill('bad@demo.example');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(email).toHaveAccessibleDescription('');
  await expect.element(button('Upload 1 valid row')).toBeVisible();
  expect(await sent('UserUploadForm_Preview')).toHaveLength(2);
  expect(await sent('UserUploadForm_Upload')).toEqual([]);
});

test('UPLOAD-3 a check that fails keeps what was typed, and can be asked for again', async () => {
  let failed = false;
  const { screen, button, email } = await open({
    UserUploadForm_Preview: asked(async (call) => {
      if ((await correctionsOf(call)).length === 0 || failed) return checking(call);
      failed = true;
      return failing('UPSTREAM_UNAVAILABLE', 'Request Failed');
    }),
  });
  await email.fill('bad@demo.example');
  await button('Check 1 correction').click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'Request Failed' })).toBeVisible();
  await expect.element(email).toHaveValue('bad@demo.example');
  await button('Check 1 correction').click();
  await expect.element(button('Upload 1 valid row')).toBeVisible();
});

test('UPLOAD-3 leaving with corrections needs a confirmation; another file begins without them', async () => {
  const { screen, button, router, email, sent } = await open();
  await email.fill('bad@demo.example');
  void router.navigate('/U');
  const question = screen.getByRole('dialog', { name: 'Leave without uploading?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(email).toHaveValue('bad@demo.example');
  await button('Remove').click();
  await pick(csvFile('other.csv'));
  await expect.element(email).toHaveValue('nowhere');
  expect((await sent('UserUploadForm_Preview')).at(-1)).toEqual([]);
  await router.navigate('/U');
  await expect.poll(address).toBe('/U');
});

test('KEYBOARD-10 a department that is unknown is chosen from the list in its cell', async () => {
  const lookups = {
    __typename: 'Lookups',
    roles: null,
    departments: ['Finance', 'Legal'].map((label) => ({ __typename: 'Option', id: label, label })),
  };
  const { screen, button, calls } = await openUpload({
    UploadCellField: { data: { lookups } },
    UserUploadForm_Preview: asked(async (call) => {
      const [correction] = await correctionsOf(call);
      const cells = ['Ada', 'ada@demo.example', correction?.text ?? 'Gardening'];
      const rows = [uploadRow(2, cells, correction ? {} : { department_name: 'is unknown' })];
      return previewed(rows, { columns: ['firstname', 'email', 'department_name'] });
    }),
  });
  await pick(csvFile());
  await screen.getByRole('combobox', { name: 'department_name of row 2' }).selectOptions('Legal');
  await button('Check 1 correction').click();
  await expect.element(button('Upload 1 user')).toBeVisible();
  const last = calls.findLast(({ name }) => name === 'UserUploadForm_Preview');
  expect(last && (await correctionsOf(last))).toEqual([{ row: 2, column: 'department_name', text: 'Legal' }]);
});

test('UPLOAD-3 without the list of roles a role is typed', async () => {
  const { screen } = await openUpload({
    ...gatewayOf({}),
    UserUploadForm_Preview: asked(checking),
    UploadCellField: { data: { lookups: { __typename: 'Lookups', roles: null, departments: null } } },
  });
  await pick(csvFile());
  await expect.element(screen.getByRole('textbox', { name: 'role of row 3' })).toHaveValue('Emperor');
});

test('UPLOAD-3 a problem of a whole row can only be corrected in the file', async () => {
  const { screen } = await openUpload({
    UserUploadForm_Preview: previewed([uploadRow(2, ['x'], { row: 'has 1 cell instead of 3' })]),
    UserUploadForm_Upload: uploaded(0),
  });
  await pick(csvFile());
  await expect.element(screen.getByText('Correct the file and replace it.', { exact: true })).toBeVisible();
});
