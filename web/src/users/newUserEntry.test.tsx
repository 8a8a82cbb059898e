import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { asked } from '../testing/answers.ts';
import { choose, fill, openNewUser } from '../testing/newUser.ts';
import { textsOf } from '../testing/texts.ts';
import { newUserPage } from '../testing/users.ts';

// The whole form at once: nothing has to be scrolled to.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

const countryCode = /^Country code/;

test.for(['44', '0044', '(+44)'])('START-29 %j typed as a country code is the code', async (typed) => {
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
  expect(textsOf(opened.screen.getByRole('option'))).toEqual(['United Kingdom+44']);
  await userEvent.keyboard('{Tab}');
  await expect.element(opened.choice(countryCode)).toHaveValue('United Kingdom');
});

test('START-30 the country code is that of the organisation’s country, is sent with a number only, and an emptied one stays empty', async () => {
  const opened = await openNewUser({}, '/U/new', { facility: { __typename: 'Facility', country: 'United Kingdom' } });
  const created = () => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables;
  await fill(opened);
  await expect.element(opened.choice(countryCode)).toHaveValue('United Kingdom (+44)');
  await opened.choice(countryCode).fill('');
  await opened.field(/^Mobile/).fill('98200');
  await expect.element(opened.choice(countryCode)).toHaveValue('');
  await opened.submit();
  await expect.poll(created).toMatchObject({ input: { countryCode: null, mobile: '98200' } });
});

test('START-30 the proposed country code is sent with a number', async () => {
  const opened = await openNewUser({}, '/U/new', { facility: { __typename: 'Facility', country: 'United Kingdom' } });
  await fill(opened);
  await opened.field(/^Mobile/).fill('98200');
  await opened.submit();
  await expect
    .poll(() => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables)
    .toMatchObject({ input: { countryCode: '+44', mobile: '98200' } });
});

test('START-31 an Organiser’s and a CEO’s own email is offered first as their supervisor’s', async () => {
  const opened = await openNewUser();
  await fill(opened, 'grace@demo.example');
  const supervisor = opened.choice('Supervisor');
  const first = () => textsOf(opened.screen.getByRole('option'))[0];
  await supervisor.fill('grace');
  await expect.poll(first).toBe('Use “grace”');
  await choose(opened, 'Role', 'Organiser');
  await supervisor.fill('grac');
  await expect.poll(first).toBe('grace@demo.exampleOwn address, without anyone above');
  await choose(opened, 'Role', 'Auditee');
  await choose(opened, 'Designation', 'Chief Executive Officer [CEO]');
  await supervisor.fill('grace');
  await expect.poll(first).toBe('grace@demo.exampleOwn address, without anyone above');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await opened.submit();
  await expect
    .poll(() => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables)
    .toMatchObject({ input: { supervisorEmail: 'grace@demo.example' } });
});

test('START-31 a supervisor who is no user of the organisation gets a hint and can be saved; a user gets none', async () => {
  const opened = await openNewUser();
  const { screen, choice, field, submit } = opened;
  await fill(opened);
  await expect.element(screen.getByText(/is no active user/)).not.toBeInTheDocument();
  await field('First name').click();
  await expect
    .element(screen.getByText('boss@demo.example is no active user of this organisation. It can be saved.'))
    .toBeVisible();
  await choice('Supervisor').fill('Jane31@demo.example');
  await field('First name').click();
  await expect.element(screen.getByText(/is no active user/)).not.toBeInTheDocument();
  await choice('Supervisor').fill('grace@demo.example');
  await field('First name').click();
  await expect.element(screen.getByText(/is no active user/)).not.toBeInTheDocument();
  await choice('Supervisor').fill('boss@demo.example');
  await field('First name').click();
  await expect.element(screen.getByText(/is no active user/)).toBeVisible();
  await submit();
  await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
});
