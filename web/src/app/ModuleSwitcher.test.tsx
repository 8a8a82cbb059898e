import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { browserPage } from '../apollo/browserPage.ts';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, modules, pageOf, viewer } from '../testing/responses.ts';
import { type Answer, held } from '../testing/script.ts';
import { textsOf } from '../testing/texts.ts';

const url = 'https://auditor.suite.example/login?source=console&sessionToken=fresh';
const switched: Answer = { data: { switchModule: { __typename: 'SwitchModulePayload', url } } };

const open = async (more: Answers = {}, who = viewer) => {
  const goTo = vi.spyOn(browserPage, 'goTo').mockImplementation(() => {});
  const opened = await openConsole('/O', gatewayOf({ OrganisationPage: pageOf(who), ...more }));
  await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  const button = opened.screen.getByRole('banner').getByRole('button', { name: 'Modules' });
  const menu = opened.screen.getByRole('menu', { name: 'Modules' });
  await expect.element(button).toBeVisible();
  return { ...opened, goTo, button, menu };
};

afterEach(() => page.viewport(1280, 800));

test.for([
  ['SWITCH-1', ['Documenter', 'Controller']],
  ['SWITCH-2', ['Documenter']],
] as const)('%s SWITCH-3 SWITCH-8 SHELL-3 shows the viewer’s modules, in their order', async ([, labels]) => {
  const own = labels.map((label) => ({
    __typename: 'Module',
    id: label.toLowerCase(),
    label,
    origin: 'https://x.y',
  }));
  const { button, menu } = await open({}, { ...viewer, modules: own });
  await button.click();
  await expect.element(menu).toBeVisible();
  await expect.poll(() => textsOf(menu.getByRole('menuitem'))).toEqual(labels);
});

test('SWITCH-4 choosing a module goes to the address that the gateway gives, in this tab, and is busy until then', async () => {
  const answer = held<Answer>();
  const { button, menu, goTo, calls } = await open({ ModuleSwitcher_Switch: asked(() => answer.promise) });
  await button.click();
  await menu.getByRole('menuitem', { name: 'Auditor' }).click();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  await expect.poll(() => calls.at(-1)?.variables).toEqual({ moduleId: 'auditor' });
  expect(goTo).not.toHaveBeenCalled();
  answer.resolve(switched);
  await expect.poll(() => goTo.mock.calls).toEqual([[url]]);
  await expect.element(button).not.toHaveAttribute('aria-busy', 'true');
});

test('SWITCH-4 works with the keyboard alone', async () => {
  const { button, menu, goTo } = await open({ ModuleSwitcher_Switch: switched });
  ((await button.findElement()) as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu.getByRole('menuitem', { name: 'Documenter' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => goTo.mock.calls).toEqual([[url]]);
});

test('SWITCH-4 a module that lives nowhere is shown with the reason and cannot be chosen', async () => {
  const own = modules.map((module, index) => ({ ...module, origin: index === 0 ? null : module.origin }));
  const { button, menu, calls } = await open({}, { ...viewer, modules: own });
  await button.click();
  const item = menu.getByRole('menuitem', { name: /^Documenter/ });
  await expect.element(item).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => item.element().textContent).toContain('Not configured');
  (item.element() as HTMLElement).click();
  await expect.element(menu).toBeVisible();
  expect(calls.map(({ name }) => name)).toEqual(['OrganisationPage']);
});

test('START-93 at 390 px the bar has room for the logo', async () => {
  await page.viewport(390, 844);
  const wide = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="120"/>')}`;
  const { screen } = await open({}, { ...viewer, pendingItemCount: 3, user: { ...viewer.user, logoUrl: wide } });
  await expect.element(screen.getByRole('link', { name: '3 pending items' })).toBeInViewport({ ratio: 1 });
  const logo = screen.getByRole('img', { name: 'Organisation logo' });
  await expect.poll(() => logo.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(90);
});

test('SHELL-3 SWITCH-1 at 320 px the bar holds logo, modules and account, and its targets are 44 px', async () => {
  await page.viewport(320, 700);
  const wide = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="600" height="40"/>')}`;
  const { screen, button, menu } = await open({}, { ...viewer, user: { ...viewer.user, logoUrl: wide } });
  await expect.element(screen.getByRole('img', { name: 'Organisation logo' })).toHaveAttribute('src', wide);
  for (const name of ['Navigation', 'Modules', 'Account menu'])
    await expect.element(screen.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => button.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(44);
  await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await button.click();
  for (const item of menu.getByRole('menuitem').elements())
    await expect.poll(() => item.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await expect.element(menu).toBeInViewport({ ratio: 1 });
});
