import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf } from '../testing/responses.ts';
import type { Answer, Call } from '../testing/script.ts';

const outcome = (__typename: string, more: object = {}): Answer => ({ data: { login: { __typename, ...more } } });
const asksForApp = outcome('OtpRequired', {
  email: 'app@demo.example',
  sent: false,
  passcodeMailed: false,
  resendIn: 0,
  factor: 'APP',
  rememberDays: 30,
});
const otpOf = (call: Call) => (call.variables.input as { otp?: string }).otp;

const openStep = async (triesLeft = 4, answers: Answers = {}) => {
  const gateway = gatewayOf({
    SignIn_Login: asked((call) => (otpOf(call) === undefined ? asksForApp : outcome('InvalidOtp', { triesLeft }))),
    ...answers,
  });
  const opened = await openConsole('/login', gateway, { secret: null });
  const { screen, calls } = opened;
  await screen.getByRole('textbox', { name: 'Email' }).fill('app@demo.example');
  await screen.getByLabelText('Password', { exact: true }).first().fill('Welcome#2026');
  await screen.getByRole('button', { name: 'Next' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  const otps = () => calls.map(otpOf).filter((otp) => otp !== undefined);
  return { ...opened, otps, login: screen.getByRole('button', { name: 'Login' }) };
};

test('FACTOR-12 FOCUS-3 the sixth digit sends them; a wrong code empties the boxes and says so; no email is sent', async () => {
  const { screen, login, otps } = await openStep();
  await expect.element(login).toBeDisabled();
  await userEvent.keyboard('123456');
  await expect.element(screen.getByText('Incorrect code')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveValue('');
  await expect.element(screen.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Resend' })).not.toBeInTheDocument();
  expect(otps()).toEqual(['123456']);
});

test('FOCUS-3 Enter sends six digits that are there, and nothing before', async () => {
  const failed = failing('UPSTREAM_UNAVAILABLE', 'Request Failed');
  const { screen, otps } = await openStep(4, {
    SignIn_Login: asked((call) => (otpOf(call) === undefined ? asksForApp : failed)),
  });
  await expect.element(screen.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveFocus();
  await userEvent.keyboard('12345{Enter}');
  expect(otps()).toEqual([]);
  await userEvent.keyboard('6');
  await expect.element(screen.getByText('Request Failed')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => otps()).toEqual(['123456', '123456']);
});

test('FACTOR-12 a recovery code is typed in one field, and the way back to the app is there', async () => {
  const { screen, login, otps } = await openStep();
  await screen.getByRole('button', { name: 'Use a recovery code' }).click();
  await screen.getByRole('textbox', { name: 'Recovery code' }).fill('ABCD-EFGH-JKMN-PQRS');
  await login.click();
  await expect.element(screen.getByText('Incorrect code')).toBeVisible();
  expect(otps()).toEqual(['ABCD-EFGH-JKMN-PQRS']);
  await screen.getByRole('button', { name: 'Use your authenticator app' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeVisible();
  await expect.element(screen.getByText('Incorrect code')).not.toBeInTheDocument();
});

test('FACTOR-12 the password is required again without tries left, and after Back', async () => {
  const { screen } = await openStep(0);
  await userEvent.keyboard('123456');
  await expect.element(screen.getByText('Too many wrong codes. Enter your password again.')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('app@demo.example');
});
