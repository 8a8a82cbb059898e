import { expect } from '@playwright/test';
import { newPassword, passwordLink, typeTwice } from './first-password.ts';
import { typeInto } from './forms.ts';
import { demoPassword, enterCredentials, test } from './journey.ts';
import { createSession, rest, unusedUser } from './rest.ts';

test('RESET-2 RESET-3 RESET-4 RESET-5 RESET-11 RESET-12 RESET-14 CASES-44 CASES-15 a forgotten password is replaced once, and every session of its owner ends', async ({
  page,
  context,
  browser,
  system,
}) => {
  const { email } = await unusedUser(system);
  const elsewhere = await browser.newPage({ baseURL: system.url });
  await elsewhere.goto('/login');
  await enterCredentials(elsewhere, email);
  await expect(elsewhere).toHaveURL(/\/O$/);
  const { key } = await createSession(system, email);

  await page.goto('/login');
  await page.getByRole('link', { name: /forgot/i }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await typeInto(page.getByRole('textbox', { name: 'Email' }), email);
  await page.getByRole('button', { name: /send/i }).click();
  await expect(page.getByText('Password Reset link sent!').first()).toBeVisible();

  const link = await passwordLink(system, email);
  expect(new URL(link).origin).toBe(new URL(system.url).origin);
  const token = new URL(link).searchParams.get('reset_password_token') ?? '';
  expect(token.length).toBeGreaterThan(40);
  await page.goto(link);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(page.url()).not.toContain(token);
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(page.url()).not.toContain(token);
  await typeTwice(page, newPassword);
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await expect(page.getByText('Password Changed Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  expect((await rest(system, '/consoles/subscribed_grc_modules', { key })).status).toBe(401);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await enterCredentials(page, email, demoPassword);
  await expect(page.getByText('Invalid credentials! Try again?')).toBeVisible();
  await enterCredentials(page, email, newPassword);
  await expect(page).toHaveURL(/\/O$/);
  const again = await context.newPage();
  await again.goto(link);
  await expect(again).toHaveURL(/\/page-not-found$/);
  expect(system.output()).not.toContain(token);
  await elsewhere.close();
});
