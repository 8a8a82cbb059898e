import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, asked, failing, gatewayOf } from '../../testing/answers.ts';
import { passkeyDevice, passkeyOptions } from '../../testing/passkeyDevice.ts';
import { profileOf } from '../../testing/profile.ts';
import { openConsole } from '../../testing/render.tsx';
import { held } from '../../testing/script.ts';
import { securityOf, sessionOf } from '../../testing/security.ts';

let device: ReturnType<typeof passkeyDevice>;
beforeEach(() => {
  device = passkeyDevice();
});

const passkey = {
  __typename: 'Passkey',
  ...{ id: '3', name: 'Laptop', createdAt: '2026-11-02T10:00:00.000Z', lastUsedAt: null },
};
const started = {
  Confirmation_StartPasskey: {
    data: { startPasskeyConfirmation: { __typename: 'StartPasskeyConfirmationPayload', options: passkeyOptions } },
  },
};
const confirmed = {
  Confirmation_Passkey: {
    data: { confirmWithPasskey: { __typename: 'ConfirmWithPasskeyPayload', confirmedUntil: null } },
  },
};
const removed = {
  RemovePasskeyButton_Remove: { data: { removePasskey: { __typename: 'RemovePasskeyPayload', passkey } } },
};

/** The dialog that removes a passkey, for a viewer with these ways. */
const open = async (ways: readonly string[] | null, answers: Answers = {}) => {
  const security = securityOf([sessionOf('1', { isCurrent: true })]);
  const gateway = gatewayOf({
    ProfilePage: profileOf({ security, viewerCanEndSessions: true }, { passkeys: [passkey] }),
    Confirmation_Ways: { data: { viewer: { __typename: 'Viewer', confirmationWays: ways } } },
    ...answers,
  });
  const { screen, calls, button } = await openConsole('/profile?tab=security', gateway);
  await button('Remove Laptop').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  return { screen, dialog, inDialog, sent, password: dialog.getByLabelText(/^Password/) };
};
const act = 'RemovePasskeyButton_Remove';
const notUsed = 'No passkey was used. Try again when you are ready.';

test('CONFIRM-1 without a password the browser asks for a passkey, and then the act is sent', async () => {
  const { dialog, inDialog, sent, password } = await open(['PASSKEY'], { ...started, ...confirmed, ...removed });
  await expect.element(dialog.getByText('You confirm this with your passkey', { exact: false })).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
  await inDialog('Remove').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(device.get).toHaveBeenCalledTimes(1);
  const [{ input }] = sent('Confirmation_Passkey') as [{ input: { response: string } }];
  expect(JSON.parse(input.response)).toMatchObject({ id: 'mine' });
  expect(sent(act)).toEqual([{ input: { id: '3' } }]);
});

test('CONFIRM-1 who has a password may use a passkey in its place', async () => {
  const { dialog, inDialog, sent, password } = await open(['PASSWORD', 'PASSKEY'], {
    ...started,
    ...confirmed,
    ...removed,
  });
  await password.fill('half a passw');
  await inDialog('Use a passkey').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(act)).toEqual([{ input: { id: '3' } }]);
});

test('CONFIRM-1 after no answer of the browser the dialog says so, and nothing is sent', async () => {
  device.get.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const { dialog, inDialog, sent } = await open(['PASSKEY'], { ...started, ...removed });
  await inDialog('Remove').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(notUsed);
  expect([sent('Confirmation_Passkey'), sent(act)]).toEqual([[], []]);
  await expect.element(inDialog('Remove')).toHaveFocus();
});

test('CONFIRM-1 a passkey that is not accepted is said, and nothing is sent', async () => {
  const { dialog, inDialog, sent } = await open(['PASSWORD', 'PASSKEY'], {
    ...started,
    ...removed,
    Confirmation_Passkey: failing('WRONG_PASSWORD', 'The passkey was not accepted.'),
  });
  await inDialog('Use a passkey').click();
  await expect.element(dialog.getByText('The passkey was not accepted.')).toBeVisible();
  expect(sent(act)).toEqual([]);
});

test('CONFIRM-1 a confirmation that comes after the dialog was closed does nothing', async () => {
  const late = held<Credential>();
  device.get.mockReturnValue(late.promise);
  const { dialog, inDialog, sent } = await open(['PASSKEY'], { ...started, ...confirmed, ...removed });
  await inDialog('Remove').click();
  await expect.element(dialog.getByText('Your browser asks for your passkey.')).toBeVisible();
  await expect.poll(() => device.get.mock.calls.length).toBe(1);
  await inDialog('Cancel').click();
  await expect.element(dialog).not.toBeInTheDocument();
  late.reject(new DOMException('aborted', 'AbortError'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([sent('Confirmation_Passkey'), sent(act)]).toEqual([[], []]);
});

test('CONFIRM-1 a confirmation that is no longer good is said with the server’s words', async () => {
  const text = 'Please confirm with your passkey first.';
  const { dialog, inDialog } = await open(['PASSKEY'], {
    ...started,
    ...confirmed,
    RemovePasskeyButton_Remove: failing('WRONG_PASSWORD', text),
  });
  await inDialog('Remove').click();
  await expect.element(dialog.getByText(text)).toBeVisible();
});

test('CONFIRM-2 without any way the dialog says what to set up, and sends nothing', async () => {
  const { dialog, inDialog, password } = await open([]);
  await expect.element(dialog.getByText('Set a password with “Forgot password?”', { exact: false })).toBeVisible();
  await expect.element(inDialog('Remove')).toBeDisabled();
  await expect.element(password).not.toBeInTheDocument();
});

test.each<[string, Answers]>([
  ['knows passwords only', {}],
  ['does not answer', { Confirmation_Ways: asked(() => ({ status: 503 })) }],
])('CONFIRM-4 with a product API that %s there is the password field alone', async (_what, answers) => {
  const { dialog, inDialog, sent, password } = await open(null, { ...removed, ...answers });
  await password.fill('Passw0rd!x');
  await expect.element(dialog.getByRole('button', { name: /^Use/ })).not.toBeInTheDocument();
  await inDialog('Remove').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(act)).toEqual([{ input: { id: '3', currentPassword: 'Passw0rd!x' } }]);
});
