import type { RouteObject } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { isPublicPath } from '../apollo/loginPath.ts';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/answers.ts';
import { organisationList } from '../testing/lists.ts';
import { organisationLookups } from '../testing/organisationForms.ts';
import { address, openConsole } from '../testing/render.tsx';
import type { Call } from '../testing/script.ts';
import { routes } from './routes.tsx';

type Who = typeof viewer;
const none = Object.fromEntries(Object.keys(viewer.can).map((right) => [right, false]));
const auditee: Who = { ...viewer, can: { ...viewer.can, ...none, __typename: 'ViewerPermissions' } };
const newcomer: Who = {
  ...viewer,
  user: {
    ...viewer.user,
    organisationId: null,
    ...{ firstName: 'Ada', lastName: 'Admin', countryCode: null, mobile: null, designation: null, role: null },
    ...{ supervisorEmail: null, department: null },
  },
  organisation: null,
  can: { ...auditee.can, onboardOrganisation: true },
};

const gateway = (who: Who, more: Answers = {}) =>
  gatewayOf({
    PermissionGuard: pageOf(who),
    OwnOrganisationPage: pageOf(who),
    OnboardOwnPage: { data: { viewer: who, lookups: organisationLookups } },
    ProfilePage: pageOf(who),
    ...more,
  });
/** Opens an address without remembered rights. */
const openUnknown = (path: string, who: Who) => openConsole(path, gateway(who), { rights: {} });
/** Every path of the console, with an id in the place of each parameter. */
const pathsOf = (tree: RouteObject[]): string[] =>
  tree.flatMap(({ path = '*', children = [] }) => [
    ...(path === '*' ? [] : [path.replace(/:\w+/g, '3')]),
    ...pathsOf(children),
  ]);
const namesOf = (calls: Call[]) => calls.map(({ name }) => name);

const forbidden = [
  ['NAV-10', '/T'],
  ['NAV-11', '/O/8'],
  ['NAV-11', '/O/8?tab=model'],
  ['NAV-11', '/O/8/user'],
  ['NAV-11', '/O/8/user/new'],
  ['NAV-11', '/O/8/mapping'],
  ['NAV-12', '/O/create'],
  ['NAV-13', '/O/edit'],
  ['NAV-14', '/O/8/edit'],
  ['NAV-9', '/U'],
  ['NAV-9', '/U/new'],
  ['NAV-9', '/U/upload'],
  ['NAV-9', '/U/invite'],
  ['NAV-9', '/U/3/edit'],
  ['NAV-9', '/U/3/view'],
  ['NAV-9', '/S'],
  ['MAP-15', '/M'],
  ['INVITE-2', '/M/invite'],
  ['XUSER-6', '/map-external-user?id=3'],
] as const;

/** One of each guard. */
const opened = new Set(['/T', '/O/8', '/O/create', '/O/edit', '/U', '/U/new', '/S', '/M', '/M/invite']);

describe('a forbidden address', () => {
  test.for(forbidden.filter(([, path]) => opened.has(path)))(
    '%s OPEN-14 %s opened anew asks for the viewer alone',
    async ([, path]) => {
      const { screen, calls } = await openUnknown(path, auditee);
      await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      expect(address()).toBe('/page-not-found');
      expect(namesOf(calls)).toEqual(['PermissionGuard']);
    },
  );

  test('NAV-9 NAV-10 NAV-11 NAV-12 NAV-13 OPEN-14 from within the console each asks for nothing', async () => {
    const { screen, router, calls } = await openUnknown('/profile', auditee);
    await expect.element(screen.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    for (const [, path] of forbidden) {
      await router.navigate(path);
      await expect.poll(address).toBe('/page-not-found');
    }
    expect(namesOf(calls)).toEqual(['ProfilePage']);
  });

  test('NAV-14 OPEN-14 an Architect who opens the form of another organisation sends no query for it', async () => {
    const { screen, calls } = await openUnknown('/O/8/edit', {
      ...viewer,
      can: { ...viewer.can, createOrganisation: false, editOwnOrganisation: false },
    });
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(namesOf(calls)).toEqual(['PermissionGuard']);
  });
});

describe('an address that is allowed', () => {
  test('NAV-10 OPEN-14 where no rights are remembered its data is asked for after the viewer, and remembered rights save that', async () => {
    const answers = { OrganisationListPage: asked((call) => organisationList(call)) };
    const first = await openConsole('/T', gateway(viewer, answers), { rights: {} });
    await expect.element(first.screen.getByRole('heading', { name: 'Organisations' })).toBeVisible();
    expect(namesOf(first.calls)).toEqual(['PermissionGuard', 'OrganisationListPage']);
    expect(localStorage.getItem('console.rights')?.split(',')).toContain('listOrganisations');
    await first.screen.unmount();

    const next = await openConsole('/T', gateway(viewer, answers));
    await expect.element(next.screen.getByRole('table', { name: 'Active organisations' })).toBeVisible();
    expect(namesOf(next.calls)).toEqual(['OrganisationListPage']);
  });

  test('SHELL-12 the rights are forgotten when the session ends', async () => {
    const { screen, session } = await openConsole('/O', gateway(viewer));
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(localStorage.getItem('console.rights')).not.toBeNull();
    session.signOut('default');
    await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(localStorage.getItem('console.rights')).toBeNull();
  });

  test('NAV-10 MSG-6 a viewer that cannot be loaded can be asked for again', async () => {
    let broken = true;
    const { screen } = await openConsole(
      '/T',
      gateway(auditee, {
        PermissionGuard: asked(() => (broken ? failing('UPSTREAM_BAD_RESPONSE', 'Request Failed') : pageOf(auditee))),
      }),
      { rights: {} },
    );
    await expect.element(screen.getByText('This page could not be loaded')).toBeVisible();
    broken = false;
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });
});

describe('without an organisation', () => {
  test.for(['/T', '/O/8', '/O/create', '/U/new', '/map-external-user?id=3', '/O', '/'])(
    'NAV-15 %s opened anew leads to /O/add',
    async (path) => {
      const { calls } = await openUnknown(path, newcomer);
      await expect.poll(address).toBe('/O/add');
      await expect.poll(() => namesOf(calls).at(-1)).toBe('OnboardOwnPage');
      expect(namesOf(calls).slice(0, -1)).toEqual([
        path === '/O' || path === '/' ? 'OwnOrganisationPage' : 'PermissionGuard',
      ]);
    },
  );

  test('NAV-15 OPEN-14 from within the console every address but /profile leads to /O/add without a query for its data', async () => {
    const { screen, router, calls } = await openUnknown('/profile', newcomer);
    await expect.element(screen.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    expect(address()).toBe('/profile');
    const withoutOrganisation = ['/profile', '/required-factor'];
    const paths = pathsOf(routes).filter((path) => !isPublicPath(path) && !withoutOrganisation.includes(path));
    expect(paths).toContain('/O/3/user/3/edit');
    for (const path of paths) {
      await router.navigate(path);
      await expect.poll(address).toBe('/O/add');
    }
    expect(new Set(namesOf(calls))).toEqual(new Set(['ProfilePage', 'OnboardOwnPage']));
  });

  test.for(['/nothing', '/O/8/nothing', '/t'])(
    'NAV-15 SHELL-17 the unknown address %s leads to /page-not-found',
    async (path) => {
      const { screen } = await openUnknown(path, newcomer);
      await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
      expect(address()).toBe('/page-not-found');
    },
  );
});
