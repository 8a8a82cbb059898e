import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rowsRendered, userOf, usersPage } from '../testing/lists.ts';
import { lookups, profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, gatewayOf, viewer } from '../testing/responses.ts';
import { editUserPage, saved } from '../testing/users.ts';

const blockedAt = '2026-11-20T09:30:00.000Z';
const managed = 'Managed by your identity provider';
const reason = /asked to deactivate Jane Doe 5 on 20 Nov 2026/;

beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

const openUser = (changes: object, answers: Answers = {}) =>
  openConsole('/U/5/view', gatewayOf({ UserPage: { data: { viewer, user: userOf('5', changes) } }, ...answers }));

test('BLOCK-9 a user with a blocked sign-in has the reason on their page, and is unblocked with a password', async () => {
  const { screen, calls } = await openUser(
    { signInBlockedAt: blockedAt, viewerCanUnblockSignIn: true },
    {
      SignInBlock_Unblock: {
        data: {
          unblockSignIn: { __typename: 'UnblockSignInPayload', user: userOf('5') },
        },
      },
    },
  );
  await expect.element(screen.getByText('Sign-in blocked by identity provider', { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByText('Active', { exact: true })).not.toBeInTheDocument();
  await expect.element(screen.getByText(reason)).toBeVisible();
  await screen.getByRole('button', { name: 'Unblock sign-in' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Unblock the sign-in of Jane Doe 5?' });
  await dialog.getByLabelText('Password *').fill('Passw0rd!x');
  await dialog.getByRole('button', { name: 'Unblock' }).click();
  await expect.element(screen.getByText('Sign-in unblocked', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(reason)).not.toBeInTheDocument();
  await expect.element(screen.getByText('Active', { exact: true })).toBeVisible();
  expect(calls.find(({ name }) => name === 'SignInBlock_Unblock')?.variables).toEqual({
    input: { userId: '5', currentPassword: 'Passw0rd!x' },
  });
});

test('BLOCK-9 a viewer who may not unblock them sees the reason only', async () => {
  const { screen } = await openUser({ signInBlockedAt: blockedAt });
  await expect.element(screen.getByText(reason)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Unblock sign-in' })).not.toBeInTheDocument();
});

test('BLOCK-9 the list has the badge of a blocked sign-in, which comes before Invited', async () => {
  const { screen } = await openConsole(
    '/U',
    gatewayOf({
      OwnUsersPage: asked((call) => {
        const answer = usersPage(call);
        const [first] = answer.data.viewer.organisation.active.nodes;
        Object.assign(first ?? {}, { signInBlockedAt: blockedAt, isInvited: true });
        return answer;
      }),
    }),
  );
  const table = screen.getByRole('table', { name: 'Active users' });
  await expect.element(table).toBeVisible();
  await rowsRendered();
  await expect
    .poll(() => table.getByText('Sign-in blocked by identity provider', { exact: true }).elements())
    .toHaveLength(1);
  await expect.element(table.getByText('Invited', { exact: true })).not.toBeInTheDocument();
});

test.for([
  [[], true],
  [null, false],
] as const)(
  'BLOCK-10 a user with the provisioned fields %j is managed by the identity provider: %s',
  async ([provisionedFields, isManaged]) => {
    const { screen } = await openUser({ provisionedFields });
    await expect.element(screen.getByRole('heading', { name: 'Details' })).toBeVisible();
    await expect.poll(() => screen.getByText(managed, { exact: true }).elements()).toHaveLength(isManaged ? 1 : 0);
  },
);

test('BLOCK-10 the fields that the identity provider sets are read-only in the form, with the reason', async () => {
  const provisionedFields = ['firstName', 'roleId', 'designation', 'supervisorEmail'];
  const { screen } = await openConsole(
    '/U/100/edit',
    gatewayOf({
      EditUserPage: editUserPage(userOf('100', { provisionedFields })),
      UserPage: { data: { viewer, user: userOf('100') } },
      EditUserForm_Update: asked(saved),
    }),
  );
  const field = (name: string) => screen.getByRole('textbox', { name });
  const choice = (name: string) => screen.getByRole('combobox', { name });
  for (const one of [field('First name'), choice('Role'), choice('Designation'), choice('Supervisor')]) {
    await expect.element(one).toHaveAttribute('readonly');
    await expect.element(one).toHaveAccessibleDescription(managed);
  }
  for (const one of [field('Last name'), choice('Department')])
    await expect.element(one).not.toHaveAttribute('readonly');
});

test('BLOCK-10 so are those of the own profile', async () => {
  const own = profileOf({ provisionedFields: ['designation', 'department'] });
  const { screen } = await openConsole('/profile', gatewayOf({ ProfilePage: own, ProfileForm: { data: { lookups } } }));
  await screen.getByRole('button', { name: 'Edit' }).click();
  const designation = screen.getByRole('textbox', { name: 'Designation' });
  await expect.element(designation).toHaveAttribute('readonly');
  await expect.element(designation).toHaveAccessibleDescription(managed);
  await expect.element(screen.getByRole('combobox', { name: 'Department' })).toHaveAttribute('readonly');
  await expect.element(screen.getByRole('textbox', { name: 'First name' })).not.toHaveAttribute('readonly');
});
