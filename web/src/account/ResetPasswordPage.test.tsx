import { expect, test } from 'vitest';
import { linkInvitationOf } from '../testing/invitations.ts';
import { address, openConsole, storedKeys, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';
import { textsOf } from '../testing/texts.ts';

const token = 'reset-token-canary';
const knownWith = (invitation: object | null): Answer => ({
  data: { passwordReset: { __typename: 'PasswordReset', email: 'jane@demo.example', invitation } },
});
const known = knownWith(null);
const done: Answer = { data: { resetPassword: { __typename: 'ResetPasswordPayload', email: 'jane@demo.example' } } };

const deadLink =
  /^The link in your email no longer works. It was already used, has expired or was replaced by a newer one/;

const open = async (answers: Answers = {}, secret: string | null = null, query = token) => {
  const gateway = gatewayOf({ ResetPasswordPage: known, ResetPasswordForm_Reset: done, ...answers });
  const path = `/reset-password${query && `?reset_password_token=${query}`}`;
  const opened = await openConsole(path, gateway, { secret });
  const { screen } = opened;
  return {
    ...opened,
    password: screen.getByLabelText(/^Password/).first(),
    confirmation: screen.getByLabelText(/^Confirm password/).first(),
    submit: screen.getByRole('button', { name: 'Set password' }),
    notFound: screen.getByRole('heading', { name: 'Page Not Found' }),
  };
};

const fill = async (
  { password, confirmation, submit }: Awaited<ReturnType<typeof open>>,
  first: string,
  second = first,
) => {
  await password.fill(first);
  await confirmation.fill(second);
  await submit.click();
};

test('RESET-4 CASES-15 a good token shows the email read-only, and has left the address before it is sent', async () => {
  let seen = '';
  const { screen, password, calls } = await open({
    ResetPasswordPage: asked(() => {
      seen = window.location.href + JSON.stringify(window.history.state);
      return known;
    }),
  });
  await expect.element(password).toBeVisible();
  const email = screen.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toHaveValue('jane@demo.example');
  await expect.element(email).toHaveAttribute('readonly');
  expect(seen).not.toContain(token);
  expect(address()).toBe('/reset-password');
  expect(calls.map(({ name, variables }) => [name, variables])).toEqual([['ResetPasswordPage', { token }]]);
  expect(JSON.stringify({ ...localStorage })).not.toContain(token);
  await expect.poll(() => document.title).toBe('Set a new password · Console');
});

test.for([
  [{}, 'Ada Admin invited you to Demo as Assessor. The invitation expires on 27 Nov 2026.'],
  [
    { invitedBy: null, kind: 'EXTERNAL_USER', role: null },
    'You were invited to Demo as an external user. The invitation expires on 27 Nov 2026.',
  ],
  [
    { invitedBy: null, organisation: null, role: 'Administrator' },
    'You were invited as Administrator. The invitation expires on 27 Nov 2026.',
  ],
] as const)(
  'START-17 the first password says who invited, where, as what and until when: %j',
  async ([changes, line]) => {
    const { screen } = await open({ ResetPasswordPage: knownWith(linkInvitationOf(changes)) });
    await expect.element(screen.getByRole('heading', { name: 'Set your password', level: 1 })).toBeVisible();
    await expect.element(screen.getByText(line, { exact: true })).toBeVisible();
    await expect.poll(() => document.title).toBe('Set your password · Console');
  },
);

test('START-17 without an invitation the page does not mention one', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'Set a new password', level: 1 })).toBeVisible();
  await expect.element(screen.getByText(/invited/)).not.toBeInTheDocument();
});

test('RESET-14 F5 shows the form again, until the password is set', async () => {
  const first = await open();
  await expect.element(first.password).toBeVisible();
  const stored = { ...sessionStorage };
  await first.screen.unmount();
  expect(storedKeys()).toEqual([]);
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);

  const second = await open({}, null, '');
  await expect.element(second.password).toBeVisible();
  await expect.element(second.screen.getByRole('textbox', { name: 'Email' })).toHaveValue('jane@demo.example');
  expect(address()).toBe('/reset-password');
  await fill(second, 'Welcome#2026');
  await expect.element(second.screen.getByRole('button', { name: 'Next' })).toBeVisible();
  expect(second.calls[1]?.variables).toMatchObject({ input: { token } });
  expect(storedKeys()).toEqual([]);
});

test('START-19 RESET-5 a token that cannot be used leads to /page-not-found, which says so and leads to another link', async () => {
  const { notFound, screen } = await open({ ResetPasswordPage: { data: { passwordReset: null } } });
  await expect.element(notFound).toBeVisible();
  expect(address()).toBe('/page-not-found');
  await expect.element(screen.getByText(deadLink)).toBeVisible();
  await screen.getByRole('link', { name: 'Forgot password' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
});

test.for(['', '&x=1'])('RESET-5 no token leads to /page-not-found and sends no request', async (query) => {
  const { notFound, calls, screen } = await open({}, null, query);
  await expect.element(notFound).toBeVisible();
  await expect.element(screen.getByText(deadLink)).not.toBeInTheDocument();
  expect(address()).toBe('/page-not-found');
  expect(calls).toEqual([]);
});

test('RESET-5 a check that fails is not an unknown token: it can be tried again', async () => {
  let broken = true;
  const { screen, password } = await open({
    ResetPasswordPage: asked(() => (broken ? failing('UPSTREAM_BAD_RESPONSE', 'Request Failed') : known)),
  });
  await expect.element(screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
  broken = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(password).toBeVisible();
});

test('RESET-6 RESET-7 MSG-11 empty passwords show a message at both fields, and the first has the focus', async () => {
  const { screen, submit, password, confirmation, calls } = await open();
  await submit.click();
  await expect.element(screen.getByText('Password is required', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Confirm Password is required', { exact: true })).toBeVisible();
  await expect.element(password).toHaveFocus();
  await expect.element(confirmation).toHaveAttribute('aria-invalid', 'true');
  expect(calls).toHaveLength(1);
});

test('RESET-8 RESET-9 MSG-11 different passwords, or one against the policy, show a message', async () => {
  const opened = await open();
  await fill(opened, 'welcome#2026', 'Welcome#2027');
  for (const message of ['Password and confirm password is not matching', 'Password is not matching the policy'])
    await expect.element(opened.screen.getByText(message, { exact: true })).toBeVisible();
  expect(opened.calls).toHaveLength(1);
});

test('RESET-10 the rules are ticked off while the password is typed, and unmet rules are read out', async () => {
  const { screen, password } = await open();
  await password.fill('welcome2026');
  const rules = screen.getByRole('list', { name: 'Password requirements' });
  const states = () => textsOf(rules.getByRole('listitem'));
  await expect
    .poll(states)
    .toEqual([
      'At least 9 characters, met',
      'An upper case letter, not met',
      'A lower case letter, met',
      'A digit, met',
      'A special character, not met',
    ]);
  await expect
    .element(screen.getByText('Still missing: An upper case letter, A special character'))
    .toBeInTheDocument();
  await password.fill('Welcome#2026');
  await expect
    .element(screen.getByText(/^All listed requirements are met\. It must also not resemble/))
    .toBeInTheDocument();
});

test('RESET-11 MSG-26 a new password is set, an alert says so, and sign-in has the email ready', async () => {
  const opened = await open();
  await fill(opened, 'Welcome#2026');
  const { screen, calls } = opened;
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect.element(screen.getByText('Password Changed Successfully', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('jane@demo.example');
  expect(address()).toBe('/login');
  expect(calls[1]?.variables).toEqual({
    input: { token, email: 'jane@demo.example', password: 'Welcome#2026', passwordConfirmation: 'Welcome#2026' },
  });
});

test('RESET-11 the signed-in user is signed out first, also at the gateway', async () => {
  const opened = await open({ SignOutItem_Logout: { data: { logout: { viewer: null } } } }, 'mine');
  await fill(opened, 'Welcome#2026');
  await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
  expect(storedSecret()).toBeNull();
  expect(opened.calls.at(-1)?.name).toBe('SignOutItem_Logout');
  expect(address()).toBe('/login');
});

test('START-19 RESET-5 a token that was used in the meantime leads to /page-not-found at the submit, without a toast', async () => {
  const opened = await open({ ResetPasswordForm_Reset: failing('TOKEN_INVALID', 'Unknown token') });
  await fill(opened, 'Welcome#2026');
  await expect.element(opened.notFound).toBeVisible();
  expect(address()).toBe('/page-not-found');
  await expect.element(opened.screen.getByText(deadLink)).toBeVisible();
  await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
});

test('RESET-9 SECURITY-3.6 the server’s message about the password appears at its field, which has the focus, and the input stays', async () => {
  const message = 'is too common. Choose another one.';
  const opened = await open({
    ResetPasswordForm_Reset: failing('INVALID', `password ${message}`, { fields: [{ path: 'password', message }] }),
  });
  await fill(opened, 'Welcome#2026');
  await expect.element(opened.screen.getByText(message, { exact: true })).toBeVisible();
  await expect.element(opened.password).toHaveFocus();
  await expect.element(opened.password).toHaveValue('Welcome#2026');
  await expect.element(opened.confirmation).toHaveValue('Welcome#2026');
});
