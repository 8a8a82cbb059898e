import { expect, test } from 'vitest';
import { profileOf } from '../testing/profile.ts';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { type Answers, failing, gatewayOf } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const changed: Answer = { data: { changePassword: { __typename: 'ChangePasswordPayload', viewer: null } } };

const open = async (answer: Answers[string] = changed) => {
  const gateway = gatewayOf({ ProfilePage: profileOf(), ChangePasswordForm_Change: answer });
  const opened = await openConsole('/profile?tab=password', gateway);
  const { screen } = opened;
  const submit = screen.getByRole('main').getByRole('button', { name: 'Change Password' });
  await expect.element(submit).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: 'Change your password?' });
  return {
    ...opened,
    submit,
    dialog,
    confirm: dialog.getByRole('button', { name: 'Change Password' }),
    current: screen.getByLabelText(/^Current password/).first(),
    password: screen.getByLabelText(/^New password/).first(),
    confirmation: screen.getByLabelText(/^Confirm password/).first(),
  };
};

const fill = async (form: Awaited<ReturnType<typeof open>>, password = 'Welcome#2027', confirmation = password) => {
  await form.current.fill('Welcome#2026');
  await form.password.fill(password);
  await form.confirmation.fill(confirmation);
  await form.submit.click();
};

test('PWD-1 each of the three is required, and nothing is asked or sent', async () => {
  const { screen, submit, current, dialog, calls } = await open();
  await submit.click();
  await expect.poll(() => screen.getByText('Password is required', { exact: true }).elements()).toHaveLength(2);
  await expect.element(screen.getByText('Confirm Password is required', { exact: true })).toBeVisible();
  await expect.element(current).toHaveFocus();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toHaveLength(1);
});

test('PWD-2 PWD-3 MSG-12 a new password against the policy, and a confirmation that differs, show a message', async () => {
  const form = await open();
  await fill(form, 'welcome#2027', 'Welcome#2028');
  for (const message of ['Password Missmatch', 'Password is not matching the policy'])
    await expect.element(form.screen.getByText(message, { exact: true })).toBeVisible();
  await expect.element(form.dialog).not.toBeInTheDocument();
});

test('PWD-4 a confirmation warns that relogin is required, and Cancel does nothing', async () => {
  const form = await open();
  await fill(form);
  await expect
    .element(form.dialog.getByText(/signed out here and on every other device, and must sign in again/))
    .toBeVisible();
  await form.dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(form.dialog).not.toBeInTheDocument();
  expect(form.calls).toHaveLength(1);
  await expect.element(form.current).toHaveValue('Welcome#2026');
  await expect.element(form.password).toHaveValue('Welcome#2027');
});

test('PWD-5 PWD-6 MSG-26 SHELL-12 the password is changed, this browser is signed out, and /login still shows the alert', async () => {
  const form = await open();
  await fill(form);
  await form.confirm.click();
  await expect.element(form.screen.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect.element(form.screen.getByText('Password Changed Successfully', { exact: true })).toBeVisible();
  expect(address()).toBe('/login');
  expect(storedSecret()).toBeNull();
  await expect.poll(() => form.client.cache.extract()).toEqual({});
  expect(form.calls.map(({ name }) => name)).toEqual(['ProfilePage', 'ChangePasswordForm_Change']);
  expect(form.calls[1]?.variables).toEqual({
    input: { currentPassword: 'Welcome#2026', password: 'Welcome#2027', passwordConfirmation: 'Welcome#2027' },
  });
  await expect.element(form.screen.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(form.screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('PWD-7 a wrong current password is a toast with the server’s text, and the input stays', async () => {
  const form = await open(failing('WRONG_PASSWORD', 'Invalid current password'));
  await fill(form);
  await form.confirm.click();
  await expect.element(form.screen.getByRole('alert').getByText('Invalid current password')).toBeVisible();
  await expect.element(form.dialog).not.toBeInTheDocument();
  await expect.element(form.current).toHaveValue('Welcome#2026');
  await expect.element(form.password).toHaveValue('Welcome#2027');
  expect(storedSecret()).toBe('secret-of-this-tab');
  expect(address()).toBe('/profile?tab=password');
});

test('PWD-3 SECURITY-3.6 the server’s message about the new password appears at its field, and the input stays', async () => {
  const message = 'is too common. Choose another one.';
  const form = await open(failing('INVALID', `password ${message}`, { fields: [{ path: 'password', message }] }));
  await fill(form);
  await form.confirm.click();
  await expect.element(form.screen.getByText(message, { exact: true })).toBeVisible();
  await expect.element(form.dialog).not.toBeInTheDocument();
  await expect.element(form.password).toHaveAttribute('aria-invalid', 'true');
  await expect.element(form.current).toHaveValue('Welcome#2026');
  await expect.element(form.password).toHaveValue('Welcome#2027');
  await expect.element(form.confirmation).toHaveValue('Welcome#2027');
  await form.password.click();
  await form.current.click();
  await expect.element(form.screen.getByText(message, { exact: true })).toBeVisible();
  await form.password.fill('Welcome#2028');
  await form.current.click();
  await expect.element(form.screen.getByText(message, { exact: true })).not.toBeInTheDocument();
});
