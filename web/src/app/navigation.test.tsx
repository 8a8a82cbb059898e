import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { organisationList, usersPage } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import { ownSso } from '../testing/settings.ts';
import { hasNavigation, isCurrentItem, navigationItems } from './navigation.ts';
import { pages } from './pages.ts';

const all = { viewUsers: true, viewSso: true, listOrganisations: true };
const none = { viewUsers: false, viewSso: false, listOrganisations: false };
const items = navigationItems(all);
const currentOn = (path: string) => items.filter((item) => isCurrentItem(item, path)).map(({ label }) => label);

const open = async (can = all, organisation: typeof viewer.organisation = viewer.organisation) => {
  const who = { ...viewer, organisation, can: { ...viewer.can, ...can } };
  const opened = await openConsole('/O', gatewayOf({ OrganisationPage: pageOf(who) }));
  const navigation = opened.screen.getByRole('navigation', { name: 'Main' });
  await expect.element(navigation).toBeVisible();
  const links = navigation.getByRole('link').elements() as HTMLAnchorElement[];
  return { ...opened, navigation, items: links.map((link) => [link.textContent, link.getAttribute('href')]) };
};

describe('which items there are', () => {
  test('NAV-1 a viewer who may list organisations has Organisation, User, SSO and Setting', async () => {
    expect((await open()).items).toEqual([
      ['Organisation', '/O'],
      ['User', '/U'],
      ['SSO', '/S'],
      ['Setting', '/T'],
    ]);
  });

  test('NAV-2 NAV-3 a viewer who may see users and SSO has those and Organisation', async () => {
    expect((await open({ ...all, listOrganisations: false })).items.map(([label]) => label)).toEqual([
      'Organisation',
      'User',
      'SSO',
    ]);
  });

  test.for([
    ['NAV-4', viewer.organisation],
    ['NAV-5', null],
  ] as const)('%s a viewer who may see neither has Organisation only', async ([, organisation]) => {
    expect((await open(none, organisation)).items).toEqual([['Organisation', '/O']]);
  });
});

describe('where they are shown', () => {
  test('NAV-6 NAV-7 START-91 on every page below the top bar, but those that are without them in the specification', () => {
    const without = pages.filter(({ layout, path }) => layout === 'shell' && !hasNavigation(path));
    expect(without.map(({ path }) => path)).toEqual(['/M', '/M/invite', '/map-external-user']);
  });
});

describe('which one is highlighted', () => {
  test.for([
    ['/O', ['Organisation']],
    ['/O/7/user', ['Organisation']],
    ['/U/3/edit', ['User']],
    ['/T', ['Setting']],
    ['/o', []],
    ['/Users', []],
    ['/profile', []],
  ] as const)('NAV-8 on %s: %j', ([path, labels]) => {
    expect(currentOn(path)).toEqual(labels);
  });

  test('NAV-8 the current item is marked for everybody', async () => {
    const { navigation } = await open();
    await expect
      .element(navigation.getByRole('link', { name: 'Organisation' }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(navigation.getByRole('link', { name: 'User' })).not.toHaveAttribute('aria-current');
  });
});

test('NAV-1 User, SSO and Setting lead to their pages', async () => {
  const { router, screen } = await openConsole(
    '/O',
    gatewayOf({
      OrganisationPage: pageOf(viewer),
      OwnUsersPage: asked((call) => usersPage(call)),
      SsoPage: ownSso(),
      OrganisationListPage: asked((call) => organisationList(call)),
    }),
  );
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  for (const [label, heading, path] of [
    ['User', 'Users', '/U'],
    ['SSO', 'Sign-in', '/S'],
    ['Setting', 'Organisations', '/T'],
  ] as const) {
    await screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click();
    await expect.element(screen.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    expect(address()).toBe(path);
    await expect.poll(() => router.state.navigation.state).toBe('idle');
  }
});

test('NAV-6 at phone width the items are in a drawer behind one button', async () => {
  await page.viewport(390, 800);
  try {
    const { screen } = await openConsole('/O', gatewayOf({ OrganisationPage: pageOf(viewer) }));
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'User' })).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Navigation', exact: true }).click();
    const drawer = screen.getByRole('dialog', { name: 'Navigation' });
    await expect.element(drawer.getByRole('link', { name: 'Setting' })).toBeVisible();
    await drawer.getByRole('link', { name: 'Organisation' }).click();
    await expect.element(drawer).not.toBeInTheDocument();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  } finally {
    await page.viewport(1280, 800);
  }
});
