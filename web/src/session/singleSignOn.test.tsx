import { expect, onTestFinished, test, vi } from 'vitest';
import { browserPage } from '../apollo/browserPage.ts';
import { openConfirmationChannel } from '../apollo/confirmationChannel.ts';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Answer, Call } from '../testing/script.ts';

const url = 'https://idp.example/authorize?state=s';
const started: Answer = {
  data: { startSingleSignOn: { __typename: 'StartSingleSignOnPayload', url, refusal: null } },
};
const outcome = (__typename: string, more: object = {}): Answer => ({
  data: { completeSingleSignOn: { __typename, ...more } },
});
const name = 'Continue with single sign-on';

const modes: Record<string, string> = { '@a.example': 'OPTIONAL', '@only.example': 'REQUIRED' };

const openLogin = async (answers: Answers = {}, path = '/login') => {
  const emails: unknown[] = [];
  const opened = await openConsole(
    path,
    gatewayOf({
      SingleSignOn_Available: asked(({ variables }) => {
        emails.push(variables.email);
        return { data: { singleSignOn: modes[String(variables.email)] ?? 'OFF' } };
      }),
      SingleSignOnButton_Start: started,
      ...answers,
    }),
    { secret: null },
  );
  return { ...opened, emails, email: opened.screen.getByRole('textbox', { name: 'Email' }) };
};

const openCallback = async (answer: Answer, query = '?code=c-1&state=s-1&iss=https%3A%2F%2Fidp.example') => {
  const answers = { OrganisationPage: pageOf(viewer), SingleSignOnCallback_Complete: answer };
  return openConsole(`/login/callback${query}`, gatewayOf(answers), { secret: null });
};

test('REALUSE-19 another email is asked about once in this browser, and another account can be used', async () => {
  const other = outcome('SingleSignOnOtherEmail', { startedEmail: 'me@a.example', returnedEmail: 'team@a.example' });
  const open = (stored: Record<string, string> = {}) =>
    openConsole(
      '/login/callback?code=c-1&state=s-1',
      gatewayOf({
        OrganisationPage: pageOf(viewer),
        SingleSignOnCallback_Complete: other,
        SingleSignOnCallback_Continue: { data: { continueSingleSignOn: { __typename: 'LoginSuccess' } } },
        SingleSignOnButton_Start: started,
      }),
      { secret: null, stored },
    );
  sessionStorage.setItem('console.singleSignOnEmail', 'me@a.example');
  const first = await open();
  await expect.element(first.screen.getByRole('heading', { name: 'Continue as team@a.example?' })).toBeVisible();
  await first.button('Use another account').click();
  await expect.poll(() => first.goTo.mock.calls).toEqual([[url]]);
  const restart = first.calls.find((call) => call.name === 'SingleSignOnButton_Start');
  expect(restart?.variables).toEqual({ input: { email: 'me@a.example', selectAccount: true } });
  await first.button('Continue as team@a.example').click();
  await expect.poll(address).not.toContain('/login/callback');
  const agreed = localStorage.getItem('console.singleSignOnAs') ?? '';
  const second = await open({ 'console.singleSignOnAs': agreed });
  await expect.poll(() => second.calls.map((call) => call.name)).toContain('SingleSignOnCallback_Continue');
});

test('SIGNIN-5 the button is for a domain of single sign-on, appears without moving anything, and asks with the domain alone', async () => {
  const { email, screen, emails } = await openLogin();
  await email.fill('someone@b.example');
  await expect.poll(() => emails).toEqual(['@b.example']);
  await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  const places = () =>
    ['Next', 'Email', 'Forgot'].map((text) => {
      const found = [...document.querySelectorAll('button, label, a')].find((one) => one.textContent?.startsWith(text));
      return found?.getBoundingClientRect().top;
    });
  const before = places();
  await email.fill('someone@A.example');
  await expect.element(screen.getByRole('button', { name })).toBeVisible();
  expect(places()).toEqual(before);
  expect(emails).toEqual(['@b.example', '@a.example']);
  await email.fill('someone@');
  await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
});

test('SIGNIN-5 it leads to the provider with a page secret, and remembers where the user was going', async () => {
  const { email, button, calls, goTo } = await openLogin({}, '/login?next=/U');
  await email.fill(' someone@a.example ');
  await button(name).click();
  await expect.poll(() => goTo.mock.calls).toEqual([[url]]);
  const [call] = calls;
  expect(call?.variables).toEqual({ input: { email: 'someone@a.example' } });
  expect(call?.secret).toMatch(/^[\w-]{43}$/);
  expect(sessionStorage.getItem('console.singleSignOn')).toBe('?next=/U');
  expect(storedSecret()).toBeNull();
});

test.each([
  ['says why', { url: null, refusal: { __typename: 'SingleSignOnRefused', message: 'It does not answer.' } }],
  ['never runs a script', { url: 'javascript:alert(1)', refusal: null }],
])('SIGNIN-5 SIGNIN-8 a start that is not possible %s and leads nowhere', async (_what, payload) => {
  const { email, button, goTo, screen, calls } = await openLogin({
    SingleSignOnButton_Start: { data: { startSingleSignOn: { __typename: 'StartSingleSignOnPayload', ...payload } } },
  });
  await email.fill('someone@a.example');
  await button(name).click();
  await expect.poll(() => calls).toHaveLength(1);
  if (payload.refusal) await expect.element(screen.getByText('It does not answer.')).toBeVisible();
  await expect.element(button(name)).toBeEnabled();
  expect(goTo).not.toHaveBeenCalled();
});

test('SIGNIN-6 the response of the provider is removed from the URL before anything is sent, and signs in with a new page secret', async () => {
  sessionStorage.setItem('console.singleSignOn', '?next=/O%3Ffrom%3Dmail');
  const { screen, calls } = await openCallback(outcome('LoginSuccess'));
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(address()).toBe('/O?from=mail');
  const [call] = calls;
  expect(call?.variables).toEqual({
    input: { state: 's-1', code: 'c-1', issuer: 'https://idp.example', error: null },
  });
  expect([call?.secret, storedSecret()]).toEqual([expect.stringMatching(/^[\w-]{43}$/), call?.secret]);
  expect(sessionStorage.getItem('console.singleSignOn')).toBeNull();
  expect(JSON.stringify(window.history.state)).not.toContain('c-1');
});

test('SIGNIN-8 the destination is a path of the console, or the first page', async () => {
  sessionStorage.setItem('console.singleSignOn', '?next=//evil.example');
  const { screen } = await openCallback(outcome('LoginSuccess'));
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  expect(address()).toBe('/O');
});

test.each([
  ['SingleSignOnRefused', { message: 'You have no account in this organisation.' }],
  ['UserDisabled', { message: 'You account is not active' }],
  ['OrganisationDisabled', { message: 'Your organisation is not active' }],
])('SIGNIN-6 %s is a page with the reason and a way back', async (type, more) => {
  sessionStorage.setItem('console.singleSignOn', '?next=/U');
  const { screen } = await openCallback(outcome(type, more));
  await expect.element(screen.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect.element(screen.getByText(more.message)).toBeVisible();
  expect([address(), storedSecret()]).toEqual(['/login/callback', null]);
  await screen.getByRole('link', { name: 'Back to sign in' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(address()).toBe('/login?next=/U');
});

test('SIGNIN-8 the page without a response, as after a reload, sends nothing', async () => {
  const { screen, calls } = await openCallback(outcome('LoginSuccess'), '');
  await expect.element(screen.getByText('The sign-in was not completed. Start again.')).toBeVisible();
  expect(calls).toEqual([]);
});

test('SIGNIN-11 the first sign-in is a page that says to check the email, not a failure', async () => {
  const message = 'We emailed you a link to confirm it.';
  const { screen } = await openCallback(outcome('SingleSignOnRefused', { reason: 'CONFIRMATION_EMAILED', message }));
  await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.element(screen.getByRole('status').getByText(message)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Back to sign in' })).toBeVisible();
});

test('SIGNIN-50 a different user at the provider sees what happened, and to check the email', async () => {
  const message = 'Your identity provider has a new user with your email address.';
  const { screen } = await openCallback(outcome('SingleSignOnRefused', { reason: 'REPLACEMENT_EMAILED', message }));
  await expect.element(screen.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect.element(screen.getByRole('status').getByText(message)).toBeVisible();
});

const openConfirmation = (answer: Answer, more = '') =>
  openConsole(
    `/login/confirm?single_sign_on_token=t-1${more}`,
    gatewayOf({ ConfirmSingleSignOn_Confirm: answer, SingleSignOnButton_Start: started }),
    { secret: null },
  );

test('SIGNIN-11 opening the emailed link does nothing; its button confirms with a page secret, and leads to the provider', async () => {
  const { screen, button, calls, goTo } = await openConfirmation({
    data: { confirmSingleSignOn: { __typename: 'ConfirmSingleSignOnPayload', email: 'someone@a.example' } },
  });
  await expect.element(screen.getByRole('heading', { name: 'Was it you?' })).toBeVisible();
  expect([address(), calls]).toEqual(['/login/confirm', []]);
  await button('Yes, it was me').click();
  await expect.element(screen.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
  await expect.element(screen.getByText(/can now sign in as someone@a\.example/)).toBeVisible();
  expect(calls[0]?.variables).toEqual({ input: { token: 't-1' } });
  expect(calls[0]?.secret).toMatch(/^[\w-]{43}$/);
  await button(name).click();
  await expect.poll(() => goTo.mock.calls).toEqual([[url]]);
  expect([calls[1]?.variables, storedSecret()]).toEqual([{ input: { email: 'someone@a.example' } }, null]);
});

test('SIGNIN-51 before a link is replaced the page says what is removed', async () => {
  const payload = { __typename: 'ConfirmSingleSignOnPayload', email: 'someone@a.example' };
  const { screen, button, calls } = await openConfirmation(
    { data: { confirmSingleSignOn: payload } },
    '&replaces=link',
  );
  await expect
    .element(screen.getByText(/password, authenticator app, recovery codes and passkeys are removed/))
    .toBeVisible();
  expect(calls).toEqual([]);
  await button('Yes, it was me').click();
  await expect.element(screen.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
  expect(calls[0]?.variables).toEqual({ input: { token: 't-1' } });
});

test('SIGNIN-11 a link that is used or too old says how to get a new one', async () => {
  const { screen, button } = await openConfirmation(failing('TOKEN_INVALID', 'Unknown token'));
  await button('Yes, it was me').click();
  await expect.element(screen.getByText(/no longer works/)).toBeVisible();
  await expect.element(screen.getByText(/with single sign-on again/)).toBeVisible();
});

test('SIGNIN-12 if single sign-on is required, the button replaces password and Next, and nothing moves', async () => {
  const { email, screen, button, goTo } = await openLogin();
  await expect.element(email).toBeVisible();
  const places = () => [...document.querySelectorAll('h1, label')].map((one) => one.getBoundingClientRect().top);
  const before = places();
  await email.fill('someone@only.example');
  await expect.element(button(name)).toBeVisible();
  await expect.element(screen.getByText('Your organisation uses single sign-on.')).toBeVisible();
  for (const gone of [
    screen.getByLabelText('Password'),
    screen.getByText('Next'),
    screen.getByText('Forgot password?'),
  ])
    await expect.element(gone.first()).not.toBeVisible();
  expect(places()).toEqual(before);
  await email.fill('someone@b.example');
  await expect.element(screen.getByLabelText('Password').first()).toBeVisible();
  await email.fill('someone@only.example');
  await button(name).click();
  await expect.poll(() => goTo.mock.calls).toEqual([[url]]);
});

test('SIGNIN-13 a small link leads Organisers and Administrators to the password, with the button below', async () => {
  const { email, screen, button } = await openLogin();
  await email.fill('someone@only.example');
  await button('Organisers and Administrators: use your password').click();
  await expect.element(screen.getByLabelText('Password').first()).toBeVisible();
  await expect.element(button(name)).toBeVisible();
  await expect.element(screen.getByText(/use your password/)).not.toBeInTheDocument();
});

test.each([
  ['SIGNIN-12', 'SingleSignOnRequired'],
  ['NETWORK-7', 'AddressNotAllowed'],
])('%s a correct password that is refused as %s shows the reason', async (_id, outcome) => {
  const message = 'The reason of the refusal.';
  const { email, screen, button } = await openLogin({
    SignIn_Login: { data: { login: { __typename: outcome, message } } },
  });
  await email.fill('someone@b.example');
  await screen.getByLabelText('Password').first().fill('Welcome#2026');
  await button('Next').click();
  await expect.element(screen.getByRole('status').getByText(message)).toBeVisible();
});

const confirmation = '?code=c-1&state=confirm.s&iss=https%3A%2F%2Fidp.example';
const openConfirmationWindow = async (refusal: object | null) => {
  const heard: unknown[] = [];
  const channel = openConfirmationChannel();
  channel.onmessage = ({ data }) => heard.push(data);
  onTestFinished(() => channel.close());
  const close = vi.spyOn(browserPage, 'close').mockImplementation(() => {});
  const answer = { __typename: 'ConfirmWithSingleSignOnPayload', confirmedUntil: null, refusal };
  const opened = await openConsole(
    `/login/callback${confirmation}`,
    gatewayOf({ ConfirmationCallback_Confirm: { data: { confirmWithSingleSignOn: answer } } }),
  );
  return { ...opened, heard, close };
};

test('CONFIRM-5 the window of a confirmation completes it in the session that there is, says so and closes', async () => {
  const { screen, calls, heard, close } = await openConfirmationWindow(null);
  await expect.element(screen.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
  await expect.poll(() => heard).toEqual([{ state: 'confirm.s', problem: null }]);
  expect(close).toHaveBeenCalledTimes(1);
  expect(address()).toBe('/login/callback');
  const [{ name: operation, variables, secret }] = calls as [Call];
  expect([operation, variables, secret]).toEqual([
    'ConfirmationCallback_Confirm',
    { input: { state: 'confirm.s', code: 'c-1', issuer: 'https://idp.example', error: null } },
    'secret-of-this-tab',
  ]);
});

test('CONFIRM-6 a refused confirmation says why, in the window and to the dialog', async () => {
  const message = 'You have signed in as another person.';
  const { screen, button, heard, close } = await openConfirmationWindow({ __typename: 'SingleSignOnRefused', message });
  await expect.element(screen.getByRole('alert')).toHaveTextContent(message);
  await expect.poll(() => heard).toEqual([{ state: 'confirm.s', problem: message }]);
  expect(close).not.toHaveBeenCalled();
  await button('Close this window').click();
  expect(close).toHaveBeenCalledTimes(1);
});
