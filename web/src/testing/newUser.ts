import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { enter, enterChoice } from './enter.ts';
import { userPages } from './lists.ts';
import { userChoices } from './organisations.ts';
import { openConsole } from './render.tsx';
import { type Answers, asked, gatewayOf } from './responses.ts';
import { created, newUserPage } from './users.ts';

/** Opens the form of a new user with responses to its mutations. */
export const openNewUser = async (answers: Answers = {}, path = '/U/new', organisation: object = {}) => {
  const opened = await openConsole(
    path,
    gatewayOf({
      NewUserPage: asked((call) => newUserPage(call, organisation)),
      ...userPages(),
      CreateUserForm_Create: asked((call) => created(call)),
      useActiveUserSearch_Users: asked((call) => userChoices(call)),
      ...answers,
    }),
  );
  const { screen, calls } = opened;
  const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
  const choice = (name: string | RegExp) => screen.getByRole('combobox', { name });
  const submit = () => screen.getByRole('button', { name: 'Create user' }).click();
  // Without the queries of the Supervisor field.
  const names = () => calls.map(({ name }) => name).filter((name) => name !== 'useActiveUserSearch_Users');
  return { ...opened, field, choice, submit, names };
};
type Opened = Awaited<ReturnType<typeof openNewUser>>;

/** Chooses an option of a dropdown. */
export const choose = async ({ choice, screen }: Opened, name: string, option: string) => {
  await enterChoice(choice(name), screen.getByRole('option', { name: option, exact: true }), option);
};

/** Fills the required fields. */
export const fill = async (opened: Opened, email = 'grace@demo.example') => {
  const { field, choice } = opened;
  await expect.element(field('First name')).toBeVisible();
  await enter(field('First name'), ' Grace ');
  await enter(field('Last name'), 'Hopper');
  await enter(field('Email'), email);
  await choose(opened, 'Designation', 'Manager');
  await choose(opened, 'Role', 'Auditee');
  await enter(choice('Supervisor'), 'boss@demo.example');
  await userEvent.keyboard('{Enter}');
};
