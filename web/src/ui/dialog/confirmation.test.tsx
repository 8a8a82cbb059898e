import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openConfirmationChannel } from '../../apollo/confirmationChannel.ts';
import { passkeyDevice, passkeyOptions } from '../../testing/passkeyDevice.ts';
import { profileOf } from '../../testing/profile.ts';
import { openConsole } from '../../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf } from '../../testing/responses.ts';
import { held } from '../../testing/script.ts';
import { securityOf, sessionOf } from '../../testing/security.ts';
import { openUsers } from '../../testing/userActions.ts';
import { stateChanged } from '../../testing/users.ts';

let device: ReturnType<typeof passkeyDevice>;
beforeEach(() => {
  device = passkeyDevice();
});

const passkey = {
  __typename: 'Passkey',
  id: '3',
  name: 'Laptop',
  createdAt: '2026-11-02T10:00:00.000Z',
  lastUsedAt: null,
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

/** Opens the dialog that removes a passkey, for a viewer with these confirmation methods. */
const open = async (ways: readonly string[] | null, answers: Answers = {}) => {
  const security = securityOf([sessionOf('1', { isCurrent: true })]);
  const gateway = gatewayOf({
    ProfilePage: profileOf({ security, viewerCanEndSessions: true }, { passkeys: [passkey] }),
    Confirmation_Ways: { data: { viewer: { __typename: 'Viewer', confirmationMethods: ways } } },
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

test('CONFIRM-1 without a password the browser asks for a passkey, and then the action is sent', async () => {
  const { dialog, inDialog, sent, password } = await open(['PASSKEY'], { ...started, ...confirmed, ...removed });
  await expect.element(dialog.getByText('Confirm with your passkey', { exact: false })).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
  await inDialog('Remove').click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(device.get).toHaveBeenCalledTimes(1);
  const [{ input }] = sent('Confirmation_Passkey') as [{ input: { response: string } }];
  expect(JSON.parse(input.response)).toMatchObject({ id: 'mine' });
  expect(sent(act)).toEqual([{ input: { id: '3' } }]);
});

test('CONFIRM-1 the methods stay while they cannot be read again', async () => {
  let reads = 0;
  const { screen, dialog, inDialog, sent } = await open(null, {
    ...started,
    ...confirmed,
    ...removed,
    Confirmation_Ways: asked(() => {
      reads += 1;
      return reads === 1
        ? { data: { viewer: { __typename: 'Viewer', confirmationMethods: ['PASSKEY'] } } }
        : { ...failing('UPSTREAM_BAD_RESPONSE', 'Request Failed'), data: { viewer: null } };
    }),
  });
  await expect.element(dialog.getByText('Confirm with your passkey', { exact: false })).toBeVisible();
  await inDialog('Cancel').click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Remove Laptop', exact: true }).click();
  await expect.poll(() => reads).toBe(2);
  await inDialog('Remove').click();
  await expect.element(dialog).not.toBeInTheDocument();
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
  await expect.element(dialog.getByText('Follow your browser’s passkey prompt.')).toBeVisible();
  await expect.poll(() => device.get.mock.calls.length).toBe(1);
  await inDialog('Cancel').click();
  await expect.element(dialog).not.toBeInTheDocument();
  late.reject(new DOMException('aborted', 'AbortError'));
  // By then the code that handles the response has run.
  await new Promise((resolve) => setTimeout(resolve));
  expect([sent('Confirmation_Passkey'), sent(act)]).toEqual([[], []]);
});

test('CONFIRM-1 a confirmation that is no longer good is said with the server’s words', async () => {
  const text = 'Confirm with your passkey first.';
  const { dialog, inDialog } = await open(['PASSKEY'], {
    ...started,
    ...confirmed,
    RemovePasskeyButton_Remove: failing('WRONG_PASSWORD', text),
  });
  await inDialog('Remove').click();
  await expect.element(dialog.getByText(text)).toBeVisible();
});

const url = 'https://idp.example/authorize?state=confirm.s';
const begun = {
  Confirmation_StartSingleSignOn: {
    data: { startSingleSignOnConfirmation: { __typename: 'StartSingleSignOnPayload', url, refusal: null } },
  },
};
/** A window in place of the browser's. */
const fakeWindow = () => {
  const replace = vi.fn();
  const close = vi.fn();
  const opened = {
    document: document.implementation.createHTMLDocument(),
    location: { replace },
    opener: window,
    close,
  };
  const open = vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window);
  return { opened, replace, close, open };
};
const say = (state: string, problem: string | null) => {
  const channel = openConfirmationChannel();
  channel.postMessage({ state, problem });
  channel.close();
};

test('CONFIRM-5 without a password the provider’s page opens in a window of its own, and then the action is sent', async () => {
  const { opened, replace, open: openWindow } = fakeWindow();
  const { dialog, inDialog, sent, password } = await open(['SINGLE_SIGN_ON'], { ...begun, ...removed });
  await expect.element(dialog.getByText('Confirm with single sign-on', { exact: false })).toBeVisible();
  await expect.element(password).not.toBeInTheDocument();
  await inDialog('Remove').click();
  await expect.poll(() => replace.mock.calls).toEqual([[url]]);
  expect([openWindow.mock.calls.length, opened.opener]).toEqual([1, null]);
  say('confirm.of another dialog', null);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Sign in using the window that opened.');
  expect(sent(act)).toEqual([]);
  say('confirm.s', null);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(act)).toEqual([{ input: { id: '3' } }]);
});

test('CONFIRM-5 what the window says went wrong is said in the dialog, and nothing is sent', async () => {
  const { replace } = fakeWindow();
  const { dialog, inDialog, sent } = await open(['SINGLE_SIGN_ON'], { ...begun, ...removed });
  await inDialog('Remove').click();
  await expect.poll(() => replace.mock.calls.length).toBe(1);
  say('confirm.s', 'You have signed in as another person.');
  await expect.element(dialog.getByText('You have signed in as another person.')).toBeVisible();
  expect(sent(act)).toEqual([]);
});

test('CONFIRM-5 a window that the browser does not open is said, and so is a provider that does not answer', async () => {
  const { open: openWindow, close } = fakeWindow();
  openWindow.mockReturnValueOnce(null);
  const refusal = { __typename: 'SingleSignOnRefused', message: 'Your identity provider is not responding.' };
  const { dialog, inDialog, sent } = await open(['PASSWORD', 'SINGLE_SIGN_ON'], {
    ...removed,
    Confirmation_StartSingleSignOn: {
      data: { startSingleSignOnConfirmation: { __typename: 'StartSingleSignOnPayload', url: null, refusal } },
    },
  });
  await inDialog('Use single sign-on').click();
  await expect.element(dialog.getByText('Allow pop-ups for this site', { exact: false })).toBeVisible();
  expect(sent('Confirmation_StartSingleSignOn')).toEqual([]);
  await inDialog('Use single sign-on').click();
  await expect.element(dialog.getByText('is not responding', { exact: false })).toBeVisible();
  expect([close.mock.calls.length, sent(act)]).toEqual([1, []]);
});

test('CONFIRM-5 a window that was closed is opened again, and the answer of the first one does nothing', async () => {
  const { open: openWindow, replace, close } = fakeWindow();
  const { dialog, inDialog, sent } = await open(['SINGLE_SIGN_ON'], { ...begun, ...removed });
  await inDialog('Remove').click();
  await expect.poll(() => replace.mock.calls.length).toBe(1);
  await inDialog('Reopen window').click();
  await expect.poll(() => replace.mock.calls.length).toBe(2);
  expect([openWindow.mock.calls.length, close.mock.calls.length]).toEqual([2, 1]);
  await inDialog('Cancel').click();
  await expect.element(dialog).not.toBeInTheDocument();
  const heard = vi.fn();
  const channel = openConfirmationChannel();
  channel.onmessage = heard;
  say('confirm.s', null);
  await expect.poll(() => heard.mock.calls.length).toBe(1);
  channel.close();
  expect([close.mock.calls.length, sent(act)]).toEqual([2, []]);
});

test('CONFIRM-5 an address that is no web page is not opened', async () => {
  const { replace, close } = fakeWindow();
  const script = {
    ...begun.Confirmation_StartSingleSignOn.data.startSingleSignOnConfirmation,
    url: 'javascript:alert(1)',
  };
  const { dialog, inDialog } = await open(['SINGLE_SIGN_ON'], {
    Confirmation_StartSingleSignOn: { data: { startSingleSignOnConfirmation: script } },
  });
  await inDialog('Remove').click();
  await expect.element(dialog.getByText('The window could not be opened.', { exact: false })).toBeVisible();
  expect([replace.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
});

test('CONFIRM-1 where an action asks for a confirmation only after it was sent, the dialog says how and sends it again', async () => {
  let times = 0;
  const {
    button,
    dialog: named,
    screen,
  } = await openUsers({
    answers: {
      Confirmation_Ways: { data: { viewer: { __typename: 'Viewer', confirmationMethods: ['PASSKEY'] } } },
      ...started,
      ...confirmed,
      ActivateUserButton_Activate: asked((call) => {
        times += 1;
        return times === 1 ? failing('WRONG_PASSWORD', 'Confirm with your passkey first.') : stateChanged(call);
      }),
    },
  });
  await button('Activate Jane Doe 900').click();
  const dialog = named('Activate Jane Doe 900?');
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect.element(dialog.getByText('Confirm with your passkey', { exact: false })).toBeVisible();
  await expect.element(dialog.getByLabelText(/^Password/)).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Activate', exact: true }).click();
  await expect.element(screen.getByText('User Activated Successfully')).toBeVisible();
  expect(device.get).toHaveBeenCalledTimes(1);
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
