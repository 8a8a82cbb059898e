import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { headingsOf, type Lengths, rowsOf, rowsRendered, userOf, userPages, usersPage } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';

const lists = (lengths: Lengths = {}, changes: object = {}) =>
  gatewayOf({
    ...userPages(lengths, changes),
    UserPage: asked((call) => ({ data: { viewer, user: userOf(String(call.variables.id)) } })),
  });

const open = async (path = '/U', lengths: Lengths = {}, changes: object = {}) => {
  const opened = await openConsole(path, lists(lengths, changes));
  await expect.element(opened.screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await rowsRendered();
  return opened;
};
const usersOf = { __typename: 'UserConnection', responderFailures: [], hasLastSignIn: true, hasSecondFactors: false };
const last = (calls: Call[]) => calls.at(-1)?.variables;

test('USER-1 /U is the own organisation’s users, in one request', async () => {
  const { calls, screen } = await open();
  await expect.element(screen.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  expect(calls.map(({ name }) => name)).toEqual(['OwnUsersPage']);
  await expect.poll(() => document.title).toBe('Users · Demo · Console');
});

test('USER-1 /O/{orgId}/user is that organisation’s users, in one request', async () => {
  const { calls, screen } = await open('/O/8/user', {}, { brandName: 'Other' });
  await expect.element(screen.getByRole('heading', { name: 'Other', level: 1 })).toBeVisible();
  expect(calls.map(({ name, variables }) => [name, variables.id])).toEqual([['OrganisationUsersPage', '8']]);
  await expect
    .element(screen.getByRole('link', { name: 'Jane Doe 100', exact: true }))
    .toHaveAttribute('href', '/O/8/user/100');
});

test('USER-7 REALUSE-7 Upload Users is a button of the page of an organisation at 1280 and 390 px, without a wider page', async () => {
  const { screen } = await open('/O/8/user', { inactive: 0 }, { brandName: 'Other' });
  try {
    for (const width of [1280, 390]) {
      await page.viewport(width, 844);
      for (const name of ['Upload Users', 'Create New User'])
        await expect.element(screen.getByRole('link', { name })).toBeVisible();
      await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    }
  } finally {
    await page.viewport(1280, 800);
  }
  const inactive = screen.getByRole('region', { name: 'Inactive' });
  await expect.element(inactive.getByText('No Data', { exact: true })).toBeVisible();
});

test('START-95 the link of a name is at least 24 px high, also between names of two lines', async () => {
  const long = { fullName: 'Ada Featherstonehaugh Cholmondeley Marjoribanks' };
  const { screen } = await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked((call) => {
        const answer = usersPage(call);
        const { nodes } = answer.data.viewer.organisation.active;
        for (const user of nodes.filter((_, place) => place % 2 === 0)) Object.assign(user, long);
        return answer;
      }),
    }),
  );
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await rowsRendered();
  const heights = [...document.querySelectorAll('tbody th a')].map((link) => link.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeGreaterThan(2 * 18);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24);
});

test.each([
  ['no user', { active: 0, inactive: 0, external: 0 }],
  ['inactive users', { active: 0, inactive: 2, external: 0 }],
  ['a thousand', { active: 1_000, inactive: 0, external: 0 }],
])('LOOK-12 search and filters stay where they are when a search leaves %s', async (_what, found) => {
  const all = { active: 30, inactive: 2 };
  const { screen } = await openConsole(
    '/U',
    gatewayOf({ OwnUsersPage: asked((call) => usersPage(call, call.variables.search ? found : all)) }),
  );
  const counted = (count: number) =>
    expect.element(screen.getByRole('img', { name: `${count.toLocaleString('en-GB')} in all`, exact: true }).first());
  await counted(all.active).toBeVisible();
  const places = () =>
    [...document.querySelectorAll('search, search :is(input, select)')].map((control) => {
      const { left, top } = control.getBoundingClientRect();
      return [left, top];
    });
  const before = places();
  await screen.getByRole('searchbox').fill('Vargas');
  await counted(found.active).toBeVisible();
  expect(places()).toEqual(before);
});

const usersWith = (isInvited: boolean | null) =>
  gatewayOf({
    OwnUsersPage: asked((call) => {
      const answer = usersPage(call);
      const { active, inactive } = answer.data.viewer.organisation;
      for (const { nodes } of [active, inactive]) for (const user of nodes) Object.assign(user, { isInvited });
      return answer;
    }),
    UserPage: asked((call) => ({ data: { viewer, user: userOf(String(call.variables.id), { isInvited }) } })),
  });

test('START-21 an active user without a password has the badge Invited and a dashed ring, an inactive one has neither', async () => {
  const { screen, calls } = await openConsole('/U', usersWith(true));
  const invited = screen.getByText('Invited', { exact: true });
  const table = (name: string) => screen.getByRole('table', { name });
  await expect.element(table('Active users').getByText('Invited', { exact: true }).first()).toBeVisible();
  await rowsRendered();
  const ring = (name: string) => table(name).element().querySelector('[data-state]')?.getAttribute('data-state');
  await expect.poll(() => [ring('Active users'), ring('Inactive users')]).toEqual(['invited', 'inactive']);
  await expect.element(table('Inactive users').getByText('Invited', { exact: true })).not.toBeInTheDocument();
  expect(calls.map(({ name }) => name)).toEqual(['OwnUsersPage']);
  await screen.getByRole('link', { name: 'Jane Doe 100', exact: true }).click();
  await expect.element(screen.getByRole('heading', { name: 'Jane Doe 100', level: 1 })).toBeVisible();
  await expect.element(invited).toBeVisible();
  await expect.element(screen.getByText('Active', { exact: true })).not.toBeInTheDocument();
});

test('START-21 where it is not known there is no badge', async () => {
  const { screen } = await openConsole('/U', usersWith(null));
  await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await rowsRendered();
  await expect.element(screen.getByText('Invited', { exact: true })).not.toBeInTheDocument();
});

test('USER-2 USER-8 MSG-30 the columns are Name, which leads to the view, Email, Department, Role and Action', async () => {
  const { screen } = await open();
  for (const caption of ['Active users', 'Inactive users'])
    await expect.poll(() => headingsOf(caption)).toEqual([['Name', 'Email', 'Department', 'Role', 'Action']]);
  await expect
    .poll(() => rowsOf('Active users')[0])
    .toEqual(['Jane Doe 100', 'jane100@demo.example', 'Legal', 'Auditee', 'Deactivate']);
  await expect.poll(() => rowsOf('Inactive users')[0]?.at(-1)).toBe('Activate');
  await expect
    .element(screen.getByRole('link', { name: 'Jane Doe 100', exact: true }))
    .toHaveAttribute('href', '/U/100/view');
});

describe('START-13 an empty list', () => {
  const create = page.getByRole('link', { name: 'Create a user' });
  const upload = page.getByRole('link', { name: 'Upload users from a file' });
  const none = { active: 0, inactive: 0 };
  const noRight = { viewerCanCreateUsers: false, viewerCanUploadUsers: false };
  const creators = 'Administrators, Architects and Organisers can create users while the organisation is enabled.';

  test('START-13 leads to a new user and the upload', async () => {
    const { screen } = await open('/O/8/user', none);
    await expect.element(screen.getByText('This organisation has no active users.', { exact: true })).toBeVisible();
    await expect.element(create).toHaveAttribute('href', '/O/8/user/new');
    await expect.element(upload).toHaveAttribute('href', '/O/8/user/upload');
  });

  test('START-13 says who creates users to a viewer who may not', async () => {
    const { screen } = await open('/O/8/user', none, noRight);
    await expect.element(screen.getByText(`This organisation has no active users. ${creators}`)).toBeVisible();
    await expect.element(create).not.toBeInTheDocument();
    await expect.element(upload).not.toBeInTheDocument();
  });

  test('START-13 of the viewer alone has the next step, and a full organisation says so in place of the form', async () => {
    const one = { totalCount: 1, nodes: [userOf('1')] };
    const changes = { userLimit: 1, activeUserCount: 1 };
    const { screen } = await open('/U', { ...none, active: 1 }, { ...changes, active: { ...usersOf, ...one } });
    await expect.element(screen.getByText('You are the only user so far.')).toBeVisible();
    await create.click();
    await expect.element(screen.getByRole('dialog', { name: 'User Limit Reached' })).toBeVisible();
    expect(address()).toBe('/U');
  });

  test('START-13 of another single user, a search without a hit and a list that failed have no such step', async () => {
    const { screen } = await open('/U', { ...none, active: 1 });
    await expect.element(screen.getByRole('link', { name: 'Jane Doe 100', exact: true })).toBeVisible();
    await expect.element(create).not.toBeInTheDocument();
    await screen.unmount();
    const searched = await open('/U?search=x', none);
    await expect.element(page.getByText('Nothing matches “x”.')).toBeVisible();
    await expect.element(create).not.toBeInTheDocument();
    await searched.screen.unmount();
    await openConsole('/U', lists(none, { active: null }));
    await expect.element(page.getByText('Active users could not be loaded').first()).toBeVisible();
    await expect.element(create).not.toBeInTheDocument();
  });
});

test('USER-2 the column of the last sign-in is shown on request, which the browser remembers', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Columns' }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'Last sign-in' }).click();
  for (const caption of ['Active users', 'Inactive users'])
    await expect
      .poll(() => headingsOf(caption))
      .toEqual([['Name', 'Email', 'Department', 'Role', 'Last sign-in', 'Action']]);
  await expect.poll(() => rowsOf('Active users')[0]?.at(4)).toBe('18 Nov 2026');
  expect(localStorage.getItem('console.columns.users')).toBe('["lastSignIn"]');
  await screen.getByRole('menuitemcheckbox', { name: 'Last sign-in' }).click();
  await expect.poll(() => headingsOf('Active users')[0]).not.toContain('Last sign-in');
  localStorage.removeItem('console.columns.users');
});

test('USER-2 a product API that records no sign-ins has no such column, whatever the browser remembers', async () => {
  localStorage.setItem('console.columns.users', '["lastSignIn"]');
  const { screen } = await open('/U', { hasLastSignIn: false });
  await expect.element(screen.getByRole('button', { name: 'Rows: Compact' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Columns' })).not.toBeInTheDocument();
  await expect.poll(() => headingsOf('Active users')[0]).not.toContain('Last sign-in');
  localStorage.removeItem('console.columns.users');
});

test('USER-3 one search asks for both tables from their first page', async () => {
  const { screen, calls } = await open('/U?page=2&inactive-page=2', { active: 60, inactive: 60 });
  await screen.getByRole('searchbox', { name: 'Search users' }).fill(' jane ');
  await expect.poll(() => last(calls)).toMatchObject({ search: 'jane', activeOffset: 0, inactiveOffset: 0 });
  expect(address()).toBe('/U?search=jane');
  expect(calls).toHaveLength(2);
});

test('USER-3 MSG-6 without a match the page says once No Data, what was searched, and offers to clear it', async () => {
  const { screen, calls } = await open('/U?search=nobody&role=15', { active: 0, inactive: 0 });
  await expect.element(screen.getByText('No Data', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Nothing matches “nobody” with these filters.')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.poll(address).toBe('/U');
  await expect.poll(() => last(calls)?.search).toBeUndefined();
});

test('USER-5 an empty section is one line', async () => {
  const { screen } = await open('/U', { inactive: 0 });
  await expect.element(screen.getByText('This organisation has no inactive users.')).toBeVisible();
  await expect.element(screen.getByRole('table', { name: 'Inactive users' })).not.toBeInTheDocument();
});

test('USER-2 UI-20 on a tablet rows have one line, without the department where it has no room', async () => {
  try {
    await page.viewport(900, 800);
    await open();
    await expect.poll(() => headingsOf('Active users')).toEqual([['Name', 'Email', 'Department', 'Role', 'Action']]);
    await page.viewport(768, 800);
    await expect.poll(() => headingsOf('Active users')).toEqual([['Name', 'Email', 'Role', 'Action']]);
    await expect
      .poll(() => rowsOf('Active users')[0])
      .toEqual(['Jane Doe 100', 'jane100@demo.example', 'Auditee', 'Deactivate']);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('START-57 USER-2 USER-3 UI-20 on a phone a row has role and the whole email below the name, and one button opens the filters', async () => {
  await page.viewport(390, 844);
  try {
    const { screen } = await open('/U?role=15');
    await expect.poll(() => headingsOf('Active users')).toEqual([['Name', 'Action']]);
    await expect.poll(() => rowsOf('Active users')[0]).toEqual(['Jane Doe 100Auditee · jane100@demo.example', '']);
    const below = screen.getByText('Auditee · jane100@demo.example', { exact: true }).element();
    await expect.poll(() => below.getBoundingClientRect().height).toBeLessThan(20);
    const isWhole = () => below.scrollHeight <= below.clientHeight && below.scrollWidth <= below.clientWidth;
    const [role] = below.childNodes;
    if (role) role.textContent = 'Administrator · grace.brewster.hopper.murray';
    expect([isWhole(), below.getBoundingClientRect().height > 30]).toEqual([true, true]);
    const filters = screen.getByRole('button', { name: 'Filters 1 active' });
    await expect.element(filters).toBeVisible();
    await expect.element(screen.getByRole('combobox', { name: 'Role' })).not.toBeInTheDocument();
    await filters.click();
    await screen.getByRole('combobox', { name: 'Department' }).selectOptions('Legal');
    await expect.poll(address).toBe('/U?role=15&department=Legal');
    await expect.element(screen.getByRole('link', { name: 'Upload Users' })).toBeVisible();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('START-74 PERSON-4 the badge Invited is next to the name, on a phone too', async () => {
  const { screen } = await openConsole('/U', usersWith(true));
  const badge = screen.getByText('Invited', { exact: true }).first();
  const top = (of: Element | null | undefined) => of?.getBoundingClientRect().top ?? Number.NaN;
  const name = () => badge.element().closest('th')?.querySelector('a');
  await expect.element(badge).toBeVisible();
  await expect.poll(() => Math.abs(top(badge.element()) - top(name()))).toBeLessThan(12);
  for (const width of [390, 320]) {
    await page.viewport(width, 844);
    await expect.element(screen.getByText(/^Auditee · /).first()).toBeVisible();
    await expect.poll(() => Math.abs(top(badge.element()) - top(name()))).toBeLessThan(16);
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  await page.viewport(1280, 800);
});

test('USER-3 the filters narrow both tables, stay in the address and are cleared together', async () => {
  const { screen, calls } = await open();
  await screen.getByRole('combobox', { name: 'Role' }).selectOptions('Auditee');
  await screen.getByRole('combobox', { name: 'Department' }).selectOptions('InfoSec');
  await screen.getByRole('combobox', { name: 'Responder' }).selectOptions('No');
  const filter = { roleIds: ['15'], departments: ['InfoSec'], responder: false };
  await expect
    .poll(() => last(calls))
    .toMatchObject({
      activeFilter: { status: 'ACTIVE', ...filter },
      inactiveFilter: { status: 'INACTIVE', ...filter },
    });
  expect(address()).toBe('/U?role=15&department=InfoSec&responder=no');
  await screen.getByRole('button', { name: 'Clear all' }).click();
  await expect.poll(address).toBe('/U');
  await expect.poll(() => last(calls)?.activeFilter).toEqual({ status: 'ACTIVE' });
});

describe('the counters', () => {
  const text = (label: string) =>
    [...document.querySelectorAll('p')].find(({ textContent }) => textContent.startsWith(`${label}: `))?.textContent;

  test('USER-4 MSG-3 are User Limit and Active Users, whatever was searched', async () => {
    await open('/U?search=x', { active: 1 }, { userLimitText: '25' });
    await expect.poll(() => text('User Limit')).toBe('User Limit: 25');
    await expect.poll(() => text('Active Users')).toBe('Active Users: 1,234');
  });

  test('USER-4 a count that could not be loaded is not a number', async () => {
    await open('/U', {}, { activeUserCount: null });
    await expect.poll(() => text('Active Users')).toBe('Active Users: –');
  });
});

test('USER-5 USER-6 active and inactive users are asked for apart and shown apart, as they were served', async () => {
  const { calls, screen } = await open('/U', { active: 2, inactive: 3 });
  expect(calls[0]?.variables).toMatchObject({
    activeFilter: { status: 'ACTIVE' },
    activeFirst: 25,
    activeOffset: 0,
    inactiveFilter: { status: 'INACTIVE' },
    inactiveFirst: 25,
    inactiveOffset: 0,
    externalFirst: 25,
    externalOffset: 0,
  });
  await expect.poll(() => rowsOf('Active users').map(([name]) => name)).toEqual(['Jane Doe 100', 'Jane Doe 101']);
  await expect
    .poll(() => rowsOf('Inactive users').map(([name]) => name))
    .toEqual(['Jane Doe 900', 'Jane Doe 901', 'Jane Doe 902']);
  await screen.getByRole('button', { name: 'Inactive' }).click();
  await expect.element(screen.getByRole('table', { name: 'Inactive users' })).not.toBeInTheDocument();
});

test('MSG-19 a responder list that failed is reported once, for all tables and pages, and the users are shown', async () => {
  const text = 'Failed to fetch task responders';
  const { screen, calls } = await open('/U', { active: 60, responderFailures: [text] });
  await expect.poll(() => rowsOf('Active users')).toHaveLength(25);
  await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible();
  await screen.getByRole('button', { name: 'Next page of Active users' }).click();
  await expect.poll(() => calls.length).toBe(2);
  await expect.poll(() => rowsOf('Active users')[0]?.[0]).toBe('Jane Doe 125');
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
});

test('ERR-11 RESP-2 RESP-3 RESP-4 three responder lists that failed are one toast', async () => {
  const texts = ['continuer', 'Investigator', 'task'].map((list) => `Failed to fetch ${list} responders`);
  const { screen } = await open('/U', { responderFailures: texts });
  for (const text of texts) await expect.element(screen.getByRole('alert').getByText(text)).toBeVisible();
  await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
});
