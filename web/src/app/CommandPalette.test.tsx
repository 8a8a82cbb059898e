import { describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { browserPage } from '../apollo/browserPage.ts';
import { organisationOf, userOf, usersPage } from '../testing/lists.ts';
import { organisationPageParameters } from '../testing/organisations.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, pageOf, viewer } from '../testing/responses.ts';
import { textsOf } from '../testing/texts.ts';

const everything = {
  data: {
    organisations: { __typename: 'OrganisationConnection', nodes: [organisationOf('10', { brandName: 'Janeway' })] },
    users: {
      __typename: 'UserConnection',
      nodes: [userOf('8', { organisationId: '10' }), userOf('9', { organisationId: null })],
    },
  },
};

const ownPeople = {
  data: {
    viewer: {
      __typename: 'Viewer',
      organisation: {
        __typename: 'Organisation',
        id: '1',
        users: { __typename: 'UserConnection', nodes: [userOf('7')] },
        mappings: {
          __typename: 'MappingConnection',
          edges: [
            {
              __typename: 'MappingEdge',
              node: { __typename: 'Mapping', id: '70' },
              counterpart: { __typename: 'OrganisationRef', id: '50', brandName: 'Jane & Sons' },
            },
          ],
        },
      },
    },
  },
};

const open = async (answers: Answers = {}, who: typeof viewer = viewer) => {
  const opened = await openConsole(
    '/O',
    gatewayOf({
      OrganisationPage: asked((call) => (call.variables.own ? pageOf(who) : organisationPageParameters(call))),
      ...answers,
    }),
  );
  const button = opened.screen.getByRole('button', { name: 'Search and commands' });
  await expect.element(button).toBeVisible();
  const palette = opened.screen.getByRole('dialog', { name: 'Search and commands' });
  const field = palette.getByRole('combobox', { name: 'Search and commands' });
  const options = () => textsOf(palette.getByRole('option'));
  const show = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(field).toHaveFocus();
  };
  return { ...opened, button, palette, field, options, show };
};

describe('the command palette', () => {
  test('UI-20 the button in the bar and Ctrl+K open it, Esc closes it and returns the focus', async () => {
    const { button, palette, field, show } = await open();
    await button.click();
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(palette).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await show();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette).not.toBeInTheDocument();
  });

  test('NAV-1 it has the pages, actions and modules of an Administrator', async () => {
    const { options, show } = await open();
    await show();
    expect(options()).toEqual(
      expect.arrayContaining(['Setting', 'External Mapping', 'Create New Organisation', 'Upload Users', 'Auditor']),
    );
  });

  test.each([
    ['a user who sees users', true, ['Pending items', 'Access reviewsRecertification']],
    ['others', false, ['Pending items']],
  ])(
    'NAV-1 where the product API has them, %s open pending items and, seeing users, access reviews',
    async (_who, viewUsers, expected) => {
      const { options, show } = await open({}, { ...viewer, pendingItemCount: 0, can: { ...viewer.can, viewUsers } });
      await show();
      expect(options().filter((label) => /^(Pending items|Access reviews)/.test(label ?? ''))).toEqual(expected);
    },
  );

  test('NAV-4 it has no page and no action that the viewer may not open', async () => {
    const can = Object.fromEntries(Object.keys(viewer.can).map((name) => [name, false]));
    const who = { ...viewer, modules: [], can: { ...viewer.can, ...can, __typename: 'ViewerPermissions' } };
    const { options, show } = await open({}, who);
    await show();
    expect(options()).toEqual([
      'Organisation',
      'Profile',
      'Change Password',
      'SecuritySecond factor (MFA, 2FA), passkeys, sessions',
      'API keys',
      'Theme: Light',
      'Theme: Dark',
      'Theme: System',
      'Keyboard shortcuts',
      'Sign Out',
    ]);
  });

  test('UI-20 typing chooses the best match, and Enter opens it', async () => {
    const { field, palette, show } = await open({ OwnUsersPage: asked((call) => usersPage(call)) });
    await show();
    await field.fill('u');
    await userEvent.keyboard('{ArrowDown}{ArrowUp}');
    const active = field.element().getAttribute('aria-activedescendant') ?? '';
    await expect.poll(() => document.getElementById(active)?.textContent).toBe('User');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/U');
    await expect.element(palette).not.toBeInTheDocument();
  });

  test('SEARCH-5 a command is found by its words in any order, and what is pasted by its address', async () => {
    const { field, options, show } = await open({ CommandPalette_Search: everything });
    await show();
    await field.fill('Organisation; create\u00a0');
    await expect.poll(() => options()[0]).toBe('Create New Organisation');
    await field.fill('"Doe, Jane (IT)" <jane8@demo.example>;');
    await expect.poll(() => options()[0]).toBe('Jane Doe 8jane8@demo.example');
  });

  test.each([
    ['webhook', '/O/keys'],
    ['IP address', '/S/rules'],
    ['SCIM', '/S'],
    ['MFA', '/profile?tab=security'],
    ['second factor', '/profile?tab=security'],
    ['audit log', '/activity'],
  ])('SEARCH-7 a page is found by what is on it: %s leads to %s', async (text, to) => {
    const can = { ...viewer.can, viewActivity: true, viewApiKeys: true };
    const { field, show } = await open({ CommandPalette_Search: everything }, { ...viewer, can, pendingItemCount: 0 });
    await show();
    await field.fill(text);
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe(to);
  });

  test('it finds all organisations and users with one request after a pause, and no user without a page', async () => {
    const { field, options, calls, show } = await open({ CommandPalette_Search: everything });
    await show();
    // The clock is fake from here on, so that the debounce ends only while the test polls.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await userEvent.type(field.element(), 'jane');
    await expect.poll(options).toEqual(['JanewayDemo Ltd', 'Jane Doe 8jane8@demo.example']);
    expect(calls.slice(1).map(({ name, variables }) => [name, variables])).toEqual([
      ['CommandPalette_Search', { search: 'jane', own: false, mappings: false, all: true }],
    ]);
  });

  test('UI-20 a person or organisation that matches better than a page comes first', async () => {
    const found = {
      data: {
        organisations: { __typename: 'OrganisationConnection', nodes: [organisationOf('10', { brandName: 'Anchor' })] },
        users: {
          __typename: 'UserConnection',
          nodes: [userOf('8', { organisationId: '10', fullName: 'Jane Doe', email: 'jane@demo.example' })],
        },
      },
    };
    const { field, options, show } = await open({ CommandPalette_Search: found });
    await show();
    await field.fill('an');
    await expect.poll(() => options()[0]).toMatch(/^Anchor/);
    expect(options().slice(-1)[0]).toMatch(/^Jane Doe/);
    await field.fill('organisation');
    await expect.poll(() => options()[0]).toBe('Organisation');
  });

  test('NAV-2 it finds the users and mappings of the own organisation for a viewer who may see no other', async () => {
    const who = { ...viewer, can: { ...viewer.can, listOrganisations: false } };
    const { field, options, calls, show } = await open({ CommandPalette_Search: ownPeople }, who);
    await show();
    await field.fill('jane');
    await expect.poll(options).toEqual(['Jane Doe 7jane7@demo.example', 'Jane & Sons']);
    expect(calls[1]?.variables).toEqual({ search: 'jane', own: true, mappings: true, all: false });
  });

  test('what was opened comes first the next time, and is forgotten at the end of the session', async () => {
    const { field, options, session, show, router } = await open({ CommandPalette_Search: everything });
    await show();
    await field.fill('jane');
    await expect.poll(options).toHaveLength(2);
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/O/10?from=T');
    await router.navigate('/O');
    await show();
    expect(options()[0]).toMatch(/^Janeway/);
    expect(localStorage.getItem('console.recent')).toContain('Janeway');
    session.signOut('key');
    expect(localStorage.getItem('console.recent')).toBeNull();
  });

  test('SWITCH-4 it opens a module, and changes the theme', async () => {
    const goTo = vi.spyOn(browserPage, 'goTo').mockImplementation(() => {});
    const url = 'https://auditor.suite.example/?token=1';
    const { field, show } = await open({
      ModuleSwitcher_Switch: { data: { switchModule: { __typename: 'SwitchModulePayload', url } } },
    });
    await show();
    await field.fill('auditor');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => goTo.mock.calls).toEqual([[url]]);
    await show();
    await field.fill('dark');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe('dark');
  });

  test('SANDBOX-6 GraphQL for this page opens the operation of the page in the sandbox, where there is one', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    const { field, options, show } = await open({ 'GET /graphql': asked(() => page) });
    await show();
    await expect.poll(options).toContain('GraphQL for this page');
    await field.fill('graphql');
    await userEvent.keyboard('{Enter}');
    const [[url, target, features] = []] = opened.mock.calls;
    const { pathname, hash } = new URL(String(url), window.location.href);
    const given = new URLSearchParams(hash.slice(1));
    expect([pathname, target, features]).toEqual(['/graphql', '_blank', 'noopener']);
    expect(JSON.parse(given.get('variables') ?? '')).toMatchObject({ welcome: true });
    expect(given.get('query')).toMatch(/^query OrganisationPage/);
    expect(given.get('query')).not.toContain('@unmask');
  });

  test('SANDBOX-6 it is not offered where the sandbox is off', async () => {
    const refused = new Response('{}', { status: 400, headers: { 'content-type': 'application/json' } });
    let looked = 0;
    const answer = asked(() => {
      looked += 1;
      return refused;
    });
    const { options, show } = await open({ 'GET /graphql': answer });
    await show();
    await expect.poll(() => looked).toBe(1);
    expect(options()).not.toContain('GraphQL for this page');
  });
});

/** A key as a keyboard of another layout sends it. */
const pressKey = (init: KeyboardEventInit & { keyCode?: number }) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
  );

describe('the keys of the palette', () => {
  test.each([
    ['Russian', 'л'],
    ['Greek', 'κ'],
    ['Hebrew', 'ל'],
    ['Arabic', 'ن'],
    ['US', 'K'],
  ])('KEYBOARD-3 Ctrl+K opens it on a %s layout', async (_layout, key) => {
    const { button, palette } = await open();
    await expect.element(button).toBeVisible();
    // On Colemak this key has another Latin letter.
    pressKey({ key: 'n', code: 'KeyK', ctrlKey: true });
    await expect.element(palette).not.toBeInTheDocument();
    pressKey({ key, code: 'KeyK', ctrlKey: true });
    await expect.element(palette).toBeVisible();
  });

  test('KEYBOARD-4 the Enter that ends a composition runs no command, also in the order of Safari', async () => {
    const { field, palette, show } = await open({ OwnUsersPage: asked((call) => usersPage(call)) });
    await show();
    await field.fill('user');
    pressKey({ key: 'Enter', keyCode: 229 });
    await expect.element(palette).toBeVisible();
    expect(address()).toBe('/O');
  });

  test('KEYBOARD-5 recent and create come first, GraphQL does not, and only the active option is selected', async () => {
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    const { field, options, palette, show, router } = await open({
      'GET /graphql': asked(() => page.clone()),
      OwnUsersPage: asked((call) => usersPage(call)),
    });
    await show();
    await expect.poll(options).toContain('GraphQL for this page');
    expect(options()[0]).toBe('Create New Organisation');
    await field.fill('user');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/U');
    await router.navigate('/O');
    await show();
    await expect.poll(() => options().slice(0, 2)).toEqual(['User', 'Create New Organisation']);
    const selected = () => textsOf(palette.getByRole('option', { selected: true }));
    await expect.poll(selected).toEqual(['User']);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(selected).toEqual(['Create New Organisation']);
  });
});

describe('the keyboard shortcuts', () => {
  test('KEYBOARD-3 / and J are found by their place on a layout of another script', async () => {
    const { router, screen } = await open({ OwnUsersPage: asked((call) => usersPage(call)) });
    await router.navigate('/U');
    await expect.element(screen.getByRole('row', { name: /Jane Doe 100/ })).toBeVisible();
    pressKey({ key: 'о', code: 'KeyJ' });
    await expect.poll(() => (document.activeElement as HTMLElement).dataset.row).toBe('100');
    pressKey({ key: '.', code: 'Slash' });
    await expect.element(screen.getByRole('searchbox')).toHaveFocus();
  });

  test('KEYBOARD-9 those of a single key are turned off in the list, which this browser remembers; Ctrl+K stays', async () => {
    const { screen, router, palette, field, show } = await open({ OwnUsersPage: asked((call) => usersPage(call)) });
    const list = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await show();
    await field.fill('keyboard');
    await userEvent.keyboard('{Enter}');
    await expect.element(list.getByText('Next row')).toBeVisible();
    await list.getByRole('switch').click();
    await expect.element(list.getByText('Next row')).not.toBeInTheDocument();
    expect(localStorage.getItem('console.singleKeys')).toBe('false');
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await router.navigate('/U');
    await expect.element(screen.getByRole('row', { name: /Jane Doe 100/ })).toBeVisible();
    await userEvent.keyboard('/j?');
    await expect.element(screen.getByRole('searchbox')).not.toHaveFocus();
    expect((document.activeElement as HTMLElement).dataset.row).toBeUndefined();
    await show();
    await expect.element(palette).toBeVisible();
    await expect.element(list).not.toBeInTheDocument();
  });

  test('UI-20 ? lists them, but not in a field', async () => {
    const { screen, field, show } = await open();
    const list = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await userEvent.keyboard('?');
    await expect.element(list.getByText('Search and commands')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    await show();
    await userEvent.keyboard('?');
    await expect.element(field).toHaveValue('?');
    await expect.element(list).not.toBeInTheDocument();
  });
});
