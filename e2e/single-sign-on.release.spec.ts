import { expect } from '@playwright/test';
import { checkScreen, demoPassword, signIn } from './journey.ts';
import { test } from './single-sign-on.ts';

test('BACKCHANNEL-1 SIGNIN-1 SIGNIN-3 SIGNIN-4 SIGNIN-5 SIGNIN-6 SIGNIN-7 SIGNIN-11 SIGNIN-12 SIGNIN-13 SIGNIN-16 SIGNIN-17 an Administrator sets single sign-on up, tests it and switches it on; then people sign in with the button once the mailed link is confirmed, and a stranger only once new people are created, who is asked for what is missing; where it is required, the password is for break-glass', async ({
  page,
  provider,
}) => {
  test.setTimeout(300_000);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const forgetSession = async () => {
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  };
  await signIn(page, 'admin@demo.example', '/S');
  await page.getByRole('textbox', { name: 'Client ID' }).fill(provider.clientId);
  await page.getByRole('textbox', { name: 'Tenant ID' }).fill('not of Entra');
  await page.getByRole('textbox', { name: 'Client secret' }).fill(provider.clientSecret);
  await button('Save').click();
  await expect(page.getByText('SSO Updated')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Identity provider' })).toBeVisible();
  await expect(button('Turn on single sign-on')).toBeDisabled();

  await button('Edit the identity provider').click();
  await page.getByRole('textbox', { name: /^Issuer/ }).fill(provider.issuer);
  await page.getByRole('textbox', { name: /^Email domains/ }).fill('demo.example');
  await button('Save').click();
  await expect(page.getByText('Single sign-on updated')).toBeVisible();
  await expect(page.getByText(/^console-verification=/)).toBeVisible();
  await button('Verify without a DNS record: demo.example').click();
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(button('Sign in to test')).toBeDisabled();
  await button('Test single sign-on').click();
  await expect(page.getByText('Passed', { exact: true }).first()).toBeVisible();
  await expect(button('Turn on single sign-on')).toBeDisabled();
  provider.signInAs('admin@elsewhere.example');
  await button('Sign in to test').click();
  await expect(page.getByText(/Sign-in test failed\. See the results/)).toBeVisible();
  await expect(page.getByText(/email domain elsewhere\.example is not verified/)).toBeVisible();
  await expect(page).toHaveURL(/\/S$/);
  await expect(button('Turn on single sign-on')).toBeDisabled();
  // Without its cookie the provider asks who signs in; its session belongs to another user.
  await page.context().clearCookies({ domain: '127.0.0.1' });
  provider.signInAs('admin@demo.example');
  await button('Sign in to test').click();
  await expect(page.getByText('Sign-in test passed')).toBeVisible();
  await expect(page.getByText(/email domain demo\.example is verified/)).toBeVisible();
  await checkScreen(page, 'single-sign-on');
  const logoutUrl = await page.getByText(/\/sso\/logout\//).textContent();
  expect(logoutUrl).toMatch(/^http:\/\/localhost:\d+\/sso\/logout\/[0-9a-f-]{36}$/);
  provider.logOutAt(logoutUrl ?? '');
  await button('Turn on single sign-on').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /password/i }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Single sign-on is on')).toBeVisible();
  await expect(page.getByText('On', { exact: true })).toBeVisible();

  await forgetSession();
  provider.signInAs('assessor@demo.example');
  await page.goto('/login?next=/profile');
  await page.getByRole('textbox', { name: 'Email' }).fill('assessor@demo.example');
  await expect(button('Continue with single sign-on')).toBeVisible();
  await checkScreen(page, 'sign-in-single-sign-on');
  await button('Continue with single sign-on').click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await checkScreen(page, 'single-sign-on-check-mail');
  await page.goto(await provider.confirmationLink('assessor@demo.example'));
  await expect(page.getByRole('heading', { name: 'Was it you?' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await checkScreen(page, 'single-sign-on-confirm');
  await button('Yes, it was me').click();
  await expect(page.getByRole('heading', { name: 'Confirmed' })).toBeVisible();
  await checkScreen(page, 'single-sign-on-confirmed');
  await page.goto('/login?next=/profile');
  await page.getByRole('textbox', { name: 'Email' }).fill('assessor@demo.example');
  await button('Continue with single sign-on').click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  await expect(page.getByText('assessor@demo.example').first()).toBeVisible();

  // The assessor signs out at the provider, in another tab.
  const there = await page.context().newPage();
  await there.goto(`${provider.issuer}/session/end`);
  await there.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(there.getByText('Sign-out Success')).toBeVisible();
  await there.close();
  await page.reload();
  await expect(page.getByText(/by your identity provider/)).toBeVisible();

  await forgetSession();
  provider.signInAs('stranger@demo.example');
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('stranger@demo.example');
  await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
  await expect(page.getByRole('heading', { name: 'You are not signed in' })).toBeVisible();
  await expect(page.getByText(/You have no account in this organisation/)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await checkScreen(page, 'single-sign-on-refused');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();

  await forgetSession();
  await signIn(page, 'admin@demo.example', '/S');
  await button('Edit the identity provider').click();
  await page.getByRole('combobox', { name: /^New users/ }).click();
  await page.getByRole('option', { name: 'Create as Auditee' }).click();
  await button('Save').click();
  await checkScreen(page, 'single-sign-on-change');
  await dialog.getByRole('textbox', { name: /password/i }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText('Single sign-on updated')).toBeVisible();
  await forgetSession();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('stranger@demo.example');
  await button('Continue with single sign-on').click();
  const notices = page.getByRole('status', { name: 'Notices' });
  await notices.getByRole('button', { name: 'Complete profile' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Stranger');
  await page.getByRole('textbox', { name: 'Designation' }).fill('Clerk');
  await button('Save').click();
  await expect(page.getByText('Update User', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Organisation', exact: true }).click();
  await expect(page).toHaveURL(/\/O$/);
  await expect(notices).toBeEmpty();

  await forgetSession();
  await signIn(page, 'admin@demo.example', '/S');
  await button('Require single sign-on').click();
  await dialog.getByRole('textbox', { name: /password/i }).fill(demoPassword);
  await dialog.getByRole('button', { name: 'Require' }).click();
  await expect(page.getByText('Single sign-on is required')).toBeVisible();
  await checkScreen(page, 'single-sign-on-required');
  await forgetSession();
  await page.goto('/login?next=/profile');
  await page.getByRole('textbox', { name: 'Email' }).fill('assessor@demo.example');
  await expect(page.getByText('Your organisation uses single sign-on.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next' })).toBeHidden();
  await checkScreen(page, 'sign-in-required');
  await button('Organisers and Administrators: use your password').click();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/Your organisation uses single sign-on\. Use it/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@demo.example');
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});
