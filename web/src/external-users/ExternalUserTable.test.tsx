import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openExternal, rejectedUser, stub } from '../testing/externalUsers.ts';
import { externalUserOf, headingsOf, rowsOf } from '../testing/lists.ts';
import { failing } from '../testing/responses.ts';
import { textsOf } from '../testing/texts.ts';

const listed = (...nodes: object[]) => ({
  external: { __typename: 'ExternalUserConnection', totalCount: nodes.length, nodes },
});

test('INVITE-18 OPEN-32 OPEN-61 external users are the third section of the list, in the same request', async () => {
  const { screen, names } = await openExternal({
    path: '/U',
    changes: listed(
      externalUserOf('300', { state: 'ACCEPTED', viewerCanMap: false, viewerCanReject: false }),
      externalUserOf('301'),
      stub('302', { at: null }),
    ),
  });
  await expect
    .poll(() => textsOf(screen.getByRole('heading', { level: 2 })))
    .toEqual(['Active', 'Inactive', 'External users', 'Invitations']);
  await expect
    .poll(() => headingsOf('External users'))
    .toEqual([['Name', 'Email', 'Home organisation', 'Status', 'Date', 'Action']]);
  await expect
    .poll(() => rowsOf('External users'))
    .toEqual([
      ['Erin Extern 300', 'erin300@acme.example', 'Acme', 'Accepted', '19 Nov 2026', ''],
      ['Erin Extern 301', 'erin301@acme.example', 'Acme', 'Pending', '19 Nov 2026', 'AcceptReject'],
      ['erin302@acme.example', 'erin302@acme.example', '–', 'Pending', '–', 'Add User DetailsReject'],
    ]);
  expect(names()).toEqual(['OwnUsersPage']);
});

test('PENDING-33 the link of pending external users leads to those invited by others, with the focus on their heading', async () => {
  const { screen, calls } = await openExternal({ path: '/U?external=pending#external-users' });
  expect(calls[0]?.variables).toMatchObject({
    activeFilter: { status: 'ACTIVE' },
    inactiveFilter: { status: 'INACTIVE' },
    externalFilter: { states: ['PENDING'], invitedByViewer: false },
  });
  await expect.element(screen.getByRole('heading', { name: 'External users', level: 2 })).toHaveFocus();
  const status = screen.getByRole('combobox', { name: 'Status', exact: true });
  await expect.element(status).toHaveValue('pending');
  await status.selectOptions('All');
  await expect.poll(() => calls.at(-1)?.variables.externalFilter).toBe(undefined);
});

test('XUSER-1 the action leads to the person, with the organisation if it is not the viewer’s own', async () => {
  const { link, router } = await openExternal({ path: '/U', changes: listed(externalUserOf('301')) });
  await expect.element(link('Accept Erin Extern 301')).toHaveAttribute('href', '/map-external-user?id=301');
  await router.navigate('/O/8/user?from=M');
  await expect
    .element(link('Accept Erin Extern 301'))
    .toHaveAttribute('href', '/map-external-user?id=301&organisation=8&from=M');
});

test('INVITE-18 OPEN-48 external users have pages of their own, and are searched with the others', async () => {
  const { screen, calls } = await openExternal({ path: '/U', lengths: { external: 30 } });
  await screen.getByRole('button', { name: 'Next page of External users' }).click();
  await expect.poll(() => calls.at(-1)?.variables).toMatchObject({ externalOffset: 25, activeOffset: 0 });
  await expect.poll(() => rowsOf('External users').length).toBe(5);
  await screen.getByRole('searchbox', { name: 'Search users' }).fill('erin');
  await expect.poll(() => calls.at(-1)?.variables).toMatchObject({ externalOffset: 0, search: 'erin' });
});

test.for([true, false])('INVITE-11 the invitation is offered to who may invite: %s', async (viewerCanInviteUsers) => {
  const { screen, link, button, router } = await openExternal({ path: '/U', changes: { viewerCanInviteUsers } });
  if (!viewerCanInviteUsers) {
    await expect.element(link('Invite External User')).not.toBeInTheDocument();
    return;
  }
  await expect.element(link('Invite External User')).toHaveAttribute('href', '/U/invite');
  await router.navigate('/O/8/user?from=M');
  await button('More actions').click();
  const item = screen.getByRole('menuitem', { name: 'Invite External User' });
  await expect.element(item).toHaveAttribute('href', '/O/8/user/invite?from=M');
});

test('XUSER-7 GQL-6 MSG-25 Reject asks first, by the keyboard too, and the row leaves the list', async () => {
  const rows = [externalUserOf('300'), externalUserOf('301')];
  const { screen, button, calls, names } = await openExternal({
    path: '/U',
    changes: listed(...rows),
    answers: { RejectExternalUserButton_Reject: rejectedUser(rows[1] as object) },
  });
  ((await button('Reject Erin Extern 301').findElement()) as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = screen.getByRole('dialog', { name: 'Reject Erin Extern 301?' });
  await expect.element(dialog.getByText('They can be invited again.', { exact: false })).toBeVisible();
  expect(names()).toEqual(['OwnUsersPage']);
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByText('External User Mapping', { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf('External users').map(([name]) => name)).toEqual(['Erin Extern 300']);
  expect(calls.at(-1)).toMatchObject({
    name: 'RejectExternalUserButton_Reject',
    variables: { userId: '301', organisationId: '7' },
  });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('XUSER-7 an invitation that another user has already accepted or rejected is read again', async () => {
  const { screen, button, names } = await openExternal({
    path: '/U',
    changes: listed(externalUserOf('300')),
    answers: { RejectExternalUserButton_Reject: failing('CONFLICT', 'This request is no longer pending.') },
  });
  await button('Reject Erin Extern 300').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  await expect.poll(names).toEqual(['OwnUsersPage', 'RejectExternalUserButton_Reject', 'OwnUsersPage']);
});

test('LOOK-3 XUSER-8 USER-74 EMAIL-7 a row says in its status why the viewer cannot accept, and Reject is visible', async () => {
  const rows = ['ORGANISATION_DISABLED', 'USER_INACTIVE', 'INVITATION_INVALID', 'OWN_INVITATION'].map(
    (acceptBlock, at) => externalUserOf(`30${at}`, { acceptBlock, viewerCanMap: false }),
  );
  const { screen } = await openExternal({ path: '/U', changes: listed(...rows) });
  await expect
    .poll(() => rowsOf('External users').map((row) => [row[3], row.at(-1)]))
    .toEqual([
      ['PendingDisabledThe organisation is disabled. An Administrator or Architect must enable it first.', 'Reject'],
      ['PendingInactiveInvited User is inactive.', 'Reject'],
      ['PendingNo longer validThis invitation is no longer valid. Send it again before you accept it.', 'Reject'],
      ['PendingAnother user must acceptYou sent this invitation. Another user must accept it.', 'Reject'],
    ]);
  await expect.element(screen.getByText('Another user must accept', { exact: true })).toBeVisible();
  const reject = screen.getByRole('button', { name: 'Reject Erin Extern 303' });
  await expect.poll(() => getComputedStyle(reject.element()).opacity).toBe('1');
  await expect.element(screen.getByRole('link', { name: /^Accept/ })).not.toBeInTheDocument();
});

test('LOOK-2 without an action in any row there is no Action column', async () => {
  const row = externalUserOf('300', { viewerCanMap: false, viewerCanReject: false });
  const { screen } = await openExternal({ path: '/U', changes: listed(row) });
  const headings = screen.getByRole('table', { name: 'External users' }).getByRole('columnheader');
  await expect.element(headings.filter({ hasText: 'Status' })).toBeVisible();
  await expect.element(headings.filter({ hasText: 'Action' })).not.toBeInTheDocument();
});

test('INVITE-18 when external users could not be loaded the others are shown', async () => {
  const { screen } = await openExternal({ path: '/U', changes: { external: null } });
  await expect.element(screen.getByText('External users could not be loaded')).toBeVisible();
  await expect.poll(() => rowsOf('Active users')).toHaveLength(2);
});

test.for([
  [
    'Remove',
    { state: 'ACCEPTED', viewerCanMap: false, viewerCanReject: false, viewerCanRemove: true },
    'Remove',
    'Remove',
  ],
  [
    'Withdraw',
    { acceptBlock: 'OWN_INVITATION', viewerCanMap: false, viewerCanWithdraw: true },
    'Withdraw',
    'Withdraw the invitation to',
  ],
  [
    'Withdraw',
    { viewerCanMap: false, viewerCanReject: false, viewerCanWithdraw: true },
    'Withdraw',
    'Withdraw the invitation to',
  ],
] as const)(
  'ENDING-14 ENDING-11 %s asks first, with a reason, and the row %j leaves the list',
  async ([verb, may, cell, label]) => {
    const row = externalUserOf('300', may);
    const externalUser = { ...row, state: verb === 'Remove' ? 'ENDED' : 'WITHDRAWN' };
    const operation = `EndOrWithdrawExternalUserButton_${verb === 'Remove' ? 'End' : verb}`;
    const { screen, button, calls } = await openExternal({
      path: '/U',
      changes: listed(row, externalUserOf('301')),
      answers: {
        [operation]: {
          data: { stopped: { __typename: 'StoppedPayload', externalUser } },
        },
      },
    });
    await expect.poll(() => rowsOf('External users')[0]?.at(-1)).toBe(cell);
    await button(`${label} Erin Extern 300`).click();
    const dialog = screen.getByRole('dialog', { name: `${label} Erin Extern 300?` });
    await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Done here');
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await expect.poll(() => rowsOf('External users').map(([name]) => name)).toEqual(['Erin Extern 301']);
    expect(calls.at(-1)).toMatchObject({
      name: operation,
      variables: { userId: '300', organisationId: '7', reason: 'Done here' },
    });
  },
);
