import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { sendUntilGone } from '../testing/enter.ts';
import { address, openConsole } from '../testing/render.tsx';
import { failing, gatewayOf } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const sent: Answer = {
  data: { requestPasswordReset: { __typename: 'RequestPasswordResetPayload', email: 'jane@demo.example' } },
};

const open = async (answer: Answer = sent) => {
  const opened = await openConsole('/forgot-password', gatewayOf({ ForgotPasswordPage_Request: answer }), {
    secret: null,
  });
  const email = opened.screen.getByRole('textbox', { name: 'Email' });
  const submit = opened.screen.getByRole('button', { name: 'Send link' });
  await expect.element(email).toBeVisible();
  return { ...opened, email, submit };
};

test('LOGIN-20 /login has a link to it that takes the typed email along, and there is a way back', async () => {
  const { screen } = await openConsole('/login', gatewayOf({}), { secret: null });
  await screen.getByRole('textbox', { name: 'Email' }).fill('jane@demo.example');
  await screen.getByRole('link', { name: 'Forgot password?' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  expect(address()).toBe('/forgot-password');
  await expect.poll(() => document.title).toBe('Forgot password · Console');
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('jane@demo.example');
  await screen.getByRole('link', { name: 'Back to sign in' }).click();
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('jane@demo.example');
});

test('RESET-1 MSG-13 without an email nothing is sent and the field says required', async () => {
  const { screen, email, submit, calls } = await open();
  await email.fill('   ');
  await submit.click();
  await expect.element(screen.getByText('required', { exact: true })).toBeVisible();
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect.element(email).toHaveFocus();
  expect(calls).toEqual([]);
});

test('RESET-2 MSG-26 the email is sent, an alert says so, and the page tells what to do next without saying who has an account', async () => {
  const { screen, email, calls } = await open();
  await email.fill(' jane@demo.example ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Password Reset link sent!', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.element(screen.getByText(/^If jane@demo\.example belongs to an account/)).toBeVisible();
  await expect.element(screen.getByText(/works once and expires after an hour/)).toBeVisible();
  expect(calls.map(({ name, variables, secret }) => [name, variables, secret])).toEqual([
    ['ForgotPasswordPage_Request', { email: 'jane@demo.example' }, null],
  ]);
  await screen.getByRole('button', { name: 'Use another email address' }).click();
  await expect.element(email).toBeVisible();
});

test('RESET-2 CASES-58 one mail is requested, however often Enter is pressed, and another one for another email', async () => {
  const { screen, email, submit, calls } = await open();
  await email.fill('jane@demo.example');
  await sendUntilGone((submit.element() as HTMLButtonElement).form as HTMLFormElement);
  expect(calls).toHaveLength(1);
  await screen.getByRole('button', { name: 'Use another email address' }).click();
  await email.fill('joan@demo.example');
  await submit.click();
  await expect.element(screen.getByText(/^If joan@demo\.example belongs/)).toBeVisible();
  expect(calls).toHaveLength(2);
});

test('RESET-2 too many requests show how long to wait, without a toast, and allow another one then', async () => {
  const { screen, email, submit, calls } = await open(failing('RATE_LIMITED', 'Too many requests', { retryAfter: 90 }));
  await email.fill('jane@demo.example');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  await submit.click();
  // Polling would move the fake clock by the interval.
  await expect.element(screen.getByText('Try again in 1 min 30 s', { exact: true }), { interval: 0 }).toBeVisible();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Too many requests');
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(submit).toBeDisabled();
  await email.click();
  await userEvent.keyboard('{Enter}');
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(90_500);
  await expect.element(submit).toBeEnabled();
  await expect.element(email).toHaveValue('jane@demo.example');
});
