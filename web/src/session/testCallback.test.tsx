import { expect, test } from 'vitest';
import { address, openConsole } from '../testing/render.tsx';
import { failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';
import { ownSso, singleSignOnOf } from '../testing/settings.ts';

const payload = (outcome: 'PASSED' | 'FAILED' | null, refusal: object | null = null): Answer => ({
  data: { completeSingleSignOnTest: { __typename: 'CompleteSingleSignOnTestPayload', outcome, refusal } },
});

const openCallback = async (answer: Answer, page: string | null = '/S?from=test') => {
  if (page !== null) sessionStorage.setItem('console.singleSignOnTest', page);
  const answers = {
    TestCallback_Complete: answer,
    SsoPage: ownSso({ singleSignOn: singleSignOnOf('7') }),
    OrganisationPage: pageOf(viewer),
  };
  return openConsole('/login/callback?code=c-1&state=test.s&iss=https%3A%2F%2Fidp.example', gatewayOf(answers));
};

test.each<['PASSED' | 'FAILED', string]>([
  ['PASSED', 'Sign-in test passed'],
  ['FAILED', 'Sign-in test failed. See the results on this page.'],
])(
  'SIGNIN-17 the provider’s answer to a test is completed in the session that there is, and leads back: %s',
  async (outcome, text) => {
    const { screen, calls } = await openCallback(payload(outcome));
    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
    expect(address()).toBe('/S?from=test');
    expect(sessionStorage.getItem('console.singleSignOnTest')).toBeNull();
    expect(JSON.stringify(window.history.state)).not.toContain('c-1');
    const completed = calls.find(({ name }) => name === 'TestCallback_Complete');
    expect([completed?.variables, completed?.secret]).toEqual([
      { input: { state: 'test.s', code: 'c-1', issuer: 'https://idp.example', error: null } },
      'secret-of-this-tab',
    ]);
  },
);

test.each([
  [
    'EXPIRED',
    payload(null, { __typename: 'SingleSignOnRefused', message: 'Please start again.' }),
    'Please start again.',
  ],
  [
    'CONFLICT',
    failing('CONFLICT', 'The settings were changed during the test.'),
    'The settings were changed during the test.',
  ],
])('SIGNIN-18 a test that is refused (%s) says why, and leads back', async (_code, answer, text) => {
  const { screen } = await openCallback(answer);
  await expect.element(screen.getByRole('heading', { name: 'Not tested' })).toBeVisible();
  await expect.element(screen.getByRole('alert').first()).toHaveTextContent(text);
  await screen.getByRole('link', { name: 'Back' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
});

test.each([['//evil.example'], ['javascript:alert(1)'], [null]])(
  'SIGNIN-18 a test returns only to a path of the console, not to %s',
  async (page) => {
    const { screen } = await openCallback(payload('PASSED'), page);
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(address()).toBe('/O');
  },
);
