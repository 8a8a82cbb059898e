import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { enter, signInOver } from '../testing/enter.ts';
import { fill, openNewUser } from '../testing/newUser.ts';
import { userChoices } from '../testing/organisations.ts';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { asked, gatewayOf, pageOf, signedIn, viewer } from '../testing/responses.ts';
import { created } from '../testing/users.ts';

const refusal = (sessionEnd?: string) =>
  new Response(
    JSON.stringify({
      data: null,
      errors: [{ message: 'Request Failed', extensions: { code: 'UNAUTHENTICATED' } }],
      ...(sessionEnd && { extensions: { sessionEnd } }),
    }),
    { headers: { 'content-type': 'application/graphql-response+json' } },
  );

test.for([
  ['IDLE', /because of inactivity/],
  ['EXPIRED', /reached its maximum length/],
  ['ENDED', /ended from another device, by an Administrator, by your identity provider or by a password change/],
  ['USER_INACTIVE', /Your account was deactivated/],
  ['ORG_INACTIVE', /Your organisation was disabled/],
  ['SOMETHING_NEW', /Your session has ended\. Sign in again\./],
  [undefined, /Your session has ended\. Sign in again\./],
] as const)('START-46 the sign-in page says why the session has ended: %s', async ([end, text]) => {
  const { screen } = await openConsole('/O?a=1', gatewayOf({ OrganisationPage: asked(() => refusal(end)) }));
  await expect.element(screen.getByRole('status').getByText(text)).toBeVisible();
  expect(address()).toBe('/login?next=/O%3Fa%3D1');
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
});

test('START-46 the reason is gone with the next sign-in, and after signing out there is none', async () => {
  const { screen, session } = await openConsole(
    '/O',
    gatewayOf({ OrganisationPage: asked(({ secret }) => (secret === 'new' ? pageOf(viewer) : refusal('IDLE'))) }),
  );
  await expect.element(screen.getByRole('status').getByText(/because of inactivity/)).toBeVisible();
  session.completeSignIn('new');
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  session.signOut('key');
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect.element(screen.getByText(/because of inactivity/)).not.toBeInTheDocument();
});

describe('a session that ends while a form is half filled', () => {
  const open = async () => {
    let ended = false;
    const over = <Result,>(answer: () => Result) => (ended ? refusal('ENDED') : answer());
    const opened = await openNewUser({
      useActiveUserSearch_Users: asked((call) => over(() => userChoices(call))),
      CreateUserForm_Create: asked((call) => over(() => created(call))),
      SignIn_Login: asked(({ variables }) => {
        ended = false;
        expect(variables.input).toMatchObject({ email: 'admin@demo.example', password: 'Welcome#2026' });
        return signedIn;
      }),
    });
    await expect.element(opened.field('First name')).toBeVisible();
    return {
      ...opened,
      end: () => {
        ended = true;
      },
      line: opened.screen.getByRole('status', { name: 'Notices' }).getByText(/Your unsaved changes are still here\./),
    };
  };

  test('START-47 a search in the background leaves the form, and the next press asks to sign in; then it is sent once', async () => {
    const opened = await open();
    const { screen, field, choice, end, line, submit, names, session } = opened;
    await enter(field('First name'), 'Grace');
    end();
    await choice('Supervisor').fill('boss');
    await expect.element(line).toBeVisible();
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    expect(address()).toBe('/U/new');
    expect(storedSecret()).toBe('secret-of-this-tab');
    await fill(opened);
    await submit();
    const dialog = opened.dialog('Sign in to continue');
    await expect.element(dialog.getByText(/Your session was ended/)).toBeVisible();
    await expect.element(dialog.getByText(/Nothing was saved\./)).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly');
    await signInOver(dialog);
    await expect.element(line).not.toBeInTheDocument();
    expect(session.secret).not.toBe('secret-of-this-tab');
    expect(storedSecret()).toBe(session.secret);
    await expect.element(field('Email')).toHaveValue('grace@demo.example');
    expect(names().filter((name) => name === 'CreateUserForm_Create')).toHaveLength(1);
    await submit();
    await expect.poll(address).toBe('/U');
    expect(names().filter((name) => name === 'CreateUserForm_Create')).toHaveLength(2);
  });

  test('START-47 the question can be closed and opened again, and the form stays', async () => {
    const opened = await open();
    const { screen, field, end, submit } = opened;
    await fill(opened);
    end();
    await submit();
    const dialog = opened.dialog('Sign in to continue');
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(field('Email')).toHaveValue('grace@demo.example');
    await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect.element(dialog).toBeVisible();
  });

  test('START-47 signing out in another tab still ends it at once', async () => {
    const opened = await open();
    await fill(opened);
    localStorage.removeItem('console.page');
    window.dispatchEvent(new StorageEvent('storage', { key: 'console.page', newValue: null }));
    await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
  });
});
