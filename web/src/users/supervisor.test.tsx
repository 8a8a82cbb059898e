import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fill, openNewUser } from '../testing/newUser.ts';
import { textsOf } from '../testing/texts.ts';

// The whole form at once: nothing has to be scrolled to.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

const open = async () => {
  const opened = await openNewUser();
  const asked = () =>
    opened.calls.filter(({ name }) => name === 'useActiveUserSearch_Users').map(({ variables }) => variables);
  const created = () => opened.calls.find(({ name }) => name === 'CreateUserForm_Create')?.variables;
  const options = () => textsOf(opened.screen.getByRole('option'));
  const supervisor = opened.choice('Supervisor');
  await expect.element(supervisor).toBeVisible();
  return { ...opened, asked, created, options, supervisor };
};

test('USER-39 the organisation’s users are asked for on focus, found by name, and chosen by their email', async () => {
  const opened = await open();
  const { supervisor, asked, options, screen, submit, created } = opened;
  await fill(opened);
  await expect.element(supervisor).toHaveValue('boss@demo.example');
  await screen.getByRole('button', { name: 'Create user' }).hover();
  expect(asked()[0]).toEqual({ id: '7' });
  // The typed text is searched after a pause, which may have passed before the user was chosen.
  const searched = asked().flatMap(({ search }) => search ?? []);
  expect([[], ['boss@demo.example']]).toContainEqual(searched);
  await supervisor.fill('Jane Doe 32');
  await expect.poll(() => asked().at(-1)).toEqual({ id: '7', search: 'Jane Doe 32' });
  await expect.poll(options).toEqual(['jane32@demo.exampleJane Doe 32']);
  await userEvent.keyboard('{Enter}');
  await expect.element(supervisor).toHaveValue('jane32@demo.example');
  await submit();
  await expect.poll(created).toMatchObject({ input: { supervisorEmail: 'jane32@demo.example' } });
});

test('USER-39 a user is not offered as their own supervisor', async () => {
  const { supervisor, field, options } = await open();
  await field('Email').fill(' Jane31@demo.example');
  await supervisor.click();
  await expect.poll(options).toEqual(['jane32@demo.exampleJane Doe 32']);
});

test('REALUSE-21 a typed text is offered as supervisor only if it is an email address, after the users', async () => {
  const { supervisor, options } = await open();
  await supervisor.fill('Jane Doe 3');
  await expect.poll(options).toEqual(['jane31@demo.exampleJane Doe 31', 'jane32@demo.exampleJane Doe 32']);
  await supervisor.fill('jane32@demo.ex');
  await expect.poll(options).toEqual(['jane32@demo.exampleJane Doe 32', 'Use “jane32@demo.ex”']);
});

test('USER-39 USER-22 an invalid email is reported, and an emptied field says required', async () => {
  const { supervisor, screen } = await open();
  await supervisor.fill('Jane');
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByText('must be an email address')).toBeVisible();
  await expect.element(supervisor).toHaveValue('Jane');
  await supervisor.fill('');
  await userEvent.keyboard('{Tab}');
  // The first message belongs to First name, which had the focus at first.
  await expect.element(screen.getByText('required', { exact: true }).last()).toBeVisible();
});
