import { expect } from '@playwright/test';
import { checkScreen, signIn, test } from './journey.ts';
import { rest } from './rest.ts';
import { auditor, sibling } from './sibling.ts';

test('CASES-14 CASES-15 SWITCH-1 SWITCH-2 SWITCH-3 SWITCH-4 SWITCH-6 SWITCH-7 the switcher hands over a token that is valid once', async ({
  page,
  system,
}) => {
  const requests = await sibling(page, auditor);
  await signIn(page, 'organiser@demo.example');
  await page.getByRole('button', { name: /modules/i }).click();
  const entries = page.getByRole('menuitem');
  await expect(entries).toHaveText([
    'Documenter',
    'Auditor',
    'Remediator',
    'Educator',
    'Continuer',
    'Investigator',
    'Central',
  ]);
  await checkScreen(page, 'switcher');
  await entries.filter({ hasText: 'Auditor' }).click();
  await expect(page.getByRole('heading', { name: 'Sibling' })).toBeVisible();
  const url = new URL(page.url());
  expect(url.origin).toBe(auditor);
  expect(url.pathname).toBe('/login');
  expect(url.searchParams.get('source')).toBe('console');
  const token = url.searchParams.get('sessionToken') ?? '';
  const exchange = () =>
    rest<{ user: { email: string } }>(system, '/tasks/api_user_detail', { body: { task: { api_key: token } } });
  const first = await exchange();
  expect([first.status, first.body.user.email]).toEqual([200, 'organiser@demo.example']);
  expect((await exchange()).status).toBe(401);
  expect(requests.map(({ referer }) => referer)).toEqual([undefined]);
  expect(system.output()).not.toContain(token);
});
