import { expect, test, vi } from 'vitest';
import { userOf } from '../testing/lists.ts';
import { profileOf } from '../testing/profile.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, gatewayOf, viewer } from '../testing/responses.ts';

const path = '/export/personal-data.json?token=t';
const copied = { data: { copyPersonalData: { __typename: 'CopyPersonalDataPayload', path } } };

/** The names of saved files. Each download gets a response. */
const saveFiles = () => {
  const fetched = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () => new Response('{}', { headers: { 'content-type': 'application/json' } }));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return { fetched, saved };
};

test('PRIVACY-2 PRIVACY-5 the profile downloads the own data with the password, and says who is notified', async () => {
  const { screen, calls } = await openConsole(
    '/profile',
    gatewayOf({ ProfilePage: profileOf({ viewerCanCopyPersonalData: true }), PersonalData_Copy: copied }),
  );
  await screen.getByRole('button', { name: 'Download personal data' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Download your personal data?' });
  await expect.element(dialog.getByText(/You are notified by email/)).toBeVisible();
  await dialog.getByLabelText('Password *').fill('Passw0rd!x');
  const { fetched, saved } = saveFiles();
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect.poll(() => saved, { timeout: 10_000 }).toEqual(['personal-data-1.json']);
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([path]);
  expect(calls.filter(({ name }) => name === 'PersonalData_Copy').map(({ variables }) => variables)).toEqual([
    { input: { userId: '1', currentPassword: 'Passw0rd!x' } },
  ]);
});

test.each([true, false])('PRIVACY-2 a user’s page offers the download only to those who may: %s', async (may) => {
  const { screen } = await openConsole(
    '/U/5/view',
    gatewayOf({ UserPage: { data: { viewer, user: userOf('5', { viewerCanCopyPersonalData: may }) } } }),
  );
  await expect.element(screen.getByRole('heading', { name: 'Jane Doe 5' })).toBeVisible();
  const button = screen.getByRole('button', { name: 'Download personal data' });
  if (!may) return expect.element(button).not.toBeInTheDocument();
  await button.click();
  const dialog = screen.getByRole('dialog', { name: /Download the personal data of .*Jane Doe 5/ });
  await expect.element(dialog.getByText(/Give it only to this user/)).toBeVisible();
});

test.each([
  ['ACTIVE', 'An Administrator can erase this user’s data after the user is deactivated.'],
  ['INACTIVE', 'An Administrator can erase this user’s data.'],
])('REALUSE-25 a user’s page says who can erase the data, to those who cannot: %s', async (status, text) => {
  const user = userOf('5', { status, viewerCanCopyPersonalData: true });
  const { screen } = await openConsole('/U/5/view', gatewayOf({ UserPage: { data: { viewer, user } } }));
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Erase personal data' })).not.toBeInTheDocument();
});

test('PRIVACY-28 REALUSE-25 an Administrator erases a user after typing their email, and sees what changes, what stays, and which reviews keep the name until when', async () => {
  const may = { status: 'INACTIVE', viewerCanCopyPersonalData: true, viewerCanErase: true, email: 'jane@x.example' };
  const review = {
    __typename: 'KeptAccessReview',
    id: '7',
    name: 'Review of spring',
    keptUntil: '2029-05-04T09:00:00.000Z',
  };
  const changes = [
    { __typename: 'ErasureChange', kind: 'API_KEYS', count: 1 },
    { __typename: 'ErasureChange', kind: 'EVENTS', count: 1204 },
  ];
  const personErasure = { __typename: 'PersonErasure', isErased: false, obstacle: null, changes, reviews: [review] };
  const erased = userOf('5', {
    ...may,
    fullName: 'Erased user',
    viewerCanErase: false,
    viewerCanCopyPersonalData: false,
  });
  let user = userOf('5', may);
  const { screen, calls } = await openConsole(
    '/U/5/view',
    gatewayOf({
      UserPage: asked(() => ({ data: { viewer, user } })),
      EraseUserPlan: { data: { user: userOf('5', may), personErasure } },
      EraseUserButton_Erase: {
        data: {
          erasePerson: {
            __typename: 'ErasePersonPayload',
            user: erased,
          },
        },
      },
    }),
  );
  await screen.getByRole('button', { name: 'Erase personal data' }).click();
  const dialog = screen.getByRole('dialog', { name: /Erase the personal data of .*Jane Doe 5/ });
  await expect.element(dialog.getByText(/Review of spring, until 4 May 2029/)).toBeVisible();
  const counted = dialog.getByRole('list', { name: 'Changes in all organisations:' });
  await expect.element(counted).toHaveTextContent('1 API key is deleted1,204 events lose personal data');
  await expect
    .element(dialog.getByText(/Text that people have typed, such as the title of an access review, does not change/))
    .toBeVisible();
  await dialog.getByLabelText('Type the user’s email address *').fill('other@x.example');
  await dialog.getByLabelText('Password *').fill('Passw0rd!x');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect.element(dialog.getByText('Does not match the user’s email address.')).toBeVisible();
  await dialog.getByLabelText('Type the user’s email address *').fill('Jane@x.example');
  user = erased;
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect.element(screen.getByText('Personal data erased', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Erased user' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Download personal data' })).not.toBeInTheDocument();
  expect(calls.filter(({ name }) => name === 'EraseUserButton_Erase').map(({ variables }) => variables)).toEqual([
    { input: { userId: '5', email: 'Jane@x.example', currentPassword: 'Passw0rd!x' } },
  ]);
});

test('LOOK-16 the question before an erasure says that nothing else changes, without a gap in its place', async () => {
  const may = { status: 'INACTIVE', viewerCanCopyPersonalData: true, viewerCanErase: true };
  const personErasure = { __typename: 'PersonErasure', isErased: false, obstacle: null, changes: [], reviews: [] };
  const { screen } = await openConsole(
    '/U/5/view',
    gatewayOf({
      UserPage: { data: { viewer, user: userOf('5', may) } },
      EraseUserPlan: { data: { user: userOf('5', may), personErasure } },
    }),
  );
  await screen.getByRole('button', { name: 'Erase personal data' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Nothing else changes.')).toBeVisible();
});
