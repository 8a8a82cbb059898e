import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { contrast } from '../testing/contrast.ts';
import { openConsole } from '../testing/render.tsx';
import { gatewayOf } from '../testing/responses.ts';
import { textColorOn } from './SignInLayout.tsx';

/** Opens the sign-in page with the brand that the gateway writes into the page. */
const open = async (brand: Record<string, string> = {}) => {
  for (const [name, content] of Object.entries(brand)) {
    const meta = Object.assign(document.createElement('meta'), { name, content });
    document.head.append(meta);
    onTestFinished(() => meta.remove());
  }
  const { screen } = await openConsole('/login', gatewayOf({}), { secret: null });
  await expect.element(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  return { screen, panel: screen.getByRole('complementary', { name: 'About the console' }) };
};

test('LOGIN-1 without a brand the sign-in page is that of the console', async () => {
  const { screen, panel } = await open();
  await expect.element(panel.getByText('Console', { exact: true })).toBeVisible();
  await expect
    .poll(() => panel.getByRole('list', { name: 'Modules' }).getByRole('listitem').elements())
    .toHaveLength(7);
  await expect.element(panel.getByRole('img')).not.toBeInTheDocument();
  await expect.poll(() => screen.getByRole('main').element().querySelector('img')?.src).toMatch(/default-logo/);
});

test('LOGIN-1 the sign-in page shows name and colour of the brand, and the own logo where the brand’s cannot be loaded', async () => {
  const { screen, panel } = await open({
    'brand-name': 'Acme Trust',
    'brand-color': '#14315e',
    'brand-logo': '/none.png',
  });
  await expect.element(panel.getByText('Acme Trust')).toBeVisible();
  const { backgroundColor, color } = getComputedStyle(panel.element());
  expect(backgroundColor).toBe('rgb(20, 49, 94)');
  expect(contrast(backgroundColor, color)).toBeGreaterThanOrEqual(4.5);
  await expect.poll(() => screen.getByRole('main').element().querySelector('img')?.src).toMatch(/default-logo/);
});

test('LOGIN-1 phones show the form with the name', async () => {
  await page.viewport(390, 800);
  onTestFinished(() => page.viewport(1280, 800));
  const { screen } = await open({ 'brand-name': 'Acme Trust' });
  await expect.element(screen.getByRole('main').getByText('Acme Trust')).toBeVisible();
  await expect.poll(() => getComputedStyle(screen.container.querySelector('aside') as Element).display).toBe('none');
});

test('LOGIN-1 text can be read on any brand colour', () => {
  const hex = (value: number) => value.toString(16).padStart(2, '0');
  for (let level = 0; level < 256; level += 5) {
    const color = `#${hex(level)}${hex(255 - level)}${hex((level * 7) % 256)}`;
    const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ');
    const text = textColorOn(color) === 'black' ? 'rgb(0, 0, 0)' : 'rgb(255, 255, 255)';
    expect(contrast(`rgb(${channels})`, text), color).toBeGreaterThanOrEqual(4.5);
  }
});
