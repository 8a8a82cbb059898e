import { texts } from '@console/contract/rules';
import { expect, test } from 'vitest';
import { invitedUser, openExternal, stub } from '../testing/externalUsers.ts';
import { invitationOf } from '../testing/invitations.ts';
import { externalUserOf, rowsOf } from '../testing/lists.ts';
import { address } from '../testing/render.tsx';
import { failing, viewer } from '../testing/responses.ts';
import type { Answer } from '../testing/script.ts';

const open = async (answer: Answer, path = '/U/invite') => {
  const opened = await openExternal({ path, answers: { InviteExternalUserForm_Invite: answer } });
  const email = () => opened.screen.getByRole('textbox', { name: /^Email/ });
  const send = async (text = ' erin@acme.example ') => {
    await email().fill(text);
    await opened.button('Send invitation').click();
  };
  return { ...opened, email, send };
};
const nothing = invitedUser('INACTIVE', '');

test('INVITE-11 /U/invite asks for an email and, if wanted, modules, in one request', async () => {
  const { screen, names } = await open(nothing);
  await expect.element(screen.getByRole('heading', { name: 'Invite External User', level: 1 })).toBeVisible();
  await expect.element(screen.getByRole('group', { name: /Modules/ })).toBeVisible();
  await expect.poll(() => screen.getByRole('checkbox').elements()).toHaveLength(2);
  expect(names()).toEqual(['InviteExternalUserPage']);
  await expect.poll(() => document.title).toBe('Invite External User · Demo · Console');
});

test.for([
  ['', 'required'],
  ['nowhere', 'must be an email address'],
] as const)('INVITE-11 MSG-13 with the email “%s” it says %s and sends nothing', async ([text, message]) => {
  const { screen, send, email, names } = await open(nothing);
  await send(text);
  await expect.element(screen.getByText(message, { exact: true })).toBeVisible();
  await expect.element(email()).toHaveFocus();
  expect(names()).toEqual(['InviteExternalUserPage']);
});

test.for([
  ['INVITE-12', 'INACTIVE', texts.mappings.userInactive, 'Invited User is inactive'],
  ['INVITE-13', 'ALREADY_MAPPED', texts.mappings.userMapped, 'User is already Mapped !'],
  ['INVITE-14', 'PENDING', texts.mappings.userPending, 'User Mapping pending'],
] as const)('%s MSG-20 %s stays next to the form, which is kept', async ([, state, message, text]) => {
  const { screen, send, email, names } = await open(invitedUser(state, message));
  await screen.getByRole('checkbox', { name: 'Auditor' }).click();
  await send();
  await expect.element(screen.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  await expect.element(screen.getByText('No invitation was sent to erin@acme.example.')).toBeVisible();
  await expect.element(email()).toHaveValue('erin@acme.example');
  await expect.element(screen.getByRole('checkbox', { name: 'Auditor' })).toBeChecked();
  expect(address()).toBe('/U/invite');
  expect(names()).toEqual(['InviteExternalUserPage', 'InviteExternalUserForm_Invite']);
});

test.for([
  ['INVITE-15', 'REQUESTED', 'Request submitted!', externalUserOf('399')],
  ['INVITE-16', 'INVITED', 'Invited User Not Exist, Create User Invitation has been sent', stub('399')],
] as const)('%s MSG-20 GQL-6 %s leads back with the new row first, without asking for the list', async (given) => {
  const [, state, text, externalUser] = given;
  const opened = await openExternal({
    path: '/U',
    lengths: { external: 1 },
    answers: { InviteExternalUserForm_Invite: invitedUser(state, text, externalUser) },
  });
  const { screen, link, button, names, calls } = opened;
  await link('Invite External User').click();
  await screen.getByRole('textbox', { name: /^Email/ }).fill(' erin@acme.example ');
  await button('Send invitation').click();
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('table', { name: 'External users' })).toBeVisible();
  expect(address()).toBe('/U');
  await expect
    .poll(() => rowsOf('External users').map(([, email]) => email))
    .toEqual(['erin399@acme.example', 'erin300@acme.example']);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(names()).toEqual(['OwnUsersPage', 'InviteExternalUserPage', 'InviteExternalUserForm_Invite']);
  expect(calls[2]?.variables).toEqual({ email: 'erin@acme.example', organisationId: '7' });
});

test('START-63 an unsent email to an external user is reported immediately; there is no link to copy', async () => {
  const email = 'erin@acme.example';
  const invitation = invitationOf('3', { kind: 'EXTERNAL_USER', email, isUnsent: true, viewerCanCopyLink: false });
  const { screen, send } = await open(
    invitedUser('REQUESTED', 'Request submitted!', externalUserOf('399'), [invitation]),
  );
  await send();
  const dialog = screen.getByRole('dialog', { name: 'The invitation was not sent' });
  await expect
    .element(dialog.getByText(/The invitation to erin@acme.example will be sent when email works again/))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy link' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/U');
});

test('EMAIL-5 without a mail server the email to an external user cannot be sent, and its link is not shown', async () => {
  const email = 'erin@acme.example';
  const invitation = invitationOf('3', { kind: 'EXTERNAL_USER', email, isUnsent: true, viewerCanCopyLink: false });
  const unsentEmails = {
    __typename: 'UnsentEmails',
    sending: false,
    outboxUrl: null,
    count: 0,
    since: null,
    failure: null,
  };
  const { screen, button } = await openExternal({
    path: '/U/invite',
    answers: {
      InviteExternalUserForm_Invite: invitedUser('REQUESTED', 'Request submitted!', externalUserOf('399'), [
        invitation,
      ]),
      useUnsentEmails: { data: { viewer: { ...viewer, unsentEmails } } },
    },
  });
  await expect
    .element(screen.getByRole('note'))
    .toHaveTextContent(
      'Email is not set up, so no emails are sent. Share invitation links yourself, and keep passcodes off.',
    );
  await screen.getByRole('textbox', { name: /^Email/ }).fill(email);
  await button('Send invitation').click();
  const dialog = screen.getByRole('dialog', { name: 'The invitation was not sent' });
  const text =
    'This email to erin@acme.example cannot be sent until a mail server is set up. Its link can only be emailed.';
  await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy link' })).not.toBeInTheDocument();
});

test('EMAIL-7 the form says who an external user is, what they see and who has to accept them', async () => {
  const { screen } = await open(nothing);
  await expect.element(screen.getByText(/^An external user, such as an auditor or a consultant,/)).toBeVisible();
  await expect
    .element(screen.getByText(/^In this console, they see only their own profile and organisation/))
    .toBeVisible();
  await expect.element(screen.getByText(/^Another Organiser, Architect or Administrator/)).toBeVisible();
});

test('INVITE-11 INVITE-17 in another organisation, with modules, the way leads back there', async () => {
  const { screen, send, calls } = await open(
    invitedUser('REQUESTED', texts.mappings.userRequested),
    '/O/8/user/invite',
  );
  await screen.getByRole('checkbox', { name: 'Remediator' }).click();
  await send();
  await expect.element(screen.getByRole('table', { name: 'External users' })).toBeVisible();
  expect(address()).toBe('/O/8/user');
  expect(calls[1]?.variables).toEqual({ email: 'erin@acme.example', organisationId: '8', modules: ['remediator'] });
});

test('INVITE-9 INVITE-11 an email of the inviting organisation is refused at its field', async () => {
  const message = 'belongs to this organisation';
  const refused = failing('INVALID', `email ${message}`, { fields: [{ path: 'email', message }] });
  const { screen, send, email } = await open(refused);
  await send('me@demo.example');
  await expect.element(screen.getByRole('main').getByText(message, { exact: true })).toBeVisible();
  await expect.element(email()).toHaveFocus();
});
