import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { usersPage } from '../testing/lists.ts';
import { choose, fill, openNewUser } from '../testing/newUser.ts';
import { asked } from '../testing/responses.ts';
import { textsOf } from '../testing/texts.ts';

// The whole form at once: nothing has to be scrolled to.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

describe('the form', () => {
  test('USER-21 USER-23 USER-24 USER-25 USER-26 START-33 has its fields, defaults and options, in one request', async () => {
    const { screen, field, choice, names } = await openNewUser();
    await expect.element(field('First name')).toHaveValue('');
    const labels = [...document.querySelectorAll('form label')].map(({ textContent }) => textContent);
    expect(labels).toEqual([
      'First name *',
      'Last name *',
      'Email *',
      'Country code Optional',
      'Mobile Optional',
      'Designation *',
      'Role *',
      'Department lead',
      'Supervisor *',
      'Department *',
    ]);
    await expect.element(choice('Department')).toHaveValue('InfoSec');
    await expect.element(choice(/^Country code/)).toHaveValue('India (+91)');
    await choice('Role').click();
    await expect
      .poll(() => textsOf(screen.getByRole('option')))
      .toEqual([
        'OrganiserOwn organisation: manages users, mappings, SSO and API keys',
        'AuditeeOwn organisation: view only',
      ]);
    expect(names()).toEqual(['NewUserPage']);
    await expect.poll(() => document.title).toBe('Create New User · Demo · Console');
  });

  test('USER-22 MSG-13 what is missing says required at its field, the first has the focus, and nothing is sent', async () => {
    const { screen, choice, field, submit, names } = await openNewUser();
    await expect.element(field('First name')).toBeVisible();
    await choice('Department').fill('');
    await userEvent.keyboard('{Escape}');
    await submit();
    await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(7);
    await expect.element(field('First name')).toHaveFocus();
    expect(names()).toEqual(['NewUserPage']);
  });

  test('FOCUS-9 the first field, which has the focus by itself, has no message before anything is typed; the next one has', async () => {
    const { screen, field } = await openNewUser();
    await expect.element(field('First name')).toHaveFocus();
    await field('Last name').click();
    await field('Email').click();
    await expect.element(field('Last name')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field('First name')).not.toHaveAttribute('aria-invalid', 'true');
    await expect.poll(() => screen.getByText('required', { exact: true }).elements()).toHaveLength(1);
    await field('First name').fill('Grace');
    await field('First name').clear();
    await field('Email').click();
    await expect.element(field('First name')).toHaveAttribute('aria-invalid', 'true');
  });

  test('USER-21 an invalid email or number has a message after blur', async () => {
    const { screen, field, choice } = await openNewUser();
    await field('Email').fill('nowhere');
    await field(/^Mobile/).fill('abc');
    await choice('Supervisor').fill('also nowhere');
    await field('First name').click();
    await expect.poll(() => screen.getByText('must be an email address').elements().length).toBe(2);
    await expect.element(screen.getByText('must contain only digits, spaces and hyphens')).toBeVisible();
  });

  test('USER-28 USER-29 an Auditee may lead a department; another role takes that back, and it is sent as false', async () => {
    const opened = await openNewUser();
    const { screen, calls, submit } = opened;
    await fill(opened);
    const lead = screen.getByRole('checkbox', { name: 'Department lead' });
    await expect.element(lead).toBeEnabled();
    await lead.click();
    await expect.element(lead).toBeChecked();
    await choose(opened, 'Role', 'Organiser');
    await expect.element(lead).toBeDisabled();
    await expect.element(lead).not.toBeChecked();
    await submit();
    await expect
      .poll(() => calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables)
      .toMatchObject({
        input: { roleId: '13', deptLead: false },
      });
  });

  test('USER-25 a designation that is in no list can be typed', async () => {
    const opened = await openNewUser();
    await fill(opened);
    await opened.choice('Designation').fill('Rear Admiral');
    await userEvent.keyboard('{Tab}');
    await opened.submit();
    await expect
      .poll(() => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables)
      .toMatchObject({ input: { designation: 'Rear Admiral', countryCode: null, mobile: null } });
  });

  test('USER-38 OPEN-24 an email outside of the organisation’s domains is a warning, and can be saved', async () => {
    const opened = await openNewUser();
    const { screen, field } = opened;
    await fill(opened, 'grace@elsewhere.example');
    await expect.element(screen.getByText(/^elsewhere.example is not one of/)).toBeVisible();
    await opened.submit();
    await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
    await expect.element(field('Email')).not.toBeInTheDocument();
  });

  test('USER-21 fits a phone', async () => {
    await page.viewport(320, 700);
    const { screen } = await openNewUser();
    await expect.element(screen.getByRole('button', { name: 'Create user' })).toBeInViewport();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});

describe('who may not', () => {
  test('USER-7 OPEN-18 the list offers neither', async () => {
    const none = { viewerCanCreateUsers: false, viewerCanUploadUsers: false };
    const { screen } = await openNewUser({ OwnUsersPage: asked((call) => usersPage(call, {}, none)) }, '/U');
    await expect.element(screen.getByRole('table', { name: 'Active users' })).toBeVisible();
    for (const name of ['Create New User', 'Upload Users'])
      await expect.element(screen.getByRole('link', { name })).not.toBeInTheDocument();
  });

  test('NAV-9 an organisation without the right to create users has no form', async () => {
    const { screen } = await openNewUser({}, '/U/new', { viewerCanCreateUsers: false });
    await expect.element(screen.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  });
});
