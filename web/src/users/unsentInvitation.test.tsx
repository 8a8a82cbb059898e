import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { invitationOf } from '../testing/invitations.ts';
import { fill, openNewUser } from '../testing/newUser.ts';
import { address } from '../testing/render.tsx';
import { type Answers, asked, failing } from '../testing/responses.ts';
import { created } from '../testing/users.ts';

// The whole form at once: nothing has to be scrolled to.
beforeEach(() => page.viewport(1280, 1400));
afterEach(() => page.viewport(1280, 800));

const link = 'https://console.demo.example/reset-password?reset_password_token=the-token';
const create = async (invitation: object, answers: Answers = {}) => {
  const opened = await openNewUser({
    CreateUserForm_Create: asked((call) => {
      const answer = created(call) as { data: { createUser: { user: object } } };
      const { user } = answer.data.createUser;
      return { data: { createUser: { ...answer.data.createUser, user: { ...user, invitation } } } };
    }),
    ...answers,
  });
  await fill(opened);
  await opened.submit();
  await expect.poll(address).toBe('/U');
  return { ...opened, dialog: opened.screen.getByRole('dialog', { name: 'The invitation was not sent' }) };
};
const unsent = { email: 'grace@demo.example', isEmailQueued: true, isUnsent: true };

test('START-10 an unsent email to a created user is reported immediately, with a link to share', async () => {
  const { screen, dialog, calls } = await create(invitationOf('9', unsent), {
    useInvitationActions_CopyLink: {
      data: {
        copyInvitationLink: { __typename: 'CopyInvitationLinkPayload', invitation: invitationOf('9'), link },
      },
    },
  });
  await expect
    .element(dialog.getByText(/The invitation to grace@demo.example will be sent when email works again/))
    .toBeVisible();
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.find(({ name }) => name === 'useInvitationActions_CopyLink')?.variables).toEqual({
    input: { id: '9' },
  });
});

test('START-10 a link that may not be copied yet is refused in the dialog, which stays', async () => {
  const limited = failing('RATE_LIMITED', 'Too many attempts. Try again in 20 seconds.', { retryAfter: 20 });
  const { dialog } = await create(invitationOf('9', unsent), { useInvitationActions_CopyLink: limited });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Too many attempts. Try again in 20 seconds.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('START-10 an email that is only queued is not a failure', async () => {
  const { screen, dialog } = await create(invitationOf('9', { isEmailQueued: true }));
  await expect.element(screen.getByText('Create User', { exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('STRANGER-9 the dialog after a new user says why the invitation is not emailed, and what to do', async () => {
  const failure = 'This address received too many invitations within an hour.';
  const withheld = { ...unsent, isEmailQueued: false, state: 'FAILED', failure };
  const { dialog } = await create(invitationOf('9', withheld));
  await expect
    .element(dialog.getByText(/was not sent\. This address received .* within an hour\. Resend it later\. To/), {
      timeout: 5000,
    })
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible();
});
