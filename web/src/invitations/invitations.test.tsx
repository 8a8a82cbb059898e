import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { invitationList, invitationOf } from '../testing/invitations.ts';
import { userOf, usersPage } from '../testing/lists.ts';
import { mappingPage } from '../testing/mappings.ts';
import { address, openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, organisation, viewer } from '../testing/responses.ts';
import { type Answer, held } from '../testing/script.ts';
import { dutiesResponse } from '../testing/userActions.ts';
import { stateChanged } from '../testing/users.ts';

const link = 'https://console.demo.example/reset-password?reset_password_token=the-token';
const ended = { viewerCanResend: false, viewerCanCopyLink: false, viewerCanRevoke: false };

const changed = (mutation: string, invitation: object, more: object = {}) => ({
  data: {
    [mutation]: { __typename: `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Payload`, invitation, ...more },
  },
});

const open = async (nodes: object[] | null, answers: Answers = {}, path = '/U') => {
  const opened = await openConsole(
    path,
    gatewayOf({
      OwnUsersPage: asked((call) => usersPage(call)),
      InvitationList: asked(() => invitationList(nodes)),
      ...answers,
    }),
  );
  const { screen, calls } = opened;
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  const table = screen.getByRole('table', { name: 'Invitations' });
  const row = (name: string) => table.getByRole('row', { name: new RegExp(name) });
  const act = async (email: string, action: string) => {
    await screen.getByRole('button', { name: `Actions for ${email}` }).click();
    await screen.getByRole('menuitem', { name: action }).click();
  };
  const confirm = (name: string) => screen.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const section = screen.getByRole('button', { name: 'Invitations' });
  return { ...opened, sent, table, row, act, confirm, section };
};

test('DESIGN-8 FIRST-1 the section is collapsed, sends its query when it is opened, and shows kind, times and state', async () => {
  const { section, sent, row } = await open([
    invitationOf('1'),
    invitationOf('2', { kind: 'EXTERNAL_USER', expiresAt: null, state: 'ACCEPTED', invitedBy: null, ...ended }),
    invitationOf('3', { state: 'FAILED', failure: '550 No such user' }),
    invitationOf('4', { isEmailQueued: true }),
    invitationOf('5', { linkCopiedAt: '2026-11-22T09:30:00.000Z' }),
  ]);
  await expect.element(section).toHaveAttribute('aria-expanded', 'false');
  expect(sent('InvitationList')).toEqual([]);
  await section.click();
  await expect.element(row('invited1').getByText('Pending')).toBeVisible();
  await expect.element(row('invited1').getByText('Ada Admin')).toBeVisible();
  await expect.element(row('invited1').getByText('27 Nov 2026')).toBeVisible();
  await expect.element(row('invited2').getByText('External user')).toBeVisible();
  await expect.element(row('invited2').getByRole('button')).not.toBeInTheDocument();
  await expect.element(row('invited3').getByText('550 No such user')).toBeVisible();
  await expect.element(row('invited4').getByText('Queued')).toBeVisible();
  await expect.element(row('invited1').getByText('20 Nov 2026')).toBeVisible();
  await expect.element(row('invited5').getByText('Link copied 22 Nov 2026')).toBeVisible();
  expect(sent('InvitationList')).toEqual([
    { id: organisation.id, filter: { kinds: ['USER', 'EXTERNAL_USER'] }, first: 25, offset: 0 },
  ]);
});

test('PENDING-30 the link of expiring invitations keeps their section in view while lists load', async () => {
  const loaded = held<null>();
  const { screen, row } = await open(
    null,
    {
      InvitationList: asked(async () => {
        await loaded.promise;
        return invitationList(Array.from({ length: 25 }, (_, at) => invitationOf(String(at))));
      }),
    },
    '/U?invited=PENDING&invitation-sort=expires#invitations',
  );
  const heading = screen.getByRole('heading', { name: 'Invitations', level: 2 });
  await expect.element(heading).toHaveFocus();
  loaded.resolve(null);
  await expect.element(row('invited24')).toBeInTheDocument();
  await expect.poll(() => heading.element().getBoundingClientRect().top).toBeLessThan(200);
});

test('LOOK-10 at 320 px an email address is in two lines that break before its @, next to its actions', async () => {
  await page.viewport(320, 844);
  try {
    const { section, row, screen } = await open([invitationOf('1', { email: 'thabo.smit@bluefin.test' })]);
    await section.click();
    const heading = row('thabo.smit').getByRole('rowheader');
    await expect.element(heading).toBeVisible();
    const text = document.createRange();
    text.selectNodeContents(heading.element().querySelector('span') ?? heading.element());
    const lines = () => new Set([...text.getClientRects()].map(({ top }) => top)).size;
    await expect.poll(lines).toBe(2);
    const acts = screen.getByRole('button', { name: 'Actions for thabo.smit@bluefin.test' }).element();
    expect(acts.getBoundingClientRect().right).toBeLessThanOrEqual(320);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('DESIGN-8 the list is filtered by state, in the address, and says when there is none', async () => {
  const { section, sent, screen, table } = await open([]);
  await section.click();
  await expect.element(screen.getByText('No invitations yet.')).toBeVisible();
  await screen.getByRole('combobox', { name: 'Invitation state' }).selectOptions('Expired');
  await expect.poll(address).toBe('/U?invited=EXPIRED');
  await expect
    .poll(() => sent('InvitationList').at(-1)?.filter)
    .toEqual({
      kinds: ['USER', 'EXTERNAL_USER'],
      states: ['EXPIRED'],
    });
  await expect.element(table).toBeVisible();
});

test('DESIGN-8 an invitation is sent again after a confirmation; too early, the dialog says when', async () => {
  const later = invitationOf('1', { sentAt: '2026-11-21T09:30:00.000Z' });
  const answers = [
    failing('RATE_LIMITED', 'Too many attempts. Try again in 20 seconds.'),
    changed('resendInvitation', later),
  ];
  const { section, sent, screen, row, act, confirm } = await open([invitationOf('1')], {
    useInvitationActions_Resend: asked(() => answers.shift() ?? changed('resendInvitation', later)),
  });
  await section.click();
  await act('invited1@demo.example', 'Resend');
  await expect.element(screen.getByText('Resend the invitation to invited1@demo.example?')).toBeVisible();
  await confirm('Resend');
  await expect
    .element(screen.getByRole('dialog').getByRole('alert'))
    .toHaveTextContent('Too many attempts. Try again in 20 seconds.');
  await confirm('Resend');
  await expect.element(screen.getByText('Invitation queued')).toBeVisible();
  await expect.element(row('invited1').getByText('21 Nov 2026')).toBeVisible();
  expect(sent('useInvitationActions_Resend')).toEqual([{ input: { id: '1' } }, { input: { id: '1' } }]);
});

test('USER-74 an invitation that is no longer valid is marked in its row, and is sent again from there', async () => {
  const invalid = invitationOf('1', { kind: 'EXTERNAL_USER', state: 'INVALID', expiresAt: null });
  const { section, sent, row, act, confirm } = await open([invalid], {
    useInvitationActions_Resend: changed('resendInvitation', { ...invalid, state: 'PENDING' }),
  });
  await section.click();
  await expect.element(row('invited1').getByText('No longer valid')).toBeVisible();
  await act('invited1@demo.example', 'Resend');
  await confirm('Resend');
  await expect.element(row('invited1').getByText('Pending')).toBeVisible();
  expect(sent('useInvitationActions_Resend')).toHaveLength(1);
});

test('DESIGN-8 FOCUS-11 a link is shown once, and Escape closes it only once it was copied', async () => {
  const { section, screen, act, confirm } = await open([invitationOf('1', { state: 'EXPIRED' })], {
    useInvitationActions_CopyLink: changed('copyInvitationLink', invitationOf('1'), { link }),
  });
  await section.click();
  await act('invited1@demo.example', 'Copy link');
  await confirm('Copy link');
  const field = screen.getByRole('textbox', { name: 'Link' });
  await expect.element(field).toHaveValue(link);
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'I have copied it' })).toBeVisible();
  await expect.element(screen.getByRole('dialog')).toHaveAccessibleDescription(/once/);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await screen.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied).toHaveBeenCalledExactlyOnceWith(link);
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
});

test('DESIGN-8 START-77 a copied link stays until it is closed, though the list loses the row by its filter', async () => {
  const lists = [[invitationOf('1', { state: 'EXPIRED' })]];
  const { section, sent, screen, act, confirm } = await open(
    [],
    {
      InvitationList: asked(() => invitationList(lists.shift() ?? [])),
      useInvitationActions_CopyLink: changed('copyInvitationLink', invitationOf('1'), { link }),
    },
    '/U?invited=EXPIRED',
  );
  await section.click();
  await act('invited1@demo.example', 'Copy link');
  await confirm('Copy link');
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  expect(sent('InvitationList')).toHaveLength(1);
  await screen.getByRole('button', { name: 'I have copied it' }).click();
  await expect.poll(() => sent('InvitationList').length).toBe(2);
  await expect
    .element(screen.getByRole('button', { name: 'Actions for invited1@demo.example' }))
    .not.toBeInTheDocument();
});

test('DESIGN-8 a revoked invitation is marked in its row', async () => {
  const revoked = invitationOf('1', { state: 'REVOKED', viewerCanRevoke: false });
  const { section, row, screen, act, confirm } = await open([invitationOf('1')], {
    useInvitationActions_Revoke: changed('revokeInvitation', revoked),
  });
  await section.click();
  await act('invited1@demo.example', 'Revoke');
  await confirm('Cancel');
  await expect.element(screen.getByRole('button', { name: 'Actions for invited1@demo.example' })).toHaveFocus();
  await act('invited1@demo.example', 'Revoke');
  await confirm('Revoke');
  await expect.element(row('invited1').getByText('Revoked')).toBeVisible();
  await screen.getByRole('button', { name: 'Actions for invited1@demo.example' }).click();
  await expect.element(screen.getByRole('menuitem', { name: 'Resend' })).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: 'Revoke' })).not.toBeInTheDocument();
});

test('DESIGN-8 with a product API without invitations the section says so', async () => {
  const { section, screen } = await open(null);
  await section.click();
  await expect
    .element(screen.getByText(/The connected product API does not provide a list of invitations/))
    .toBeVisible();
});

test('DESIGN-8 the mappings have the invited organisations only', async () => {
  const { section, sent, row } = await open(
    [invitationOf('1', { kind: 'ORGANISATION' })],
    { ExternalMappingPage: asked((call) => mappingPage(call)) },
    '/M',
  );
  await section.click();
  await expect.element(row('invited1')).toBeVisible();
  expect(sent('InvitationList')).toMatchObject([{ filter: { kinds: ['ORGANISATION'] } }]);
});

test('DESIGN-8 a user who has not signed in yet says so, with Resend', async () => {
  const user = { __typename: 'User', id: '5', invitation: invitationOf('1', { state: 'EXPIRED' }) };
  const { screen, confirm } = await open(
    [],
    {
      UserPage: { data: { viewer, user: userOf('5', { lastSignInAt: null }) } },
      UserInvitation: { data: { user } },
      useInvitationActions_Resend: changed('resendInvitation', invitationOf('1')),
    },
    '/U/5/view',
  );
  const notice = screen.getByRole('alert').or(screen.getByRole('main'));
  await expect.element(notice.getByText('Invited, not yet signed in')).toBeVisible();
  await expect.element(notice.getByText('Expired')).toBeVisible();
  await screen.getByRole('button', { name: 'Resend' }).click();
  await confirm('Resend');
  await expect.element(notice.getByText('Pending')).toBeVisible();
});

const deactivate = async (screen: Awaited<ReturnType<typeof open>>['screen'], name: string) => {
  await screen.getByRole('button', { name: `Deactivate ${name}` }).click();
  const dialog = screen.getByRole('dialog', { name: `Deactivate ${name}?` });
  await dialog.getByLabelText('Password *').fill('secret');
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
};

const waitingOf = (id: unknown, waiting: number | null): Answer => ({
  data: {
    organisation: {
      __typename: 'Organisation',
      id,
      invitations: waiting === null ? null : { __typename: 'InvitationConnection', totalCount: waiting },
    },
  },
});
const counted = (waiting: number | null) => asked(({ variables }) => waitingOf(variables.id, waiting));

test.for([
  ['/U', { kinds: ['USER', 'EXTERNAL_USER'] }, 'USER'],
  ['/M', { kinds: ['ORGANISATION'] }, 'ORGANISATION'],
] as const)(
  'START-22 on %s the heading counts those that wait, and the section is unfolded until a person folds it',
  async ([path, filter, kind]) => {
    const asks: unknown[] = [];
    const answers: Answers = {
      ExternalMappingPage: asked((call) => mappingPage(call)),
      InvitationList: asked(() => invitationList([invitationOf('1', { kind })])),
      InvitationSection: asked((call) => {
        asks.push(call.variables);
        return counted(2)(call);
      }),
    };
    const { section, row, screen } = await open([], answers, path);
    await expect.element(row('invited1')).toBeVisible();
    await expect.element(section).toHaveAttribute('aria-expanded', 'true');
    await expect.element(screen.getByText('2 not accepted', { exact: true })).toBeVisible();
    expect(asks).toEqual([{ id: organisation.id, ...filter, states: ['PENDING', 'EXPIRED', 'FAILED'] }]);
    await section.click();
    await expect.element(section).toHaveAttribute('aria-expanded', 'false');
    expect(localStorage.getItem('console.folded.invitations')).toBe('true');
  },
);

test.for([
  ['a pointer', () => new PointerEvent('pointerdown', { bubbles: true })],
  ['a key', () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })],
] as const)(
  'START-75 a press with %s that began before the count arrived unfolds, as the person saw it folded',
  async ([_device, press]) => {
    const count = held<Answer>();
    const { section } = await open([invitationOf('1')], { InvitationSection: asked(() => count.promise) });
    await expect.element(section).toHaveAttribute('aria-expanded', 'false');
    const button = section.element() as HTMLElement;
    button.dispatchEvent(press());
    count.resolve(waitingOf(organisation.id, 1));
    await expect.element(section).toHaveAttribute('aria-expanded', 'true');
    button.click();
    await expect.poll(() => localStorage.getItem('console.folded.invitations')).toBe('false');
    await expect.element(section).toHaveAttribute('aria-expanded', 'true');
    await section.click();
    await expect.element(section).toHaveAttribute('aria-expanded', 'false');
  },
);

test.for([0, null])('START-22 with %s of them waiting the section stays folded', async (waiting) => {
  const { section, sent, screen } = await open([], { InvitationSection: counted(waiting) });
  const badge = screen.getByText('0 not accepted', { exact: true });
  if (waiting === null) await expect.element(section).toBeVisible();
  else await expect.element(badge).toBeVisible();
  await expect.element(section).toHaveAttribute('aria-expanded', 'false');
  expect([badge.elements().length, sent('InvitationList')]).toEqual([waiting === null ? 0 : 1, []]);
});

test.each([
  [0, ['Nothing matches.'], []],
  [2, ['2'], ['true']],
])(
  'LOOK-15 with a search that leaves %i invitations the heading counts these, and none is one line',
  async (count, texts, expanded) => {
    const asks: unknown[] = [];
    const { screen } = await open(
      [invitationOf('1'), invitationOf('2')].slice(0, count),
      {
        InvitationSection: asked((call) => {
          asks.push(call.variables);
          return counted(count)(call);
        }),
      },
      '/U?search=invited',
    );
    const section = screen.getByRole('region', { name: 'Invitations' });
    for (const text of texts) await expect.element(section.getByText(text, { exact: true })).toBeVisible();
    const kinds = ['USER', 'EXTERNAL_USER'];
    expect(asks).toEqual([{ id: organisation.id, kinds, search: 'invited' }]);
    const buttons = [...section.element().querySelectorAll('h2 button')];
    expect(buttons.map((button) => button.getAttribute('aria-expanded'))).toEqual(expanded);
    expect(section.element().querySelectorAll('table')).toHaveLength(count && 1);
  },
);

test('START-22 the count is asked for again when an invitation was changed', async () => {
  let waiting = 1;
  const { row, act, confirm, screen } = await open([invitationOf('1')], {
    InvitationSection: asked((call) => counted(waiting)(call)),
    useInvitationActions_Revoke: changed('revokeInvitation', invitationOf('1', { state: 'REVOKED', ...ended })),
  });
  await expect.element(row('invited1')).toBeVisible();
  waiting = 0;
  await act('invited1@demo.example', 'Revoke');
  await confirm('Revoke');
  await expect.element(screen.getByText('0 not accepted', { exact: true })).toBeVisible();
  await expect.element(row('invited1').getByText('Revoked')).toBeVisible();
});

test('START-23 the page of a user who is deactivated no longer offers to send the invitation, nor after a reload', async () => {
  const user = { __typename: 'User', id: '100', invitation: invitationOf('1') };
  let status = 'ACTIVE';
  const { screen } = await open(
    [],
    {
      UserPage: asked(() => ({ data: { viewer, user: userOf('100', { lastSignInAt: null, status }) } })),
      UserInvitation: { data: { user } },
      DeactivationImpact: dutiesResponse(),
      DeactivateUserButton_Deactivate: asked(stateChanged),
    },
    '/U/100/view',
  );
  await expect.element(screen.getByRole('button', { name: 'Resend' })).toBeVisible();
  status = 'INACTIVE';
  await deactivate(screen, 'Jane Doe 100');
  await expect.element(screen.getByText('Invited, not yet signed in')).not.toBeInTheDocument();
  await screen.unmount();

  const again = await open(
    [],
    { UserPage: { data: { viewer, user: userOf('100', { lastSignInAt: null, status: 'INACTIVE' }) } } },
    '/U/100/view',
  );
  await expect.element(again.screen.getByRole('button', { name: 'Activate Jane Doe 100' })).toBeVisible();
  expect(again.sent('UserInvitation')).toEqual([]);
});

test('START-23 the list of invitations is asked for again when a user is deactivated', async () => {
  let rows = [invitationOf('1')];
  const { section, sent, screen, row } = await open([], {
    InvitationList: asked(() => invitationList(rows)),
    DeactivationImpact: dutiesResponse(),
    DeactivateUserButton_Deactivate: asked(stateChanged),
  });
  await section.click();
  await expect.element(row('invited1').getByRole('button')).toBeVisible();
  rows = [invitationOf('1', { state: 'REVOKED', ...ended })];
  await deactivate(screen, 'Jane Doe 100');
  await expect.element(row('invited1').getByText('Revoked')).toBeVisible();
  await expect.element(row('invited1').getByRole('button')).not.toBeInTheDocument();
  expect(sent('InvitationList')).toHaveLength(2);
});

test('START-10 START-77 the list says which invitations were not sent, and offers their links at once; one that only waits is not failed', async () => {
  const { section, row, confirm, screen, sent } = await open(
    [
      invitationOf('1', { isEmailQueued: true, isUnsent: true }),
      invitationOf('2', { state: 'FAILED', failure: '550 No such user', isUnsent: true }),
      invitationOf('3', { isEmailQueued: true }),
    ],
    {
      useInvitationActions_CopyLink: changed(
        'copyInvitationLink',
        invitationOf('1', { isEmailQueued: false, isUnsent: false }),
        { link },
      ),
    },
  );
  await section.click();
  await expect.element(row('invited1').getByText('Not sent').nth(1)).toBeVisible();
  await expect.element(row('invited2').getByText('Failed')).toBeVisible();
  await expect.element(row('invited3').getByText('Pending')).toBeVisible();
  await expect.element(row('invited3').getByRole('button', { name: 'Copy link' })).not.toBeInTheDocument();
  const copy = row('invited1').getByRole('button', { name: 'Copy link' });
  await userEvent.unhover(copy);
  await expect.poll(() => getComputedStyle(copy.element()).opacity).toBe('1');
  await copy.click();
  await confirm('Copy link');
  await expect.element(screen.getByRole('textbox', { name: 'Link' })).toHaveValue(link);
  expect(sent('useInvitationActions_CopyLink')).toEqual([{ input: { id: '1' } }]);
  // The button that copied the link no longer exists.
  await screen.getByRole('button', { name: 'I have copied it' }).click();
  await expect.element(screen.getByRole('button', { name: 'Actions for invited1@demo.example' })).toHaveFocus();
});

test('EMAIL-5 EMAIL-6 without a mail server the list says which emails cannot be sent, and Resend that the new one is not sent', async () => {
  const unsent = { isEmailQueued: true, isUnsent: true };
  const external = { kind: 'EXTERNAL_USER', expiresAt: null, viewerCanCopyLink: false, ...unsent };
  const unsentEmails = {
    __typename: 'UnsentEmails',
    sending: false,
    outboxUrl: null,
    count: 0,
    since: null,
    failure: null,
  };
  const { section, row, act, confirm, screen } = await open([invitationOf('1', unsent), invitationOf('2', external)], {
    useUnsentEmails: { data: { viewer: { ...viewer, unsentEmails } } },
    useInvitationActions_Resend: changed('resendInvitation', invitationOf('1', unsent)),
  });
  await section.click();
  await expect.element(row('invited2').getByText('Cannot be sent until a mail server is set up')).toBeVisible();
  await expect.element(row('invited1').getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect.element(row('invited2').getByRole('button', { name: 'Copy link' })).not.toBeInTheDocument();
  await act('invited1@demo.example', 'Resend');
  await expect.element(screen.getByText(/^Email is not set up, so the new link is not emailed\./)).toBeVisible();
  await confirm('Resend');
  await expect.element(screen.getByText('Invitation renewed, email not sent')).toBeVisible();
});
