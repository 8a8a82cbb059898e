import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { enterChoice } from '../testing/enter.ts';
import { organisationOf, userOf, usersPage } from '../testing/lists.ts';
import { userChoices } from '../testing/organisations.ts';
import { profileOf } from '../testing/profile.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import { role } from '../testing/roles.ts';
import { held } from '../testing/script.ts';
import { editUserPage, formLookups, saved } from '../testing/users.ts';

const open = async (answers: Answers = {}, path = '/U/100/edit') => {
  const opened = await openConsole(
    path,
    gatewayOf({
      EditUserPage: editUserPage(userOf('100')),
      UserPage: { data: { viewer, user: userOf('100') } },
      OwnUsersPage: asked((call) => usersPage(call)),
      EditUserForm_Update: asked(saved),
      useActiveUserSearch_Users: asked((call) => userChoices(call)),
      ...answers,
    }),
  );
  const { screen } = opened;
  const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
  const choice = (name: string | RegExp) => screen.getByRole('combobox', { name });
  const save = () => screen.getByRole('button', { name: 'Save' }).click();
  return { ...opened, field, choice, save };
};

/** Leaves out requests after the page is shown. */
const pageNames = (names: readonly string[]) => names.filter((name) => name !== 'UserPageDetails');

// The whole form at once: nothing has to be scrolled to.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

test('USER-35 the form holds what is saved, in one request; the email is read-only', async () => {
  const { field, choice, names } = await open();
  await expect.element(field('First name')).toHaveValue('Jane');
  await expect.element(field('Email')).toHaveAttribute('readonly');
  await expect.element(field('Email')).toHaveValue('jane100@demo.example');
  await expect.element(choice('Designation')).toHaveValue('Manager');
  await expect.element(choice('Role')).toHaveValue('Auditee');
  await expect.element(choice('Department')).toHaveValue('Legal');
  await expect.element(field(/^Mobile/)).toHaveValue('5550100');
  expect(names()).toEqual(['EditUserPage']);
  await expect.poll(() => document.title).toBe('Edit Jane Doe 100 · Demo · Console');
});

test('USER-36 GQL-6 saving says Update User and leads to the view, which shows it without asking again', async () => {
  const later = held<void>();
  let left = false;
  const list = asked(async (call) => {
    if (left) await later.promise;
    return usersPage(call);
  });
  const { screen, field, save, calls, names } = await open({ OwnUsersPage: list }, '/U');
  await screen.getByRole('link', { name: 'Jane Doe 100', exact: true }).click();
  await screen.getByRole('link', { name: 'Edit' }).click();
  await field('First name').fill('Grace');
  await save();
  await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Grace Doe 100', level: 1 })).toBeVisible();
  expect(address()).toBe('/U/100/view');
  expect(pageNames(names())).toEqual(['OwnUsersPage', 'UserPage', 'EditUserPage', 'EditUserForm_Update']);
  expect(calls.find(({ name }) => name === 'EditUserForm_Update')?.variables).toEqual({
    input: {
      id: '100',
      firstName: 'Grace',
      lastName: 'Doe 100',
      countryCode: '+91',
      mobile: '5550100',
      designation: 'Manager',
      roleId: '15',
      deptLead: false,
      supervisorEmail: 'boss@demo.example',
      department: 'Legal',
      expectedUpdatedAt: '2026-11-21T10:00:00.000Z',
    },
  });
  left = true;
  await screen.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'User' }).click();
  await expect.element(screen.getByRole('link', { name: 'Grace Doe 100' })).toBeVisible();
  later.resolve();
});

test.each(['Save', 'Cancel'])(
  'FOCUS-12 %s leads back to the page of the user, which is in the history once',
  async (label) => {
    const { screen, field, names } = await open({}, '/U');
    await screen.getByRole('link', { name: 'Jane Doe 100', exact: true }).click();
    await screen.getByRole('link', { name: 'Edit' }).click();
    if (label === 'Save') await field('First name').fill('Grace');
    await screen.getByRole('button', { name: label }).click();
    await expect.poll(address).toBe('/U/100/view');
    await expect.element(screen.getByRole('heading', { level: 1, name: / Doe 100$/ })).toBeVisible();
    if (label === 'Save') expect(pageNames(names()).slice(-1)).toEqual(['EditUserForm_Update']);
    window.history.back();
    await expect.poll(address).toBe('/U');
  },
);

test('USER-35 lists that cannot be had leave what is saved', async () => {
  const none = { __typename: 'Lookups', roles: null, departments: null, designations: null, countryCodes: null };
  const { screen, field, choice, save } = await open({ EditUserPage: editUserPage(userOf('100'), none) });
  await expect.element(choice('Role')).toHaveValue('Auditee');
  await expect.element(choice('Department')).toHaveValue('Legal');
  await field('First name').fill('Grace');
  await save();
  await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
});

test('USER-31 the server’s message appears at its field', async () => {
  const { screen, field, choice, save } = await open({
    EditUserForm_Update: failing('INVALID', 'supervisor is unknown', {
      fields: [{ path: 'supervisorEmail', message: 'is unknown' }],
    }),
  });
  await field('First name').fill('Grace');
  await save();
  await expect.element(screen.getByText('is unknown', { exact: true })).toBeVisible();
  await expect.element(choice('Supervisor')).toHaveFocus();
});

describe('another user saves at the same time', () => {
  const later = '2026-11-22T09:00:00.000Z';
  const theirs = userOf('100', { firstName: 'Janet', department: 'InfoSec', updatedAt: later });

  test('USER-36 CONFLICT keeps what was typed, loads their changes into the rest, and is then saved on top', async () => {
    let user = userOf('100');
    const { screen, field, choice, save, calls } = await open({
      EditUserPage: asked(() => editUserPage(user)),
      EditUserForm_Update: asked((call) =>
        (call.variables.input as { expectedUpdatedAt: string }).expectedUpdatedAt === later
          ? saved(call)
          : failing('CONFLICT', 'Changed meanwhile'),
      ),
    });
    await field('First name').fill('Grace');
    user = theirs;
    await save();
    const load = screen.getByRole('button', { name: 'Load their changes' });
    await expect.element(load).toHaveFocus();
    await expect.poll(() => screen.getByRole('alert').elements()).toHaveLength(1);
    await expect.element(field('First name')).toHaveValue('Grace');
    await load.click();
    await expect.element(screen.getByText('First name: Janet')).toBeVisible();
    await expect.element(screen.getByText('Department: InfoSec')).toBeVisible();
    await expect.element(choice('Department')).toHaveValue('InfoSec');
    await expect.element(field('First name')).toHaveValue('Grace');
    await save();
    await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
    expect(calls.findLast(({ name }) => name === 'EditUserForm_Update')?.variables).toMatchObject({
      input: { firstName: 'Grace', department: 'InfoSec' },
    });
  });

  test('FOCUS-1 the notice is in sight by the pressed button and has the focus, at each press and once their changes are loaded', async () => {
    await page.viewport(1280, 480);
    let user = userOf('100');
    const { screen, field, save } = await open({
      EditUserPage: asked(() => editUserPage(user)),
      EditUserForm_Update: failing('CONFLICT', 'Changed meanwhile'),
    });
    await field('First name').fill('Grace');
    const load = screen.getByRole('button', { name: 'Load their changes' });
    for (const _press of [1, 2]) {
      await save();
      await expect.element(load).toHaveFocus();
      await expect.element(load).toBeInViewport({ ratio: 1 });
      await expect.element(screen.getByText(/^Someone else changed this user/)).toBeInViewport({ ratio: 1 });
      await field('First name').click();
    }
    user = theirs;
    await load.click();
    const notice = screen.getByRole('status').filter({ hasText: 'Their changes were loaded' });
    await expect.element(notice).toHaveFocus();
    await expect.element(notice).toBeInViewport({ ratio: 1 });
  });

  test('USER-36 SHELL-12 a draft that is restored after they saved keeps their changes to the other fields, and lists them', async () => {
    let user = userOf('100');
    const { screen, session, field, choice, save, calls } = await open({
      EditUserPage: asked(() => editUserPage(user)),
    });
    await field('First name').fill('Grace');
    localStorage.removeItem('console.page');
    window.dispatchEvent(new StorageEvent('storage', { key: 'console.page', newValue: null }));
    await expect.element(screen.getByRole('button', { name: 'Next' })).toBeVisible();
    user = theirs;
    session.completeSignIn('new');
    await expect.element(screen.getByText('First name: Janet')).toBeVisible();
    await expect.element(screen.getByText('Department: InfoSec')).toBeVisible();
    await expect.element(field('First name')).toHaveValue('Grace');
    await expect.element(choice('Department')).toHaveValue('InfoSec');
    await save();
    await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
    expect(calls.findLast(({ name }) => name === 'EditUserForm_Update')?.variables).toMatchObject({
      input: { firstName: 'Grace', department: 'InfoSec', expectedUpdatedAt: later },
    });
  });

  test('USER-36 a form in which nothing was typed follows what is saved', async () => {
    const { client, field } = await open();
    await expect.element(field('First name')).toHaveValue('Jane');
    client.cache.modify({
      id: 'User:100',
      fields: { firstName: () => 'Janet', updatedAt: () => later },
    });
    await expect.element(field('First name')).toHaveValue('Janet');
  });
});

describe('not available', () => {
  test.for([
    ['an unknown id', '/U/100/edit', null],
    [
      'a user of another organisation',
      '/U/100/edit',
      userOf('100', { organisationId: '8', organisation: organisationOf('8') }),
    ],
    ['a user of another organisation', '/O/8/user/100/edit', userOf('100')],
    ['a user of a higher role', '/U/100/edit', userOf('100', { viewerCanEdit: false })],
  ] as const)('USER-33 USER-34 %s at %s is /page-not-found, without a toast', async ([, path, user]) => {
    const { screen } = await open({ EditUserPage: editUserPage(user) }, path);
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('USER-35 one’s own record is the profile', async () => {
    const { screen } = await open({ EditUserPage: editUserPage(userOf('1')), ProfilePage: profileOf() }, '/U/1/edit');
    await expect.element(screen.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
    expect(address()).toBe('/profile');
  });

  test('NAV-9 USER-35 one’s own record is not found by who may not manage users', async () => {
    const auditee = { ...viewer, can: { ...viewer.can, manageUsers: false } };
    const { screen } = await open(
      {
        EditUserPage: { data: { viewer: auditee, user: userOf('1'), lookups: formLookups } },
        ProfilePage: profileOf(),
      },
      '/U/1/edit',
    );
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    expect(address()).toBe('/page-not-found');
  });
});

test('START-68 a changed role that reaches all organisations is asked for once more for a user of another organisation', async () => {
  const lookups = { ...formLookups, roles: [role('11', 'ADMINISTRATOR', 'Administrator', 1), ...formLookups.roles] };
  const user = userOf('100', { organisationId: '8', organisation: organisationOf('8') });
  const { screen, choice, save, calls } = await open(
    { EditUserPage: editUserPage(user, lookups) },
    '/O/8/user/100/edit',
  );
  const sent = () => calls.filter(({ name }) => name === 'EditUserForm_Update');
  await enterChoice(
    choice('Role'),
    screen.getByRole('option', { name: 'Administrator', exact: true }),
    'Administrator',
  );
  await save();
  const dialog = screen.getByRole('dialog', { name: 'Assign the role Administrator to Jane Doe 100?' });
  await expect.element(dialog).toBeVisible();
  expect(sent()).toEqual([]);
  await dialog.getByRole('button', { name: 'Assign role' }).click();
  await expect.poll(() => sent()[0]?.variables).toMatchObject({ input: { roleId: '11' } });
});
