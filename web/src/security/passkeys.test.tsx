import { beforeEach, expect, test } from 'vitest';
import { passkeyDevice, passkeyOptions } from '../testing/passkeyDevice.ts';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { type Answers, gatewayOf } from '../testing/responses.ts';
import { securityOf, sessionOf } from '../testing/security.ts';

let device: ReturnType<typeof passkeyDevice>;
beforeEach(() => {
  device = passkeyDevice();
});

const passkeyOf = (id: string, changes: object = {}) => ({
  __typename: 'Passkey',
  id,
  name: 'Laptop',
  createdAt: '2026-11-02T10:00:00.000Z',
  lastUsedAt: null,
  ...changes,
});

const open = async (passkeys: object[] | null, answers: Answers = {}) => {
  const security = securityOf([sessionOf('1', { isCurrent: true })]);
  const page = profileOf({ security, viewerCanEndSessions: true }, { passkeys });
  const opened = await openConsole('/profile?tab=security', gatewayOf({ ProfilePage: page, ...answers }));
  const { screen, calls } = opened;
  const dialog = screen.getByRole('dialog');
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  const fill = async (name: string, password: string) => {
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByLabelText(/^Password/).fill(password);
    await inDialog('Add').click();
  };
  return { ...opened, dialog, inDialog, sent, fill };
};
const started = {
  AddPasskeyDialog_Start: {
    data: { startPasskey: { __typename: 'StartPasskeyPayload', options: passkeyOptions } },
  },
};
const added = (passkey: object) => ({
  AddPasskeyDialog_Add: { data: { addPasskey: { __typename: 'AddPasskeyPayload', passkey } } },
});

test('PASSKEY-1 a passkey is named, created by the browser and then listed', async () => {
  const { screen, button, dialog, sent, fill } = await open([], {
    ...started,
    ...added(passkeyOf('7', { name: 'Phone' })),
  });
  await expect.element(screen.getByText('No passkeys yet. A passkey lets you sign in', { exact: false })).toBeVisible();
  await button('Add a passkey').click();
  await fill(' Phone ', 'Passw0rd!x');
  await expect.element(screen.getByRole('row', { name: /Phone/ }).getByText('Never')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(device.create).toHaveBeenCalledTimes(1);
  expect(sent('AddPasskeyDialog_Start')).toEqual([{ input: { currentPassword: 'Passw0rd!x' } }]);
  const [{ input }] = sent('AddPasskeyDialog_Add') as [{ input: { name: string; response: string } }];
  expect(input.name).toBe('Phone');
  expect(JSON.parse(input.response)).toMatchObject({ id: 'mine', type: 'public-key' });
});

test.each([
  ['NotAllowedError', 'No passkey was created. Try again when you are ready.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['SecurityError', 'This browser or device cannot create a passkey for the console.'],
])('PASSKEY-1 after %s from the browser the dialog says why and keeps the name', async (name, text) => {
  device.create.mockRejectedValue(new DOMException(name, name));
  const { button, dialog, sent, fill } = await open([], started);
  await button('Add a passkey').click();
  await fill('Phone', 'Passw0rd!x');
  await expect.element(dialog.getByText(text)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Phone');
  expect(sent('AddPasskeyDialog_Add')).toEqual([]);
});

test('PASSKEY-1 a wrong password does not reach the browser', async () => {
  const refusal = { errors: [{ message: 'no', extensions: { code: 'WRONG_PASSWORD' } }] };
  const { button, dialog, fill } = await open([], { AddPasskeyDialog_Start: refusal });
  await button('Add a passkey').click();
  await fill('Phone', 'wrong');
  await expect.element(dialog.getByText('This is not your password. No passkey was added.')).toBeVisible();
  expect(device.create).not.toHaveBeenCalled();
});

test('PASSKEY-3 a passkey is removed with the password, and leaves the list', async () => {
  const passkey = passkeyOf('3');
  const { screen, button, dialog, inDialog, sent } = await open([passkey], {
    RemovePasskeyButton_Remove: { data: { removePasskey: { __typename: 'RemovePasskeyPayload', passkey } } },
  });
  await button('Remove Laptop').click();
  await dialog.getByLabelText(/^Password/).fill('Passw0rd!x');
  await inDialog('Remove').click();
  await expect.element(screen.getByText('No passkeys yet. A passkey lets you sign in', { exact: false })).toBeVisible();
  expect(sent('RemovePasskeyButton_Remove')).toEqual([{ input: { id: '3', currentPassword: 'Passw0rd!x' } }]);
});

test('PASSKEY-4 with a product API without passkeys there is no passkey section', async () => {
  const { screen } = await open(null);
  await expect.element(screen.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect.element(screen.getByText('Passkeys', { exact: true })).not.toBeInTheDocument();
});
