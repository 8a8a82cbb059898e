import { beforeEach, expect, test } from 'vitest';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';

const dueAt = '2026-12-05T00:00:00.000Z';
const required = (changes: object = {}) => ({
  __typename: 'RequiredFactor',
  dueAt,
  isDue: false,
  signInAgain: false,
  ...changes,
});
const refused = failing('FACTOR_REQUIRED', 'Your organisation requires a second factor. Set one up to continue.');
const lacking = (requiredFactor: object | null) => ({ ...viewer, requiredFactor });

const open = (path: string, requiredFactor: object | null, answers: Answers = {}) =>
  openConsole(
    path,
    gatewayOf({
      RequiredFactorPage: pageOf(lacking(requiredFactor)),
      OrganisationPage: pageOf(lacking(requiredFactor)),
      ...answers,
    }),
  );

beforeEach(() => sessionStorage.clear());

test('FACTOR-16 within the grace period the first page after a sign-in leads to the set-up, and Later continues without asking again', async () => {
  sessionStorage.setItem('console.askForFactor', '1');
  const { screen, button } = await open('/O?x=1', required());
  await expect.element(screen.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  expect(address()).toBe('/required-factor?next=%2FO%3Fx%3D1');
  await expect.element(screen.getByText(/Set one up by 4 Dec 2026\./)).toBeVisible();
  await expect.element(button('Add a passkey')).toBeVisible();
  await expect.element(button('Sign Out')).not.toBeInTheDocument();
  await button('Later').click();
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(address()).toBe('/O?x=1');
  expect(sessionStorage.getItem('console.askForFactor')).toBeNull();
});

test('FACTOR-16 within the grace period an earlier session is not asked', async () => {
  const { screen } = await open('/O', required());
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(address()).toBe('/O');
});

test('FACTOR-16 after the grace period any refused page leads there, without Later and without a toast', async () => {
  const { screen, button } = await open('/O', required({ isDue: true }), { OrganisationPage: refused });
  await expect.element(screen.getByText('The deadline has passed.', { exact: false })).toBeVisible();
  await expect.element(button('Later')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('alert').getByText('Set one up to continue.')).not.toBeInTheDocument();
  await button('Sign Out').click();
  await expect.poll(address).toContain('/login');
});

test('FACTOR-16 with a factor that was not used for the session, only signing out is offered', async () => {
  const { screen, button } = await open('/required-factor', required({ isDue: true, signInAgain: true }));
  await expect.element(screen.getByRole('heading', { name: 'Sign in with your second factor' })).toBeVisible();
  await expect.element(button('Add a passkey')).not.toBeInTheDocument();
  await expect.element(button('Set up an authenticator app')).not.toBeInTheDocument();
  await expect.element(button('Sign Out')).toBeVisible();
});

test('FACTOR-16 once it is set up the user continues to where they were going, and nowhere outside the console', async () => {
  for (const [next, path] of [
    ['/U', '/U'],
    ['//evil.example', '/O'],
  ] as const) {
    const { screen } = await open(`/required-factor?next=${encodeURIComponent(next)}`, null, {
      OwnUsersPage: asked(() => failing('INTERNAL', 'Request Failed')),
    });
    await expect.poll(address).toBe(path);
    await screen.unmount();
  }
});

test('FACTOR-16 its operations are not stored, because such a session may store none', async () => {
  const { screen, button, dialog, calls } = await open('/required-factor', required({ isDue: true }), {
    SetUpApp_Start: {
      data: {
        setUpAuthenticatorApp: {
          __typename: 'SetUpAuthenticatorAppPayload',
          setupId: '3',
          secret: 'ABCDEFGH',
          uri: 'otpauth://totp/x',
        },
      },
    },
    SetUpAppDialog_Confirm: failing('TOKEN_INVALID', 'This setup has expired. Start again.'),
  });
  await button('Set up an authenticator app').click();
  const asking = dialog('Set up an authenticator app?');
  await asking
    .getByLabelText(/password/i)
    .first()
    .fill('Welcome#2026');
  await asking.getByRole('button', { name: 'Continue' }).click();
  await screen.getByLabelText('Digit 1 of 6').fill('123456');
  await expect.poll(() => calls.map(({ name }) => name)).toContain('SetUpAppDialog_Confirm');
  expect(calls.flatMap(({ headers }) => headers.get('idempotency-key') ?? [])).toEqual([]);
});
