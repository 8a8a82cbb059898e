import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Answer, Call } from '../testing/script.ts';

const outcome = (__typename: string, more: object = {}): Answer => ({ data: { login: { __typename, ...more } } });
const required = (sent = true, resendIn = 30, passcodeMailed = true) =>
  outcome('OtpRequired', {
    email: 'otp@secure.example',
    sent,
    passcodeMailed,
    resendIn,
    factor: 'EMAIL',
    rememberDays: 30,
  });
const sentAgain: Answer = { data: { sendOtp: { __typename: 'SendOtpPayload', resendIn: 30 } } };
const hasOtp = (call: Call) => (call.variables.input as { otp?: string }).otp !== undefined;

/** A fake clock that runs, and that the test can also move. */
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

const openPasscode = async (answers: Answers = {}, first: Answer = required(), email = 'otp@secure.example') => {
  const gateway = gatewayOf({
    SignIn_Login: asked((call) => (hasOtp(call) ? outcome('InvalidOtp', { triesLeft: 4 }) : first)),
    SignIn_SendOtp: sentAgain,
    OrganisationPage: pageOf(viewer),
    ...answers,
  });
  const opened = await openConsole('/login', gateway, { secret: null });
  const { screen } = opened;
  await screen.getByRole('textbox', { name: 'Email' }).fill(email);
  await screen.getByLabelText('Password', { exact: true }).first().fill('Welcome#2026');
  await screen.getByRole('button', { name: 'Next' }).click();
  const boxes = screen.getByRole('group', { name: 'Passcode' });
  await expect.element(boxes).toBeVisible();
  return {
    ...opened,
    first: screen.getByRole('textbox', { name: 'Character 1 of 4' }),
    login: screen.getByRole('button', { name: 'Login' }),
    resend: screen.getByRole('button', { name: 'Resend' }),
    typed: () => [...boxes.element().querySelectorAll('input')].map((input) => input.value).join(''),
  };
};

const type = async (passcode: string) => userEvent.keyboard(passcode);

test('LOGIN-4 OTP-1 MSG-7 PROTOCOLS-2.7 OTP Sent is shown for 3 seconds, once the passcode was sent by the login call', async () => {
  const { screen, calls } = await openPasscode();
  await expect.element(screen.getByText('OTP Sent', { exact: true })).toBeVisible();
  expect(calls.map((call) => call.name)).toEqual(['SignIn_Login']);
  vi.advanceTimersByTime(2_000);
  await expect.element(screen.getByText('OTP Sent', { exact: true })).toBeVisible();
  vi.advanceTimersByTime(1_200);
  await expect.element(screen.getByText('OTP Sent', { exact: true })).not.toBeInTheDocument();
});

test('OTP-2 CONST-1 after OTP Sent 30 seconds count down and Resend is disabled until 0', async () => {
  const { screen, resend } = await openPasscode();
  await expect.element(resend).toBeDisabled();
  vi.advanceTimersByTime(3_000);
  await expect.element(screen.getByText(/^Send again in (30|29) s$/)).toBeVisible();
  vi.advanceTimersByTime(15_000);
  await expect.element(screen.getByText(/^Send again in 1[345] s$/)).toBeVisible();
  await expect.element(resend).toBeDisabled();
  vi.advanceTimersByTime(15_500);
  await expect.element(resend).toBeEnabled();
  await expect.element(screen.getByText(/^Send again in/)).not.toBeInTheDocument();
});

test('OTP-3 Resend sends again with the same page secret, the times start over, and the focus stays on it', async () => {
  const { screen, resend, calls } = await openPasscode();
  vi.advanceTimersByTime(34_000);
  await resend.click();
  await expect.element(screen.getByText('OTP Sent', { exact: true })).toBeVisible();
  await expect.element(resend).toBeDisabled();
  await expect.element(resend).toHaveFocus();
  expect(calls.map((call) => call.name)).toEqual(['SignIn_Login', 'SignIn_SendOtp']);
  expect(calls[1]?.variables).toEqual({ email: 'otp@secure.example' });
  expect(calls[1]?.secret).toBe(calls[0]?.secret);
  vi.advanceTimersByTime(3_300);
  await expect.element(screen.getByText(/^Send again in (30|29) s$/)).toBeVisible();
});

test('OTP-2 PROTOCOLS-2.7 a passcode that was not sent counts down at once, without OTP Sent', async () => {
  const { screen, resend } = await openPasscode({}, required(false, 12));
  await expect.element(screen.getByText(/^Send again in 1[12] s$/)).toBeVisible();
  await expect.element(screen.getByText('OTP Sent', { exact: true })).not.toBeInTheDocument();
  vi.advanceTimersByTime(12_300);
  await expect.element(resend).toBeEnabled();
});

test('OTP-16 a sign-in that continues after a reload asks for the emailed passcode, and counts down what is left', async () => {
  const { screen, resend } = await openPasscode({}, required(false, 21));
  await expect
    .element(
      screen.getByText('Enter the 4-character passcode from the last email to otp@secure.example.', { exact: true }),
    )
    .toBeVisible();
  await expect.element(screen.getByText(/^Send again in 2[01] s$/)).toBeVisible();
  await expect.element(resend).toBeDisabled();
});

test('OTP-17 the page says that a passcode is for another sign-in, until one is sent for this sign-in after the countdown', async () => {
  const { screen, resend, calls } = await openPasscode({}, required(false, 21, false));
  const elsewhere = screen.getByText(
    'The last passcode for otp@secure.example belongs to another sign-in and cannot be used here. Select Resend to get one for this sign-in.',
    { exact: true },
  );
  await expect.element(elsewhere).toBeVisible();
  await expect.element(screen.getByText(/^Send again in 2[01] s$/)).toBeVisible();
  await expect.element(resend).toBeDisabled();
  vi.advanceTimersByTime(21_300);
  await resend.click();
  await expect.element(screen.getByText('OTP Sent', { exact: true })).toBeVisible();
  await expect.element(elsewhere).not.toBeInTheDocument();
  await expect
    .element(screen.getByText('Enter the 4-character passcode from the email to otp@secure.example.'))
    .toBeVisible();
  expect(calls.map(({ name }) => name)).toEqual(['SignIn_Login', 'SignIn_SendOtp']);
});

test('OTP-17 the longest email does not widen the passcode step at 320 px', async () => {
  await page.viewport(320, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const email = `${'m'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.tld`;
  const { screen } = await openPasscode({}, required(false, 21, false), email);
  await expect.element(screen.getByText(/belongs to another sign-in/)).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test('OTP-3 the page says that a passcode could not be sent, and Resend is enabled immediately', async () => {
  const { screen, resend } = await openPasscode({}, required(false, 0, false));
  await expect
    .element(screen.getByText('Could not send a passcode to otp@secure.example. Select Resend to try again.'))
    .toBeVisible();
  await expect.element(resend).toBeEnabled();
});

test('OTP-3 a rate-limited resend waits as long as the server says and shows why, with no toast', async () => {
  const { screen, resend } = await openPasscode({
    SignIn_SendOtp: failing('RATE_LIMITED', 'Too many passcodes were sent', { retryAfter: 90 }),
  });
  vi.advanceTimersByTime(34_000);
  await resend.click();
  await expect.element(screen.getByText(/^Send again in 1 min (30|29) s$/)).toBeVisible();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Too many passcodes were sent');
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(screen.getByText('OTP Sent', { exact: true })).not.toBeInTheDocument();
});

test('OTP-15 a resend for a sign-in that is over leads back to the credentials, email kept', async () => {
  const { screen, resend } = await openPasscode({ SignIn_SendOtp: failing('TOKEN_INVALID', 'Unknown sign-in') });
  vi.advanceTimersByTime(34_000);
  await resend.click();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('otp@secure.example');
  await expect.element(screen.getByText(/^The sign-in has expired/)).toBeVisible();
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('OTP-4 OTP-5 CONST-1 Login needs exactly 4 characters, and a 5th cannot be typed', async () => {
  const { login, typed, calls } = await openPasscode();
  await expect.element(login).toBeDisabled();
  await type('A1b');
  await expect.element(login).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(calls).toHaveLength(1);
  await type('?');
  await expect.element(login).toBeEnabled();
  await type('Z');
  expect(typed()).toBe('A1b?');
});

test('OTP-5 a passcode can be pasted, and the browser may fill it in', async () => {
  const { first, typed, login } = await openPasscode();
  await expect.element(first).toHaveAttribute('autocomplete', 'one-time-code');
  const clipboard = new DataTransfer();
  clipboard.setData('text/plain', ' 7K2Q ');
  first.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true }));
  await expect.poll(typed).toBe('7K2Q');
  await expect.element(login).toBeEnabled();
});

test('LOGIN-17 PROTOCOLS-2.1 PROTOCOLS-2.9 the right passcode signs in with the password and the page secret of the first step', async () => {
  const { screen, calls } = await openPasscode({
    SignIn_Login: asked((call) => (hasOtp(call) ? outcome('LoginSuccess') : required())),
  });
  await type('7K2Q');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(calls[1]?.variables).toEqual({
    input: { email: 'otp@secure.example', password: 'Welcome#2026', otp: '7K2Q', rememberDevice: true },
  });
  expect(calls[1]?.secret).toBe(calls[0]?.secret);
  expect(storedSecret()).toBe(calls[0]?.secret);
  expect(address()).toBe('/O');
});

test('REALUSE-20 a ticked checkbox says for how long the browser is remembered; unticked, the passcode is sent with that wish', async () => {
  const { screen, calls, login } = await openPasscode();
  const box = screen.getByRole('checkbox', { name: 'Do not ask again on this browser for 30 days' });
  await expect.element(box).toBeChecked();
  await type('7K2Q');
  await box.click();
  await login.click();
  await expect.poll(() => calls[1]?.variables).toMatchObject({ input: { otp: '7K2Q', rememberDevice: false } });
});

test('OTP-7 MSG-7 a wrong passcode says Incorrect OTP, stays on the step and empties the boxes', async () => {
  const { screen, login, first, typed } = await openPasscode();
  await type('XXXX');
  await login.click();
  await expect.element(screen.getByText('Incorrect OTP', { exact: true })).toBeVisible();
  await expect.poll(typed).toBe('');
  await expect.element(login).toBeDisabled();
  await expect.element(first).toHaveFocus();
  expect(storedSecret()).toBeNull();
});

test('OTP-7 any other failure is a toast and keeps the input', async () => {
  const { screen, login, typed } = await openPasscode({
    SignIn_Login: asked((call) => (hasOtp(call) ? failing('UPSTREAM_TIMEOUT', 'Request Failed') : required())),
  });
  await type('7K2Q');
  await login.click();
  await expect.element(screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
  expect(typed()).toBe('7K2Q');
});

test('OTP-15 PROTOCOLS-2.7 Back returns to the credentials with the email and without the password', async () => {
  const { screen } = await openPasscode();
  await screen.getByRole('button', { name: 'Back' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('otp@secure.example');
  await expect.element(screen.getByLabelText('Password', { exact: true }).first()).toHaveValue('');
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
});

test('UI-19 pressing Login twice sends the passcode once', async () => {
  const { login, calls } = await openPasscode();
  await type('7K2Q');
  const button = login.element() as HTMLButtonElement;
  button.click();
  button.click();
  await expect.poll(() => calls.length).toBe(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(calls).toHaveLength(2);
});
