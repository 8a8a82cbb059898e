import { roles } from '@console/contract/access';
import { accessMatrix, pagePermissions } from '@console/contract/testing/access-matrix';
import { viewerPermissions } from '@console/contract/viewer-actions';
import type { RouteObject } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { isPublicPath } from '../apollo/loginPath.ts';
import { organisationList } from '../testing/lists.ts';
import { organisationLookups } from '../testing/organisationForms.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';
import { pages } from './pages.ts';
import { routes } from './routes.tsx';

type Who = typeof viewer;
const none = Object.fromEntries(Object.keys(viewer.can).map((right) => [right, false]));
const auditee: Who = { ...viewer, can: { ...viewer.can, ...none, __typename: 'ViewerPermissions' } };
const newPerson = {
  ...viewer.user,
  organisationId: null,
  firstName: 'Ada',
  lastName: 'Admin',
  countryCode: null,
  mobile: null,
  designation: null,
  role: null,
  supervisorEmail: null,
  department: null,
};
const newcomer: Who = {
  ...viewer,
  user: newPerson,
  organisation: null,
  can: { ...auditee.can, onboardOrganisation: true },
};

const gateway = (who: Who, more: Answers = {}) =>
  gatewayOf({
    PermissionGuard: pageOf(who),
    OrganisationPage: pageOf(who),
    OnboardOwnPage: { data: { viewer: who, lookups: organisationLookups } },
    ProfilePage: pageOf(who),
    ...more,
  });
/** Opens a URL without remembered permissions. */
const openUnknown = (path: string, who: Who) => openConsole(path, gateway(who), { rights: {} });
const idsIn = (path: string) => path.replace(/:\w+/g, '3');
/** Every path of the console, with an id in the place of each parameter. */
const pathsOf = (tree: RouteObject[]): string[] =>
  tree.flatMap(({ path = '*', children = [] }) => [...(path === '*' ? [] : [idsIn(path)]), ...pathsOf(children)]);
const namesOf = (calls: Call[]) => calls.map(({ name }) => name);

/** The permissions of a role in the permission matrix. */
function rightsOf(place: number): typeof viewer.can {
  const scopeOf = (permission: string) => accessMatrix[permission]?.[place];
  return {
    ...auditee.can,
    ...viewerPermissions((action) => scopeOf(action) !== '-'),
    viewActivity: scopeOf('audit:view') === 'a',
    viewOverview: scopeOf('overview:view') === 'a',
  };
}
test('NAV-9 OPEN-14 every page that takes a permission is in the table', () => {
  const guarded = pages.filter(({ needs }) => needs.some((right) => right !== null && right !== 'onboardOrganisation'));
  expect(Object.keys(pagePermissions).toSorted()).toEqual(guarded.map(({ path }) => path).toSorted());
});

test.for(roles.map(({ name }, place) => [name, place] as const))(
  'ROLE-5 NAV-9 NAV-10 NAV-11 NAV-12 NAV-13 NAV-14 MAP-15 INVITE-2 XUSER-6 OPEN-14 %s opens the pages of the matrix; another asks for nothing',
  // The test of the first role loads the modules of every page.
  { timeout: 180_000 },
  async ([, place]) => {
    const who = { ...viewer, can: rightsOf(place) };
    const known = gateway(who);
    const unloaded = failing('UPSTREAM_BAD_RESPONSE', 'Request Failed');
    const answer: typeof known = (call) =>
      ['ProfilePage', 'PermissionGuard'].includes(call.name) ? known(call) : unloaded;
    const { screen, router, calls } = await openConsole('/profile', answer, { rights: {} });
    await expect.element(screen.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    const asked = () => namesOf(calls);
    for (const [pattern, [permission, scope]] of Object.entries(pagePermissions)) {
      const has = accessMatrix[permission]?.[place];
      const path = pattern === '/map-external-user' ? `${pattern}?id=3` : idsIn(pattern);
      const before = asked().length;
      await router.navigate(path);
      if (scope === 'any' ? has === 'a' : has !== '-') {
        await expect.poll(() => [path, asked().length > before, address()]).toEqual([path, true, path]);
      } else {
        await expect.poll(() => [path, address()]).toEqual([path, '/page-not-found']);
        expect([path, asked().slice(before)]).toEqual([path, []]);
      }
    }
  },
);

test.for(['/T', '/O/edit', '/U/new', '/M'])(
  'NAV-9 NAV-10 OPEN-14 the forbidden address %s opened in a new tab asks for the viewer alone',
  async (path) => {
    const { screen, calls } = await openUnknown(path, auditee);
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(address()).toBe('/page-not-found');
    expect(namesOf(calls)).toEqual(['PermissionGuard']);
  },
);

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
  test.for(['/T', '/U/new', '/O', '/'])('NAV-15 %s opened in a new tab leads to /O/add', async (path) => {
    const { calls } = await openUnknown(path, newcomer);
    await expect.poll(address).toBe('/O/add');
    await expect.poll(() => namesOf(calls).at(-1)).toBe('OnboardOwnPage');
    expect(namesOf(calls).slice(0, -1)).toEqual([
      path === '/O' || path === '/' ? 'OrganisationPage' : 'PermissionGuard',
    ]);
  });

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
