import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { address, openConsole, storedSecret } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import { held } from '../testing/script.ts';

const png = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const open = (path = '/O', who: typeof viewer = viewer, answers: Answers = {}) =>
  openConsole(path, gatewayOf({ OrganisationPage: pageOf(who), ...answers }));

const openMenu = async ({ screen }: Awaited<ReturnType<typeof open>>) => {
  await screen.getByRole('button', { name: 'Account menu' }).click();
  const menu = screen.getByRole('menu', { name: 'Account menu' });
  await expect.element(menu).toBeVisible();
  return menu;
};

describe('getting in', () => {
  test('SHELL-1 PROTOCOLS-1.2 without a stored secret the page redirects to sign-in with path and query, and sends no request', async () => {
    const { screen, calls } = await openConsole('/O?tab=x&y=1', gatewayOf({}), { secret: null });
    await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/O?tab=x&y=1');
    expect(calls).toEqual([]);
  });

  test('SHELL-16 / leads to /O', async () => {
    const { screen } = await open('/');
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(address()).toBe('/O');
  });

  test('SHELL-13 MSG-5 Please Wait... is shown until the page has come, with one request for shell and page', async () => {
    const answer = held<ReturnType<typeof pageOf>>();
    const { screen, calls } = await open('/O', viewer, { OrganisationPage: asked(() => answer.promise) });
    await expect.element(screen.getByText('Please Wait...')).toBeVisible();
    answer.resolve(pageOf(viewer));
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    await expect.element(screen.getByText('Please Wait...')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: 'Account menu' })).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  test('PROTOCOLS-1.5 SCALE-8 every request carries guard, page secret, both media types and the type of its operation', async () => {
    const { screen, calls } = await open();
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    expect(Object.fromEntries(calls[0]?.headers ?? [])).toMatchObject({
      accept: 'application/graphql-response+json, application/json',
      'x-csrf-guard': '1',
      'x-console-page': 'secret-of-this-tab',
      'x-apollo-operation-type': 'query',
    });
  });
});

test('SHELL-2 CASES-59 while the user cannot be read, signing out is there, and ends the session', async () => {
  const opened = await open('/O', viewer, {
    OrganisationPage: failing('UPSTREAM_BAD_RESPONSE', 'Request Failed'),
    SignOutItem_Logout: { data: { logout: { viewer: null } } },
  });
  await expect.element(opened.screen.getByText('Your organisation could not be loaded')).toBeVisible();
  const menu = await openMenu(opened);
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
  expect(address()).toBe('/login');
  expect(storedSecret()).toBeNull();
});

describe('the logo', () => {
  const logo = (opened: Awaited<ReturnType<typeof open>>) =>
    opened.screen.getByRole('banner').getByRole('img', { name: 'Organisation logo' });
  const withLogo = (logoUrl: string | null): typeof viewer => ({ ...viewer, user: { ...viewer.user, logoUrl } });

  test('SHELL-4 leads to / and so to /O', async () => {
    const opened = await open();
    await expect.element(opened.screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  });

  test.for([
    ['the one that the viewer’s record names', withLogo(`${png}#own`), /#own$/],
    ['else the default', withLogo(null), /default-logo/],
  ] as const)('SHELL-6 is %s', async ([, who, source]) => {
    const opened = await open('/O', who);
    await expect.element(logo(opened)).toHaveAttribute('src', expect.stringMatching(source));
  });

  test('SHELL-5 is the default one when it fails to load', async () => {
    const opened = await open('/O', withLogo('data:image/png;base64,broken'));
    await expect.element(logo(opened)).toHaveAttribute('src', expect.stringMatching(/default-logo/));
  });
});

describe('the account menu', () => {
  test('SHELL-7 opens with name, email, Profile and Sign Out', async () => {
    const menu = await openMenu(await open());
    await expect.element(menu.getByText('Ada Admin')).toBeVisible();
    await expect.element(menu.getByText('admin@demo.example')).toBeVisible();
    await expect.element(menu.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/profile');
    await expect.element(menu.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  });

  test('SHELL-8 closes with Esc, a click outside and a click on an entry', async () => {
    const opened = await open();
    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      () => opened.screen.getByRole('heading', { name: 'Demo' }).click(),
      () => opened.screen.getByRole('menuitem', { name: 'Profile' }).click(),
    ]) {
      const menu = await openMenu(opened);
      await close();
      await expect.element(menu).not.toBeInTheDocument();
    }
  });
});

describe('signing out', () => {
  test('SHELL-10 SHELL-12 PROTOCOLS-1.8 tells the window, forgets the secret and the data, leads to /login, then tells the gateway', async () => {
    const events: string[] = [];
    const listen = () => events.push(storedSecret() ?? 'no secret');
    window.addEventListener('session-logout', listen, { once: true });
    const opened = await open('/O', viewer, { SignOutItem_Logout: { data: { logout: { viewer: null } } } });
    const menu = await openMenu(opened);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(events).toEqual(['secret-of-this-tab']);
    expect(address()).toBe('/login');
    expect(storedSecret()).toBeNull();
    await expect.poll(() => opened.client.cache.extract()).toEqual({});
    const logout = opened.calls.at(-1);
    expect(logout?.name).toBe('SignOutItem_Logout');
    expect(logout?.secret).toBe('secret-of-this-tab');
    expect(logout?.keepalive).toBe(true);
  });

  const byProvider = (required: boolean): typeof viewer => ({
    ...viewer,
    providerSignOut: { __typename: 'ProviderSignOut', provider: 'idp.example', required },
  });
  const atProvider = (providerUrl: string | null) => ({
    SignOutItem_LogoutAtProvider: { data: { logout: { __typename: 'LogoutPayload', providerUrl } } },
  });

  test('SIGNIN-56 of a session that began at a provider offers to sign out there too, and leads there', async () => {
    const url = 'https://idp.example/end?id_token_hint=x';
    const opened = await open('/O', byProvider(false), atProvider(url));
    const menu = await openMenu(opened);
    await expect.element(menu.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
    await menu.getByRole('menuitem', { name: 'Also sign out of idp.example' }).click();
    await expect.poll(() => opened.goTo.mock.calls).toEqual([[url]]);
    const [logout] = opened.calls.slice(-1);
    expect([logout?.variables, logout?.secret]).toEqual([{ input: { atProvider: true } }, 'secret-of-this-tab']);
    expect(storedSecret()).toBeNull();
  });

  test('SIGNIN-57 where it is the rule, Sign Out does both', async () => {
    const opened = await open('/O', byProvider(true), atProvider('https://idp.example/end'));
    const menu = await openMenu(opened);
    await expect.element(menu.getByRole('menuitem', { name: /^Also sign out/ })).not.toBeInTheDocument();
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.poll(() => opened.goTo.mock.calls).toEqual([['https://idp.example/end']]);
  });

  test.each([
    ['no address', null],
    ['a script', 'javascript:alert(1)'],
  ])('SIGNIN-56 with %s the page signs out here alone', async (_what, url) => {
    const opened = await open('/O', byProvider(true), atProvider(url));
    const menu = await openMenu(opened);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect([address(), storedSecret(), opened.goTo.mock.calls]).toEqual(['/login', null, []]);
  });

  test('SHELL-11 works while the call fails, and says nothing of it', async () => {
    const opened = await open('/O', viewer, {
      SignOutItem_Logout: asked(() => {
        throw new TypeError('Failed to fetch');
      }),
    });
    const menu = await openMenu(opened);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(storedSecret()).toBeNull();
    await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('SHELL-12 Back afterwards shows no data and sends no request', async () => {
    const opened = await open('/O', viewer, { SignOutItem_Logout: { data: { logout: { viewer: null } } } });
    await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    await opened.router.navigate('/O?page=2');
    const menu = await openMenu(opened);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
    const sent = opened.calls.length;
    window.history.back();
    await expect.poll(address).toBe('/login?next=/O');
    await expect.element(opened.screen.getByText('Demo')).not.toBeInTheDocument();
    expect(opened.calls).toHaveLength(sent);
  });

  test('SHELL-10 a request under way is given up and leaves no toast', async () => {
    const never = new Promise<never>(() => {});
    let first = true;
    const opened = await open('/O', viewer, {
      OrganisationPage: asked(() => {
        if (!first) return never;
        first = false;
        return pageOf(viewer);
      }),
      SignOutItem_Logout: { data: { logout: { viewer: null } } },
    });
    await expect.element(opened.screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
    void opened.client.refetchQueries({ include: 'active' }).catch(() => undefined);
    await expect.poll(() => opened.calls.length).toBe(2);
    const menu = await openMenu(opened);
    await menu.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.element(opened.screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(opened.calls[1]?.signal?.aborted).toBe(true);
    await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('a session that ends', () => {
  test('SHELL-2 START-46 UNAUTHENTICATED forgets the secret and leads to sign-in with next, which says it once', async () => {
    const refused = failing('UNAUTHENTICATED', 'Sign in to continue.');
    const { screen } = await open('/O?a=1', viewer, { OrganisationPage: { ...refused, status: 401 } });
    await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(address()).toBe('/login?next=/O%3Fa%3D1');
    expect(storedSecret()).toBeNull();
    await expect.element(screen.getByRole('status').getByText(/session has ended/)).toBeVisible();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('SHELL-2 a null viewer without an error is signed out as well', async () => {
    const { screen } = await open('/O', viewer, { OrganisationPage: { data: { viewer: null } } });
    await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(storedSecret()).toBeNull();
    await expect.element(screen.getByRole('status').getByText(/session has ended/)).toBeVisible();
  });

  test('SHELL-2 START-44 a null viewer with an error is not: the page offers to try again, and does so by itself', async () => {
    let broken = true;
    const { screen } = await open('/O', viewer, {
      OrganisationPage: asked(() =>
        broken ? { ...failing('UPSTREAM_UNAVAILABLE', 'Request Failed'), data: { viewer: null } } : pageOf(viewer),
      ),
    });
    await expect.element(screen.getByText('Your organisation could not be loaded')).toBeVisible();
    expect(storedSecret()).toBe('secret-of-this-tab');
    await expect
      .element(screen.getByRole('status', { name: 'Notices' }).getByText(/platform is not responding/))
      .toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    broken = false;
    await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  });
});
