import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rowsOf, usersPage } from '../testing/lists.ts';
import { fill, openNewUser } from '../testing/newUser.ts';
import { address } from '../testing/render.tsx';
import { asked, failing } from '../testing/responses.ts';
import { newUserPage } from '../testing/users.ts';

// The whole form at once: nothing has to be scrolled to.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

describe('creating', () => {
  test('USER-7 USER-30 GQL-6 leads back to the list with the new row first and the counter one up, without asking for it', async () => {
    const opened = await openNewUser({}, '/U');
    const { screen, names, calls, submit } = opened;
    await screen.getByRole('link', { name: 'Create New User' }).click();
    await fill(opened);
    expect(address()).toBe('/U/new');
    await submit();
    await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
    await expect.poll(address).toBe('/U');
    await expect.element(screen.getByText('Active Users: 1,235')).toBeVisible();
    await expect
      .poll(() => rowsOf('Active users').map(([name]) => name))
      .toEqual(['Grace Hopper', 'Jane Doe 100', 'Jane Doe 101']);
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(names()).toEqual(['OwnUsersPage', 'NewUserPage', 'CreateUserForm_Create']);
    expect(calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables).toEqual({
      input: {
        organisationId: '7',
        firstName: 'Grace',
        lastName: 'Hopper',
        email: 'grace@demo.example',
        countryCode: null,
        mobile: null,
        designation: 'Manager',
        roleId: '15',
        deptLead: false,
        supervisorEmail: 'boss@demo.example',
        department: 'InfoSec',
      },
    });
    // The user's next input queries again.
    await screen.getByRole('combobox', { name: 'Department' }).selectOptions('Legal');
    await expect.poll(() => names().length).toBe(4);
    await screen.getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => names().length).toBe(5);
  });

  test('USER-30 a list that was searched is fetched again, and found as it was left', async () => {
    const opened = await openNewUser({}, '/U?search=jane');
    await opened.screen.getByRole('link', { name: 'Create New User' }).click();
    await fill(opened);
    await opened.submit();
    await expect.poll(address).toBe('/U?search=jane');
    await expect
      .poll(() => opened.names())
      .toEqual(['OwnUsersPage', 'NewUserPage', 'CreateUserForm_Create', 'OwnUsersPage']);
  });

  test('USER-30 in another organisation the way leads back there', async () => {
    const opened = await openNewUser({}, '/O/8/user/new?from=M');
    await expect.element(opened.screen.getByRole('link', { name: 'Other' })).toBeVisible();
    await fill(opened);
    await opened.submit();
    await expect.poll(address).toBe('/O/8/user?from=M');
    expect(opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables).toMatchObject({
      input: { organisationId: '8' },
    });
    // The list has not been loaded before, so it is queried.
    await expect.poll(opened.names).toEqual(['NewUserPage', 'CreateUserForm_Create', 'OrganisationUsersPage']);
  });

  test('START-41 USER-31 ERR-7 an email in use is shown in one toast and at its field, which has the focus, and the input stays', async () => {
    const opened = await openNewUser({
      CreateUserForm_Create: failing('INVALID', 'email is taken\nmobile is invalid', {
        fields: [
          { path: 'email', message: 'is taken' },
          { path: 'mobile', message: 'is invalid' },
        ],
      }),
    });
    const { screen, field, submit } = opened;
    await fill(opened);
    await submit();
    const toast = screen.getByRole('alert');
    await expect.element(toast.getByText('Email is taken.')).toBeVisible();
    await expect.element(toast.getByText('Mobile is invalid.')).toBeVisible();
    await expect.poll(() => toast.elements()).toHaveLength(1);
    await expect.element(screen.getByText('is taken', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('is invalid', { exact: true })).toBeVisible();
    await expect.element(field('Email')).toHaveFocus();
    const links = screen.getByRole('navigation', { name: '2 fields need your attention' });
    await links.getByRole('link', { name: 'Mobile' }).click();
    await expect.element(field('Mobile Optional')).toHaveFocus();
    await expect.element(screen.getByText('is taken', { exact: true })).toBeVisible();
    await field('Email').fill('other@demo.example');
    await expect.element(screen.getByText('is taken', { exact: true })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('navigation', { name: '1 field needs your attention' })).toBeVisible();
    await field('Email').fill('grace@demo.example');
    await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('First name')).toHaveValue(' Grace ');
  });

  test('USER-31 other refusals appear at their fields and not in a toast', async () => {
    const opened = await openNewUser({
      CreateUserForm_Create: failing('INVALID', 'designation is held by another user', {
        fields: [{ path: 'designation', message: 'is held by another user' }],
      }),
    });
    await fill(opened);
    await opened.submit();
    await expect.element(opened.screen.getByText('is held by another user', { exact: true })).toBeVisible();
    await expect.element(opened.choice('Designation')).toHaveFocus();
    await expect
      .element(opened.screen.getByText('Designation is held by another user.', { exact: true }))
      .not.toBeInTheDocument();
  });
});

describe('a full organisation', () => {
  const full = { userLimit: 1234 };

  test('USER-16 MSG-2 MSG-16 Create New User and Upload Users say User Limit Reached and lead nowhere', async () => {
    const { screen, names } = await openNewUser({ OwnUsersPage: asked((call) => usersPage(call, {}, full)) }, '/U');
    for (const name of ['Create New User', 'Upload Users']) {
      await screen.getByRole('link', { name }).click();
      const dialog = screen.getByRole('dialog', { name: 'User Limit Reached' });
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect.element(dialog).not.toBeInTheDocument();
    }
    expect(address()).toBe('/U');
    expect(names()).toEqual(['OwnUsersPage']);
  });

  test('USER-16 the form of a full organisation is not submitted; once a seat is free it is', async () => {
    let userLimit = 3;
    const opened = await openNewUser({ NewUserPage: asked((call) => newUserPage(call, { userLimit })) });
    await fill(opened);
    await opened.submit();
    const dialog = opened.screen.getByRole('dialog', { name: 'User Limit Reached' });
    await expect.element(dialog).toBeVisible();
    expect(opened.names()).toEqual(['NewUserPage']);
    userLimit = 4;
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => opened.names()).toEqual(['NewUserPage', 'NewUserPage']);
    await expect.element(opened.field('Last name')).toHaveValue('Hopper');
    await opened.submit();
    await expect.element(opened.screen.getByText('Create User', { exact: true })).toBeVisible();
  });

  test('USER-16 the server’s word is the same dialog, and what was typed is kept', async () => {
    const opened = await openNewUser({ CreateUserForm_Create: failing('USER_LIMIT_REACHED', 'User Limit Reached') });
    await fill(opened);
    await opened.submit();
    await expect.element(opened.screen.getByRole('dialog', { name: 'User Limit Reached' })).toBeVisible();
    await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
    await opened.screen.getByRole('button', { name: 'Close' }).click();
    await expect.element(opened.field('Last name')).toHaveValue('Hopper');
  });
});
