import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import '@mantine/core/styles.css';
import '../ui/global.css';
import { consolePage, sandboxPage } from './buildPages.ts';
import { WidgetsPage } from './WidgetsPage.tsx';

const html = import.meta.glob<string>(['../../*.html', '../../sandbox/*.html'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!./**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

test('UI-20 the page of widgets is for the dev server: neither a page of the build nor anything it loads leads to it', () => {
  const built = [consolePage, sandboxPage].map((path) => `../../${path}`);
  expect(Object.keys(html).filter((path) => !built.includes(path))).toEqual(['../../widgets.html']);
  expect(built.filter((path) => !html[path] || html[path].includes('widgets'))).toEqual([]);
  expect(Object.keys(sources).length).toBeGreaterThan(50);
  expect(Object.keys(sources).filter((path) => sources[path]?.includes('widgets/'))).toEqual([]);
  expect(html['../../widgets.html']).toContain('/src/widgets/main.tsx');
});

const sections = [
  'Buttons',
  'Fields',
  'Dropdowns',
  'File fields',
  'Form',
  'Dialogs',
  'Alerts and toasts',
  'Tab bar',
  'Data table',
];

for (const width of [1280, 390, 360, 320])
  test(`UI-20 the widgets fit a window of ${width} px; what is wider scrolls in its own frame`, async () => {
    await page.viewport(width, 800);
    try {
      const screen = await render(<WidgetsPage />);
      for (const name of sections)
        await expect.element(screen.getByRole('region', { name, exact: true })).toBeVisible();
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const frame = document.querySelector('table')?.parentElement;
      if (width < 700) expect(frame?.scrollWidth).toBeGreaterThan(frame?.clientWidth ?? 0);
    } finally {
      await cleanup();
      await page.viewport(1280, 800);
    }
  });

test('UI-1 UI-2 UI-3 the widgets can be tried out', async () => {
  const screen = await render(<WidgetsPage />);
  await screen.getByRole('button', { name: 'Alert', exact: true }).click();
  await expect.element(screen.getByText('User updated')).toBeVisible();
  await screen.getByRole('button', { name: 'Toast with lines and a request' }).click();
  await expect.element(screen.getByText('Request request-42')).toBeVisible();
  await screen.getByRole('link', { name: 'Users' }).click();
  await expect.element(screen.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  await screen.getByRole('button', { name: 'Confirm with password', exact: true }).click();
  await expect.element(screen.getByRole('dialog').getByLabelText('Password *')).toBeVisible();
});
