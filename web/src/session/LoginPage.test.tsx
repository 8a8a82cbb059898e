import { texts } from '@console/contract/rules';
import { describe, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { passkeyDevice, passkeyOptions } from '../testing/passkeyDevice.ts';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const outcome = (__typename: string, more: object = {}): Answer => ({ data: { login: { __typename, ...more } } });
const success = outcome('LoginSuccess');
const page = pageOf(viewer);

const open = async (answers: Answers = {}, path = '/login') => {
  const opened = await openConsole(path, gatewayOf({ OrganisationPage: page, ...answers }), { secret: null });
  const { screen } = opened;
  return {
    ...opened,
    email: screen.getByRole('textbox', { name: 'Email' }),
    password: screen.getByLabelText('Password', { exact: true }).first(),
    next: screen.getByRole('button', { name: 'Next' }),
  };
};

const signIn = async ({ email, password, next }: Awaited<ReturnType<typeof open>>) => {
  await email.fill('admin@demo.example');
  await password.fill('Welcome#2026');
  await next.click();
};

describe('the credentials', () => {
  test('LOGIN-1 shows email, password and Next, and no shell', async () => {
    const { screen, email, password, next, calls } = await open();
    await expect.element(email).toBeVisible();
    await expect.element(password).toBeVisible();
    await expect.element(next).toBeVisible();
    await expect.element(screen.getByRole('banner')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument();
    expect(calls).toEqual([]);
    await expect.poll(() => document.title).toBe('Sign in · Console');
  });

  test('LOGIN-2 Next is enabled only when both fields are filled', async () => {
    const { email, password, next } = await open();
    await expect.element(next).toBeDisabled();
    await email.fill('admin@demo.example');
    await expect.element(next).toBeDisabled();
    await password.fill('x');
    await expect.element(next).toBeEnabled();
    await email.fill('');
    await expect.element(next).toBeDisabled();
  });

  test('LOGIN-3 LOGIN-17 LOGIN-18 PROTOCOLS-1.2 right credentials store the page secret and lead over / to /O', async () => {
    const opened = await open({ SignIn_Login: success });
    await signIn(opened);
    await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(address()).toBe('/O');
    const [login, then] = opened.calls;
    expect(login?.variables).toEqual({ input: { email: 'admin@demo.example', password: 'Welcome#2026' } });
    expect(login?.secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(storedSecret()).toBe(login?.secret);
    expect(then?.secret).toBe(login?.secret);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Welcome#2026');
  });

  test('LOGIN-18 leads to the page that asked for the sign-in', async () => {
    const opened = await open({ SignIn_Login: success }, '/login?next=/O%3Ffrom%3Dmail');
    await signIn(opened);
    await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(address()).toBe('/O?from=mail');
  });

  test('LOGIN-5 MSG-10 an unknown email says so at the email', async () => {
    const opened = await open({ SignIn_Login: outcome('UserNotFound') });
    await signIn(opened);
    await expect.element(opened.screen.getByText('User Not Found', { exact: true })).toBeVisible();
    await expect.element(opened.email).toHaveAttribute('aria-invalid', 'true');
    await expect.element(opened.password).not.toHaveAttribute('aria-invalid');
  });

  test('LOGIN-6 MSG-8 wrong credentials flag the email and say so under the password', async () => {
    const opened = await open({ SignIn_Login: outcome('InvalidCredentials') });
    await signIn(opened);
    await expect.element(opened.screen.getByText('Invalid credentials! Try again?', { exact: true })).toBeVisible();
    await expect.element(opened.email).toHaveAttribute('aria-invalid', 'true');
    await expect.element(opened.email).toHaveValue('admin@demo.example');
    expect(storedSecret()).toBeNull();
    await opened.password.fill('another');
    await expect.element(opened.screen.getByText('Invalid credentials! Try again?')).not.toBeInTheDocument();
  });

  test.for([
    ['LOGIN-7', 'UserDisabled', 'Uh-oh! User inactive!'],
    ['LOGIN-8', 'OrganisationDisabled', 'Oops! Organisation inactive!'],
  ] as const)('%s MSG-9 %s opens its dialog', async ([, typename, title]) => {
    const opened = await open({ SignIn_Login: outcome(typename) });
    await signIn(opened);
    const dialog = opened.screen.getByRole('dialog', { name: title });
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByText(/Contact your Organiser or support/)).toBeVisible();
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(storedSecret()).toBeNull();
  });

  test('LOGIN-21 Enter in the password field is Next, once enabled', async () => {
    const { email, password, calls } = await open({ SignIn_Login: outcome('InvalidCredentials') });
    await password.fill('Welcome#2026');
    await userEvent.keyboard('{Enter}');
    expect(calls).toEqual([]);
    await email.fill('admin@demo.example');
    await password.click();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => calls.length).toBe(1);
  });

  test.for([
    ['a refusal', 'Too many attempts', () => failing('RATE_LIMITED', 'Too many attempts')],
    ['the page of a proxy', 'Request Failed', () => new Response('<h1>502</h1>', { status: 502 })],
    ['no network', 'Request Failed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const)('LOGIN-22 MSG-29 after %s a toast says “%s”, and the form keeps its values', async ([, text, answer]) => {
    const opened = await open({ SignIn_Login: asked(answer) });
    await signIn(opened);
    await expect.element(opened.screen.getByRole('alert').getByText(text, { exact: true })).toBeVisible();
    await expect.element(opened.email).toHaveValue('admin@demo.example');
    await expect.element(opened.password).toHaveValue('Welcome#2026');
    expect(storedSecret()).toBeNull();
  });

  test('LOGIN-22 MSG-29 no network is a toast with Request Failed', async () => {
    const opened = await open({
      SignIn_Login: asked(() => {
        throw new TypeError('Failed to fetch');
      }),
    });
    await signIn(opened);
    await expect.element(opened.screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
    await expect.element(opened.email).toHaveValue('admin@demo.example');
  });

  test('PROTOCOLS-1.2 each sign-in has a page secret of its own', async () => {
    const opened = await open({ SignIn_Login: outcome('InvalidCredentials') });
    await signIn(opened);
    await expect.element(opened.screen.getByText('Invalid credentials! Try again?')).toBeVisible();
    await opened.next.click();
    await expect.poll(() => opened.calls.length).toBe(2);
    expect(opened.calls[1]?.secret).not.toBe(opened.calls[0]?.secret);
  });

  test('a signed-in user is redirected without a form', async () => {
    const { screen } = await openConsole('/login?next=/O', gatewayOf({ OrganisationPage: page }));
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(address()).toBe('/O');
  });

  test('UI-18 Next wears the primary blue', async () => {
    const { email, password, next } = await open();
    await email.fill('a');
    await password.fill('b');
    await userEvent.unhover(next);
    await expect.element(next).toBeEnabled();
    await expect
      .poll(() => getComputedStyle(next.element()).backgroundColor)
      .toMatch(/^rgb\(25, 113, 194\)|^rgb\(51, 154, 240\)/);
  });
});

describe('a passkey', () => {
  const offer = () => {
    const tag = Object.assign(document.createElement('meta'), { name: 'passkeys', content: 'on' });
    document.head.append(tag);
    onTestFinished(() => tag.remove());
  };
  const started = { SignIn_StartPasskey: { data: { startPasskeySignIn: { options: passkeyOptions } } } };
  const ended = (__typename: string) => ({ SignIn_Passkey: { data: { signInWithPasskey: { __typename } } } });
  const button = 'Sign in with a passkey';

  test('PASSKEY-2 signs in without password, with one page secret for both steps', async () => {
    offer();
    passkeyDevice();
    const { screen, calls } = await open({ ...started, ...ended('LoginSuccess') });
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    const [first, second] = calls;
    const input = second?.variables.input as { response: string } | undefined;
    expect(JSON.parse(input?.response ?? '')).toMatchObject({ id: 'mine', type: 'public-key' });
    expect(storedSecret()).toBe(first?.secret);
    expect(second?.secret).toBe(first?.secret);
    expect(localStorage.getItem('console.passkey')).toBe('used');
  });

  test.each([
    ['InvalidCredentials', 'This passkey is not registered with this console. Sign in with your password.'],
    ['UserDisabled', texts.signIn.userInactive],
  ])('PASSKEY-2 after %s the page says why and the form stays', async (name, text) => {
    offer();
    passkeyDevice();
    const { screen, email } = await open({ ...started, ...ended(name) });
    await email.fill('admin@demo.example');
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(email).toHaveValue('admin@demo.example');
    expect(storedSecret()).toBeNull();
  });

  test('PASSKEY-2 if the browser returns no passkey the page says so, and the user can try again', async () => {
    offer();
    passkeyDevice().get.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    const { screen, calls } = await open(started);
    await screen.getByRole('button', { name: button }).click();
    await expect.element(screen.getByText('No passkey was used.', { exact: false })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: button })).toBeEnabled();
    expect(calls.map(({ name }) => name)).toEqual(['SignIn_StartPasskey']);
  });

  test('PASSKEY-4 is offered only if the gateway says so, or if a passkey was used in this browser', async () => {
    localStorage.clear();
    const { screen, next } = await open();
    await expect.element(next).toBeVisible();
    await expect.element(screen.getByRole('button', { name: button })).not.toBeInTheDocument();
  });
});
