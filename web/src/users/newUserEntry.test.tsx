import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sendUntilGone } from '../testing/enter.ts';
import { choose, fill, openNewUser } from '../testing/newUser.ts';
import { address } from '../testing/render.tsx';
import { asked, failing } from '../testing/responses.ts';
import { role } from '../testing/roles.ts';
import { textsOf } from '../testing/texts.ts';
import { created, newUserPage } from '../testing/users.ts';

// The whole form at once: nothing has to be scrolled to.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

const countryCode = /^Country code/;

test.for(['(+44)'])('START-29 %j typed as a country code is the code', async (typed) => {
  const opened = await openNewUser();
  await fill(opened);
  await opened.choice(countryCode).fill(typed);
  await opened.field(/^Mobile/).fill('98200');
  await expect.element(opened.choice(countryCode)).toHaveValue('United Kingdom (+44)');
  await opened.submit();
  await expect
    .poll(() => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables)
    .toMatchObject({ input: { countryCode: '+44' } });
});

test('START-29 a country code of a product API that names it in its ids alone can be typed as well', async () => {
  const lookups = (call: Parameters<typeof newUserPage>[0]) => {
    const { data } = newUserPage(call) as { data: { lookups: object } };
    const countryCodes = [['91', 'India'] as const, ['44', 'United Kingdom'] as const].map(([id, label]) => ({
      __typename: 'Option',
      id,
      label,
      group: null,
    }));
    return { data: { ...data, lookups: { ...data.lookups, countryCodes } } };
  };
  const opened = await openNewUser({ NewUserPage: asked(lookups) });
  await opened.choice(countryCode).fill('0044');
  await expect.poll(() => textsOf(opened.screen.getByRole('option'))).toEqual(['United Kingdom+44']);
  await userEvent.keyboard('{Tab}');
  await expect.element(opened.choice(countryCode)).toHaveValue('United Kingdom');
});

test('START-30 the country code is that of the organisation’s country, is sent with a number only, and an emptied one stays empty', async () => {
  const opened = await openNewUser({}, '/U/new', { facility: { __typename: 'Facility', country: 'United Kingdom' } });
  const sent = () => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables;
  await fill(opened);
  await expect.element(opened.choice(countryCode)).toHaveValue('United Kingdom (+44)');
  await opened.choice(countryCode).fill('');
  await opened.field(/^Mobile/).fill('98200');
  await expect.element(opened.choice(countryCode)).toHaveValue('');
  await opened.submit();
  await expect.poll(sent).toMatchObject({ input: { countryCode: null, mobile: '98200' } });
});

test('START-31 an Organiser’s and a CEO’s own email is offered first as their supervisor’s', async () => {
  const opened = await openNewUser();
  await fill(opened, 'grace@demo.example');
  const supervisor = opened.choice('Supervisor');
  const first = () => textsOf(opened.screen.getByRole('option')).slice(0, 2);
  const own = 'grace@demo.exampleOwn email (reports to no one)';
  await supervisor.fill('grace');
  await expect.poll(first).toEqual([]);
  await choose(opened, 'Role', 'Organiser');
  await supervisor.fill('grac');
  await expect.poll(first).toEqual([own]);
  await choose(opened, 'Role', 'Auditee');
  await choose(opened, 'Designation', 'Chief Executive Officer [CEO]');
  await supervisor.fill('grace');
  await expect.poll(first).toEqual([own]);
  await userEvent.keyboard('{Enter}');
  await opened.submit();
  await expect
    .poll(() => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables)
    .toMatchObject({ input: { supervisorEmail: 'grace@demo.example' } });
});

test('START-31 a supervisor who is not a user of the organisation gets a hint and can be saved; a user gets none', async () => {
  const opened = await openNewUser();
  const { screen, choice, field, submit } = opened;
  await fill(opened);
  await expect.element(screen.getByText(/is not an active user/)).not.toBeInTheDocument();
  await field('First name').click();
  await expect
    .element(screen.getByText('boss@demo.example is not an active user of this organisation. You can still save it.'))
    .toBeVisible();
  await choice('Supervisor').fill('Jane31@demo.example');
  await field('First name').click();
  await expect.element(screen.getByText(/is not an active user/)).not.toBeInTheDocument();
  await choice('Supervisor').fill('grace@demo.example');
  await field('First name').click();
  await expect.element(screen.getByText(/is not an active user/)).not.toBeInTheDocument();
  await choice('Supervisor').fill('boss@demo.example');
  await field('First name').click();
  await expect.element(screen.getByText(/is not an active user/)).toBeVisible();
  await submit();
  await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
});

const another = 'Create and add another';

test.for(['/O/8/user/new'])(
  'START-32 %s creates one user after another: the first field has the focus, department and supervisor stay',
  async (path) => {
    const opened = await openNewUser({}, path, { userLimit: null });
    const { screen, field, choice, calls } = opened;
    const sent = () => calls.filter(({ name }) => name === 'CreateUserForm_Create').map(({ variables }) => variables);
    await expect.element(field('First name')).toHaveFocus();
    await fill(opened);
    await choose(opened, 'Department', 'Legal');
    await screen.getByRole('button', { name: another }).click();
    await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
    await expect.element(field('First name')).toHaveValue('');
    await expect.element(field('First name')).toHaveFocus();
    await expect.element(choice('Department')).toHaveValue('Legal');
    await expect.element(choice('Supervisor')).toHaveValue('boss@demo.example');
    for (const name of ['Last name', 'Email']) await expect.element(field(name)).toHaveValue('');
    await expect.element(choice('Role')).toHaveValue('');
    expect(address()).toBe(path);
    // The supervisor field keeps its value, so the last Enter of `fill` sends the form.
    await fill(opened, 'ada@demo.example');
    await expect.poll(address).toBe(path.replace('/new', ''));
    const organisationId = '8';
    expect(sent()).toMatchObject([
      { input: { organisationId, email: 'grace@demo.example', department: 'Legal' } },
      {
        input: { organisationId, email: 'ada@demo.example', department: 'Legal', supervisorEmail: 'boss@demo.example' },
      },
    ]);
  },
);

test('START-32 pressed twice, or Enter held, one user is created, and the new form has no errors', async () => {
  const opened = await openNewUser();
  const { screen, field, calls } = opened;
  await fill(opened);
  const button = screen.getByRole('button', { name: another }).element() as HTMLButtonElement;
  const form = button.form as HTMLFormElement;
  form.requestSubmit(button);
  await sendUntilGone(form);
  await expect.element(field('First name')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  (screen.getByRole('button', { name: another }).element() as HTMLButtonElement).click();
  await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
  await expect.poll(() => screen.getByText('required', { exact: true }).elements()).toEqual([]);
  expect(calls.filter(({ name }) => name === 'CreateUserForm_Create')).toHaveLength(1);
  // Cancel does not ask, because the entered values are saved.
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(address).toBe('/U');
});

test('START-32 the last seat is not given twice', async () => {
  const opened = await openNewUser({ CreateUserForm_Create: asked((call) => created(call, 4)) }, '/U/new', {
    userLimit: 4,
    activeUserCount: 3,
  });
  await fill(opened);
  await opened.screen.getByRole('button', { name: another }).click();
  await expect.element(opened.field('First name')).toHaveValue('');
  await fill(opened, 'ada@demo.example');
  await expect.element(opened.screen.getByRole('dialog', { name: 'User Limit Reached' })).toBeVisible();
  expect(opened.names().filter((name) => name === 'CreateUserForm_Create')).toHaveLength(1);
});

const withAdministrator = (call: Parameters<typeof newUserPage>[0]) => {
  const { data } = newUserPage(call) as { data: { lookups: { roles: object[] } } };
  const roles = [role('11', 'ADMINISTRATOR', 'Administrator', 1), ...data.lookups.roles];
  return { data: { ...data, lookups: { ...data.lookups, roles } } };
};

test('START-33 a role is named by its label, described by its line, and found by its label alone', async () => {
  const { screen, choice } = await openNewUser();
  await choice('Role').click();
  const option = screen.getByRole('option', { name: 'Organiser', exact: true });
  await expect
    .element(option)
    .toHaveAccessibleDescription('Own organisation: manages users, mappings, SSO and API keys');
  await choice('Role').fill('manages');
  await expect.element(screen.getByText('No Matching Result').first()).toBeVisible();
});

test('START-34 an Administrator of another organisation is asked for once more', async () => {
  const opened = await openNewUser({ NewUserPage: asked(withAdministrator) }, '/O/8/user/new');
  const { screen, names, submit } = opened;
  await fill(opened);
  await choose(opened, 'Role', 'Administrator');
  await submit();
  const dialog = screen.getByRole('dialog', { name: 'Assign the role Administrator to Grace Hopper?' });
  await expect.element(dialog.getByText(/^Other is not your own organisation/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(names()).not.toContain('CreateUserForm_Create');
  await expect.element(opened.field('Last name')).toHaveValue('Hopper');
  await submit();
  await dialog.getByRole('button', { name: 'Assign role' }).click();
  await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
  await expect.poll(address).toBe('/O/8/user');
});

test('START-34 neither another role nor one’s own organisation is asked about', async () => {
  const opened = await openNewUser({ NewUserPage: asked(withAdministrator) });
  await fill(opened);
  await choose(opened, 'Role', 'Administrator');
  await opened.submit();
  await expect.element(opened.screen.getByText('Create User', { exact: true })).toBeVisible();
});

test('START-34 a refused user is sent again without a second question', async () => {
  const refused = failing('INVALID', 'designation is unknown', {
    fields: [{ path: 'designation', message: 'is unknown' }],
  });
  const opened = await openNewUser(
    { NewUserPage: asked(withAdministrator), CreateUserForm_Create: refused },
    '/O/8/user/new',
  );
  await fill(opened);
  await choose(opened, 'Role', 'Administrator');
  await opened.submit();
  await opened.screen.getByRole('button', { name: 'Assign role' }).click();
  await expect.element(opened.screen.getByText('is unknown', { exact: true })).toBeVisible();
  await opened.submit();
  await expect.poll(() => opened.names().filter((name) => name === 'CreateUserForm_Create').length).toBe(2);
});

test('FRAME-2 next to the form of a new user are the free places, who gets the email, and what each role may do', async () => {
  const { screen } = await openNewUser({}, '/U/new', { viewerCanEditConfig: true });
  const help = screen.getByRole('complementary', { name: 'Help' });
  await expect.element(help.getByText('22 of 25 left')).toBeVisible();
  await expect
    .element(help.getByRole('link', { name: 'Change the user limit' }))
    .toHaveAttribute('href', '/O/7?tab=config');
  await expect.element(help.getByText(/gets an email with a link to set a password.*single sign-on/)).toBeVisible();
  await expect.element(help.getByText('Own organisation: view only')).toBeVisible();
});
