import { expect, test } from 'vitest';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { gatewayOf } from '../testing/responses.ts';

const open = async (confirmationMethods: readonly string[] | null) => {
  const gateway = gatewayOf({
    ProfilePage: profileOf(),
    Confirmation_Ways: { data: { viewer: { __typename: 'Viewer', confirmationMethods } } },
  });
  const { screen } = await openConsole('/profile?tab=password', gateway);
  await expect.element(screen.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  return { screen, field: screen.getByRole('textbox', { name: 'Current password' }) };
};

test.each<[string[], string]>([
  [['SINGLE_SIGN_ON'], 'Change your password at your organisation’s identity provider'],
  [['PASSKEY', 'SINGLE_SIGN_ON'], 'Change your password at your organisation’s identity provider'],
  [['PASSKEY'], 'You sign in with a passkey.'],
  [[], 'To set one, sign out'],
])('CONFIRM-7 a user without a password, but with %j, sees instructions instead of the form', async (ways, text) => {
  const { screen, field } = await open(ways);
  await expect.element(screen.getByText(text, { exact: false })).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test.each([[null], [['PASSWORD']], [['PASSWORD', 'SINGLE_SIGN_ON']]])(
  'CONFIRM-7 CONFIRM-4 the form is shown to users with a password, and if no other method is known (%j)',
  async (ways) => {
    const { field } = await open(ways);
    await expect.element(field).toBeVisible();
  },
);
