import { expect, test } from 'vitest';
import { userChoices } from '../testing/organisations.ts';
import { lookups, profileOf, updated } from '../testing/profile.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, pageOf, viewer } from '../testing/responses.ts';

const missing = { lastName: 'Not set', designation: 'Not set' };

const openAs = (given: Partial<typeof viewer.user>) => {
  let own = given;
  return openConsole(
    '/O',
    gatewayOf({
      OrganisationPage: asked(() => pageOf({ ...viewer, user: { ...viewer.user, ...own } })),
      ProfilePage: profileOf(own),
      ProfileForm: { data: { lookups } },
      ProfileForm_Update: asked((call) => {
        own = {};
        return updated(call);
      }),
      useActiveUserSearch_Users: asked((call) => userChoices(call)),
    }),
  );
};

test('SIGNIN-16 a user created through the provider is asked for missing details until they are entered', async () => {
  const { screen } = await openAs(missing);
  const line = screen.getByRole('status', { name: 'Notices' });
  await expect.element(line.getByText('Your profile is incomplete.')).toBeVisible();
  await line.getByRole('button', { name: 'Complete profile' }).click();
  await expect.poll(address).toBe('/profile');
  await expect.element(line.getByText('Your profile is incomplete.')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Edit' }).click();
  for (const label of ['Last name', 'Designation']) {
    const field = screen.getByRole('textbox', { name: label });
    await expect.element(field).toHaveValue('');
    await expect.element(field).toHaveAccessibleDescription(/required/);
  }
  await screen.getByRole('textbox', { name: 'Last name' }).fill('Hopper');
  await screen.getByRole('textbox', { name: 'Designation' }).fill('Rear Admiral');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Update User', { exact: true })).toBeVisible();
  await screen.getByRole('link', { name: 'Organisation', exact: true }).click();
  await expect.poll(address).toBe('/O');
  await expect.element(line).toBeEmptyDOMElement();
});

test('LOOK-11 the heading of the first page stays where it appears, below the line', async () => {
  const tops = new Set<number>();
  const seen = new MutationObserver(() => {
    const heading = document.querySelector('h1');
    if (heading && heading.offsetHeight > 0) tops.add(heading.getBoundingClientRect().top);
  });
  seen.observe(document, { childList: true, subtree: true });
  const { screen } = await openAs(missing);
  await expect.element(screen.getByText('Your profile is incomplete.')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  seen.disconnect();
  expect([...tops]).toEqual([document.querySelector('h1')?.getBoundingClientRect().top]);
});

test('SIGNIN-16 the others are not asked', async () => {
  const { screen } = await openAs({});
  await expect.element(screen.getByRole('heading', { name: 'Demo' })).toBeVisible();
  await expect.element(screen.getByRole('status', { name: 'Notices' })).toBeEmptyDOMElement();
});
