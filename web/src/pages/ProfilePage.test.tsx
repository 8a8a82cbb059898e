import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { userChoices } from '../testing/organisations.ts';
import { lookups, profileOf, updated } from '../testing/profile.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import { type Answer, held } from '../testing/script.ts';
import { termsIn } from '../testing/texts.ts';

const open = async (answers: Answers = {}, path = '/profile', own: Answer = profileOf()) => {
  const gateway = gatewayOf({
    ProfilePage: own,
    ProfileForm: { data: { lookups } },
    ProfileForm_Update: asked(updated),
    useActiveUserSearch_Users: asked((call) => userChoices(call)),
    ...answers,
  });
  const opened = await openConsole(path, gateway);
  const { screen } = opened;
  await expect.element(screen.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible();
  return { ...opened, field: (name: string | RegExp) => screen.getByRole('textbox', { name }) };
};

const edit = async (...args: Parameters<typeof open>) => {
  const opened = await open(...args);
  await opened.screen.getByRole('button', { name: 'Edit' }).click();
  await expect.element(opened.field('First name')).toBeVisible();
  return opened;
};

const save = ({ screen }: Awaited<ReturnType<typeof open>>) => screen.getByRole('button', { name: 'Save' }).click();

// The viewport is tall enough for the whole form.
beforeEach(() => page.viewport(1280, 1200));
afterEach(() => page.viewport(1280, 800));

describe('the page', () => {
  test('LOOK-5 FRAME-9 its cards are as wide as the form, and Edit is a default button within the padding', async () => {
    const { screen } = await open();
    const heading = screen.getByRole('heading', { name: 'Person', level: 2 });
    await expect.element(heading).toBeVisible();
    const card = () => heading.element().closest('.mantine-Paper-root')?.getBoundingClientRect() ?? new DOMRect();
    const { right, width } = card();
    const edit = screen.getByRole('button', { name: 'Edit' });
    expect(edit.element().getBoundingClientRect().right).toBeLessThanOrEqual(right - 20);
    expect(getComputedStyle(edit.element()).backgroundColor).toBe('rgb(255, 255, 255)');
    await edit.click();
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible();
    expect(card().width).toBe(width);
  });

  test('FOCUS-10 while its data are loading, Security has its headings and the rows of its tables', async () => {
    const later = held<void>();
    const { screen } = await open({
      ProfilePage: asked(async ({ variables }) => {
        if (variables.showsSecurity) await later.promise;
        return profileOf();
      }),
    });
    await screen.getByRole('link', { name: 'Security' }).click();
    await expect.element(screen.getByRole('heading', { name: 'Passkeys' })).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('main tbody .mantine-Skeleton-root').length).toBeGreaterThan(0);
    later.resolve();
  });

  test('PROFILE-1 SHELL-9 has its two tabs, the chosen one in the address', async () => {
    const { screen, calls } = await open();
    const tabs = screen.getByRole('navigation', { name: 'Profile sections' });
    const personal = tabs.getByRole('link', { name: 'Personal Information' });
    const change = tabs.getByRole('link', { name: 'Change Password' });
    await expect.element(personal).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => document.title).toBe('Profile · Demo · Console');
    await change.click();
    await expect.element(screen.getByRole('button', { name: 'Change Password' })).toBeVisible();
    expect(address()).toBe('/profile?tab=password');
    await expect.element(change).toHaveAttribute('aria-current', 'page');
    await expect.poll(() => document.title).toBe('Change Password · Demo · Console');
    expect(calls.map(({ name }) => name)).toEqual(['ProfilePage']);
  });

  test('PROFILE-6 is open to an Auditee and to a user without an organisation', async () => {
    const can = { ...viewer.can, viewUsers: false, viewSso: false, listOrganisations: false };
    const own = profileOf({ organisationId: null }, { can, organisation: null });
    const { screen } = await open({}, '/profile?tab=nothing', own);
    await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(address()).toBe('/profile?tab=nothing');
    await expect.poll(() => document.title).toBe('Profile · Console');
  });

  test('PROFILE-2 shows the known values, without a form or requests for lists', async () => {
    const { screen, calls } = await open();
    await expect
      .poll(() => [...document.querySelectorAll('main section')].flatMap((section) => termsIn(section)))
      .toEqual([
        ['Organisation', 'Demo'],
        ['Created', '20 Nov 2026'],
        ['Last sign-in', '18 Nov 2026'],
        ['First name', 'Ada'],
        ['Last name', 'Admin'],
        ['Email', 'admin@demo.example'],
        ['Mobile', '+44 5550100'],
        ['Designation', 'Manager'],
        ['Department', 'Legal'],
        ['Supervisor', 'boss@demo.example'],
        ['Role', 'Administrator'],
      ]);
    await expect.element(screen.getByRole('textbox')).not.toBeInTheDocument();
    expect(calls).toHaveLength(1);
  });

  test('PROFILE-1 ERR-11 ERR-13 a failed part does not repeat the toast, which disappears once the part is loaded', async () => {
    const answers = [failing('INTERNAL', 'Request Failed', { requestId: 'a' }), failing('INTERNAL', 'Request Failed')];
    const { screen } = await openConsole(
      '/profile',
      gatewayOf({ ProfilePage: asked(() => answers.shift() ?? profileOf()) }),
    );
    const place = screen.getByRole('main');
    await expect.element(place.getByText('Your profile could not be loaded')).toBeVisible();
    await expect.poll(() => place.element().textContent).toBe('Your profile could not be loadedTry again');
    await expect.element(screen.getByRole('alert').getByText('Request a')).toBeVisible();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('alert').getByText('Request req-1')).toBeVisible();
    await expect.element(screen.getByText('Request a')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('editing', () => {
  test('PROFILE-2 Cancel returns to the old values and sends nothing', async () => {
    const opened = await edit();
    const { screen, field, calls } = opened;
    await field('First name').fill('Grace');
    await screen.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(screen.getByText('Ada', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Edit' }).click();
    await expect.element(field('First name')).toHaveValue('Ada');
    expect(calls.map(({ name }) => name)).not.toContain('ProfileForm_Update');
  });

  test('UI-20 the button that was pressed keeps the focus while it saves and when that has failed, unless the focus goes elsewhere', async () => {
    let answer = held<Answer>();
    const { screen, field } = await edit({ ProfileForm_Update: asked(() => answer.promise) });
    const button = screen.getByRole('button', { name: 'Save' });
    for (const last of [button, field('First name')]) {
      answer = held();
      await field('First name').fill('Daria');
      (button.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(button).toHaveAttribute('aria-disabled', 'true');
      await expect.element(button).toHaveFocus();
      if (last !== button) await last.click();
      answer.resolve(failing('UPSTREAM_TIMEOUT', 'Request Failed'));
      await expect.element(button).toBeEnabled();
      await expect.element(last).toHaveFocus();
    }
  });

  test('PROFILE-3 PROFILE-4 email and role are read-only, and nothing else of the record can be changed', async () => {
    const { screen, field } = await edit();
    await expect.element(field('Email')).toHaveAttribute('readonly');
    await expect.element(field('Role')).toHaveAttribute('readonly');
    const labels = [...document.querySelectorAll('form label')].map(({ textContent }) => textContent);
    expect(labels).toHaveLength(9);
    expect(labels.join()).not.toMatch(/lead|status|organisation/i);
    await expect.element(screen.getByRole('combobox', { name: /Department/ })).toHaveValue('Legal');
  });

  test('PROFILE-3 MSG-13 required fields say so, mobile and country code do not', async () => {
    const opened = await edit();
    const { screen, field, calls } = opened;
    for (const name of ['First name', 'Last name', 'Designation']) await field(name).fill(' ');
    await screen.getByRole('combobox', { name: 'Supervisor' }).fill(' ');
    await userEvent.keyboard('{Escape}');
    await field(/^Mobile/).fill('');
    await save(opened);
    await expect.poll(() => screen.getByText('required', { exact: true }).elements().length).toBe(4);
    await expect.element(field('First name')).toHaveFocus();
    expect(calls.map(({ name }) => name)).not.toContain('ProfileForm_Update');
  });

  test('USER-39 PROFILE-3 a viewer who may not see users types the supervisor’s email, and no users are requested', async () => {
    const can = { ...viewer.can, viewUsers: false };
    const { field, calls } = await edit({}, '/profile', profileOf({}, { can }));
    await field('Supervisor').fill('nowhere');
    await field('First name').click();
    expect(calls.map(({ name }) => name)).not.toContain('useActiveUserSearch_Users');
  });

  test('PROFILE-3 CONST-2 the default dialling code is +91', async () => {
    const { screen } = await edit({}, '/profile', profileOf({ countryCode: null, mobile: null }));
    await expect.element(screen.getByRole('combobox', { name: /Country code/ })).toHaveValue('India (+91)');
  });

  test('PROFILE-5 MSG-13 saving sends the whole profile, says Update User, and the account menu has the new name with no further request', async () => {
    const opened = await edit();
    const { screen, field, calls } = opened;
    await field('First name').fill(' Grace ');
    await field(/^Mobile/).fill('');
    await screen.getByRole('combobox', { name: /Department/ }).click();
    await screen.getByRole('option', { name: 'InfoSec' }).click();
    await save(opened);
    await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Grace', { exact: true })).toBeVisible();
    await screen.getByRole('button', { name: 'Account menu' }).click();
    await expect.element(screen.getByRole('menu').getByText('Grace Admin')).toBeVisible();
    expect(calls.map(({ name }) => name)).toEqual(['ProfilePage', 'ProfileForm', 'ProfileForm_Update']);
    expect(calls[2]?.variables).toEqual({
      input: {
        firstName: 'Grace',
        lastName: 'Admin',
        designation: 'Manager',
        supervisorEmail: 'boss@demo.example',
        department: 'InfoSec',
        countryCode: null,
        mobile: null,
      },
    });
  });

  test('PROFILE-5 the server’s messages appear at their fields, and the input stays', async () => {
    const refused = failing('INVALID', 'mobile is invalid', { fields: [{ path: 'mobile', message: 'is invalid' }] });
    const opened = await edit({ ProfileForm_Update: refused });
    await opened.field(/^Mobile/).fill('12 34');
    await save(opened);
    await expect.element(opened.screen.getByText('is invalid', { exact: true })).toBeVisible();
    await expect.element(opened.field(/^Mobile/)).toHaveFocus();
    await expect.element(opened.field(/^Mobile/)).toHaveValue('12 34');
    await expect.element(opened.screen.getByRole('alert').getByText('Mobile is invalid.')).not.toBeInTheDocument();
  });

  test('PROFILE-3 if lists fail to load, saved values stay and other fields can be changed', async () => {
    const opened = await edit({
      ProfileForm: { data: { lookups: { ...lookups, departments: null } }, errors: [{ message: 'Request Failed' }] },
    });
    const { screen, field } = opened;
    await expect.element(screen.getByRole('combobox', { name: /Department/ })).toHaveValue('Legal');
    await field('First name').fill('Grace');
    await save(opened);
    await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
  });

  test('PROFILE-2 fits a phone', async () => {
    await page.viewport(320, 700);
    const { screen } = await edit();
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeInViewport();
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  });
});
