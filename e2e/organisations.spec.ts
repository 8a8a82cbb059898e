import { expect } from '@playwright/test';
import { signIn, test, visit } from './journey.ts';

test('ORG-10 the information of the own organisation passes axe in both themes at both widths', async ({ page }) => {
  await signIn(page, 'admin@demo.example');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await visit(page, 'own-organisation');
});

test('NAV-5 somebody without an organisation is told so, on a screen that passes axe', async ({ page }) => {
  await signIn(page, 'new@nowhere.example');
  await visit(page, 'no-organisation');
});

test('the own organisation is one GraphQL request, and its logo comes from the same origin', async ({
  page,
  system,
}) => {
  await signIn(page, 'organiser@demo.example');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  const logo = page.getByRole('banner').getByRole('img').first();
  await expect(logo).toBeVisible();
  await expect(logo).toHaveAttribute('src', /\/files\/[A-Za-z0-9_-]{22}$/);
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(asked.filter((path) => path === '/graphql')).toHaveLength(1);
  expect(page.url()).toBe(`${system.url}/O`);
});
