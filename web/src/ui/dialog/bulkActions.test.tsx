import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bulkJobOf, openBulkActions } from '../../testing/bulkActions.ts';
import { invitationList, invitationOf } from '../../testing/invitations.ts';
import { userOf, usersPage } from '../../testing/lists.ts';
import { address, openConsole } from '../../testing/render.tsx';
import { asked, failing, gatewayOf, viewer } from '../../testing/responses.ts';
import { textsOf } from '../../testing/texts.ts';
import { nameIn, openUsers } from '../../testing/userActions.ts';
import { stateChanged } from '../../testing/users.ts';

const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = () => page.getByRole('region', { name: 'Selected rows' });
const action = (name: string) => bar().getByRole('button', { name, exact: true });
const asks = () => page.getByRole('dialog');
const confirm = (name: string) => asks().getByRole('button', { name, exact: true }).click();
const result = () => page.getByRole('region', { name: 'Bulk action' });
const inactive = (id: string) => userOf(id, { status: 'INACTIVE' });
const recent = (more = {}) => asked(() => ({ data: { recentBulkJobs: [bulkJobOf(more)] } }));
/** A failed read: the gateway returns null in place of the object. */
const unread = (data: object) => ({ ...failing('UPSTREAM_BAD_RESPONSE', 'Request Failed'), data });
const inputOf = (calls: { name: string; variables: Record<string, unknown> }[]) =>
  calls.findLast(({ name }) => name === 'useBulkJob_Start')?.variables.input;

test('BULKACT-17 boxes choose rows of one table only, the page or all that the filter finds, and the bar says how many', async () => {
  await openBulkActions({ lengths: { active: 60, inactive: 2 } });
  await expect.element(bar()).not.toBeInTheDocument();
  await box('Jane Doe 100').click();
  await expect.element(bar().getByText('1 user selected')).toBeVisible();
  await page.getByRole('table', { name: 'Active users' }).getByLabelText('Select all rows on this page').click();
  await expect.element(bar().getByText('25 users selected')).toBeVisible();
  await bar().getByRole('button', { name: 'Select all 60' }).click();
  await expect.element(bar().getByText('60 users selected')).toBeVisible();
  // Without one of them, the others of the page stay selected.
  await box('Jane Doe 101').click();
  await expect.element(bar().getByText('24 users selected')).toBeVisible();
  await expect.element(box('Jane Doe 101')).not.toBeChecked();
  await box('Jane Doe 900').click();
  await expect.element(bar().getByText('1 user selected')).toBeVisible();
  await expect.element(box('Jane Doe 100')).not.toBeChecked();
  await expect.element(action('Activate')).toBeVisible();
  await bar().getByRole('button', { name: 'Clear' }).click();
  await expect.element(bar()).not.toBeInTheDocument();
});

test('BULKACT-17 a row without an action has no box, a list without one has no column of boxes', async () => {
  const none = { viewerCanActivate: false, viewerCanDeactivate: false };
  await openUsers({
    answers: {
      OwnUsersPage: asked((call) => {
        const answer = usersPage(call);
        const { active, inactive: others } = answer.data.viewer.organisation;
        Object.assign(active.nodes[0] ?? {}, none);
        for (const user of others.nodes) Object.assign(user, none);
        return answer;
      }),
    },
  });
  await expect.element(box('Jane Doe 101')).toBeVisible();
  await expect.element(box('Jane Doe 100')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('table', { name: 'Inactive users' }).getByRole('checkbox'))
    .not.toBeInTheDocument();
});

test('BULKACT-18 x chooses the row with the focus, Shift with arrows further ones, Escape gives the choice up', async () => {
  await openBulkActions({ lengths: { active: 5 } });
  const row = (id: string) => document.querySelector<HTMLElement>(`tr[data-row="${id}"]`);
  row('101')?.focus();
  await userEvent.keyboard('x');
  await expect.element(box('Jane Doe 101')).toBeChecked();
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(bar().getByText('3 users selected')).toBeVisible();
  await expect.poll(() => document.activeElement).toBe(row('103'));
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await expect.element(bar().getByText('2 users selected')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(bar().getByText('2 users selected')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar()).not.toBeInTheDocument();
});

test('BULKACT-19 BULKACT-20 one question with the number and the password; then the rows move as by the single action', async () => {
  const done = [inactive('100'), inactive('101')];
  const { calls } = await openBulkActions({ lengths: { active: 3 }, done });
  await box('Jane Doe 100').click();
  await box('Jane Doe 101').click();
  await action('Deactivate').click();
  await expect.element(page.getByRole('heading', { name: 'Deactivate 2 users?' })).toBeVisible();
  await expect.element(asks().getByText(/signed out everywhere/)).toBeVisible();
  await confirm('Deactivate');
  await expect.element(asks().getByText('Password is required')).toBeVisible();
  await asks().getByLabelText('Password *').fill('Welcome#2026');
  await confirm('Deactivate');
  await expect.element(result().getByRole('heading', { name: 'Deactivate: 2 deactivated' })).toBeVisible();
  expect(inputOf(calls)).toEqual({ action: 'DEACTIVATE', ids: ['100', '101'], currentPassword: 'Welcome#2026' });
  await expect.poll(() => nameIn('Active users')).toEqual(['Jane Doe 102']);
  await expect.poll(() => nameIn('Inactive users').slice(0, 2).toSorted()).toEqual(['Jane Doe 100', 'Jane Doe 101']);
  expect(calls.filter(({ name }) => name === 'OwnUsersPage')).toHaveLength(1);
  await expect.element(bar()).not.toBeInTheDocument();
  await result().getByRole('button', { name: 'Close' }).click();
  await expect.element(result()).not.toBeInTheDocument();
});

test('BULKACT-29 the question names the first people, those of the page before others, and says how many are not on the page', async () => {
  await openBulkActions({ lengths: { active: 60 } });
  for (const id of ['100', '101']) await box(`Jane Doe ${id}`).click();
  await action('Deactivate').click();
  await expect.element(asks().getByText('Jane Doe 100 and Jane Doe 101.', { exact: true })).toBeVisible();
  await confirm('Cancel');
  await page.getByRole('button', { name: 'Next page of Active users' }).click();
  for (const id of ['126', '125']) await box(`Jane Doe ${id}`).click();
  await action('Deactivate').click();
  const people = 'Jane Doe 125, Jane Doe 126, Jane Doe 100 and 1 more. 2 are not on this page.';
  await expect.element(asks().getByText(people)).toBeVisible();
  await confirm('Cancel');
  await bar().getByRole('button', { name: 'Select all 60' }).click();
  await action('Deactivate').click();
  const all = 'Jane Doe 125, Jane Doe 126, Jane Doe 127 and 57 more. 35 are not on this page.';
  await expect.element(asks().getByText(all)).toBeVisible();
});

test('UI-30 after the last row of the last page has gone, the page before is shown, and Back does not return to the empty one', async () => {
  let active = 51;
  const answers = { OwnUsersPage: asked((call) => usersPage(call, { active })) };
  await openBulkActions({ path: '/U?page=3', answers, done: [inactive('150')] });
  await box('Jane Doe 150').click();
  active = 50;
  await action('Deactivate').click();
  await asks().getByLabelText('Password *').fill('Welcome#2026');
  await confirm('Deactivate');
  await expect.poll(address).toBe('/U?page=2');
  await expect.poll(() => nameIn('Active users')[0]).toBe('Jane Doe 125');
});

test('BULKACT-19 role and department are chosen in the question; all that the filter finds goes with its number, and CONFLICT is shown there', async () => {
  const start = asked(() =>
    failing('CONFLICT', 'The list has changed: it now has 4 rows, not 3. Check it and try again.'),
  );
  const { calls } = await openBulkActions({ lengths: { active: 3 }, answers: { useBulkJob_Start: start } });
  await box('Jane Doe 100').click();
  await bar().getByRole('button', { name: 'Select all 3' }).click();
  await action('Change department').click();
  await confirm('Change department');
  await expect.element(asks().getByText('is required')).toBeVisible();
  await asks().getByRole('combobox', { name: 'Department' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Legal' }).click();
  await confirm('Change department');
  await expect.element(asks().getByText(/now has 4 rows, not 3/)).toBeVisible();
  const users = { organisationId: '7', filter: { status: 'ACTIVE' } };
  expect(inputOf(calls)).toEqual({ action: 'CHANGE_DEPARTMENT', departmentName: 'Legal', users, count: 3 });
});

test('SEARCH-5 a department among many is found by another spelling, in any order of its words', async () => {
  const labels = ['Küchen & Straßenbau', ...Array.from({ length: 12 }, (_, place) => `Department ${place}`)];
  const departments = labels.map((label, place) => ({ __typename: 'Option', id: String(place), label }));
  const withMany = asked((call) => {
    const answer = usersPage(call);
    return { data: { ...answer.data, lookups: { ...answer.data.lookups, departments } } };
  });
  await openBulkActions({ lengths: { active: 3 }, answers: { OwnUsersPage: withMany } });
  await box('Jane Doe 100').click();
  await action('Change department').click();
  const field = asks().getByRole('combobox', { name: 'Department' });
  await field.click();
  await field.fill('strassenbau kuechen');
  const options = () => textsOf(page.getByRole('listbox').getByRole('option'));
  await expect.poll(options).toEqual(['Küchen & Straßenbau']);
});

test.each([
  ['another organisation', '8'],
  ['their own', '7'],
])('BULKACT-27 a role that reaches all organisations is asked about once more for users of %s', async (of, own) => {
  const start = asked(() => failing('CONFLICT', 'The list has changed.'));
  const answers = {
    OwnUsersPage: asked((call) => {
      const { data } = usersPage(call, { active: 3 });
      return { data: { ...data, viewer: { ...data.viewer, user: { ...viewer.user, organisationId: own } } } };
    }),
    useBulkJob_Start: start,
  };
  const { calls } = await openBulkActions({ answers });
  const started = () => calls.filter(({ name }) => name === 'useBulkJob_Start').length;
  await box('Jane Doe 100').click();
  await bar().getByRole('button', { name: 'Select all 3' }).click();
  await action('Change role').click();
  await asks().getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Administrator' }).click();
  await confirm('Change role');
  if (of === 'another organisation') {
    const question = page.getByRole('dialog', { name: 'Assign these roles to users of Demo?' });
    await expect.element(question.getByText(/^Demo is not your own organisation/)).toBeVisible();
    await expect.element(question.getByText('Administrator: 3 users')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(question).not.toBeInTheDocument();
    expect(started()).toBe(0);
    await confirm('Change role');
    await question.getByRole('button', { name: 'Assign roles' }).click();
  }
  await expect.element(asks().getByText('The list has changed.')).toBeVisible();
  expect(started()).toBe(1);
  await confirm('Change role');
  await expect.poll(started).toBe(2);
});

test('BULKACT-20 the result of a job is shown with the list on which it was started, not with that of another organisation', async () => {
  const { router, names } = await openBulkActions({ path: '/O/9/user', lengths: { active: 3 } });
  await router.navigate('/O/8/user');
  await expect.poll(names).toHaveLength(2);
  await expect.element(box('Jane Doe 100')).toBeVisible();
  await box('Jane Doe 100').click();
  await action('Change department').click();
  await asks().getByRole('combobox', { name: 'Department' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Legal' }).click();
  await confirm('Change department');
  await expect.element(result()).toBeVisible();
  await router.navigate('/O/9/user');
  await expect.element(result()).not.toBeInTheDocument();
});

test('BULKACT-20 a job that runs says how far it is, also after a reload, and can be cancelled', async () => {
  const cancelled = vi.fn();
  const running = { state: 'RUNNING', finishedAt: null, totalCount: 200, doneCount: 50 };
  const answers = {
    OwnUsersPage: asked((call) => usersPage(call)),
    RecentBulkJob: recent(running),
    useBulkJob_Progress: asked(() => ({ data: { bulkJob: bulkJobOf(running) } })),
    useBulkJob_Cancel: asked(({ variables }) => {
      cancelled(variables.input);
      return { data: { cancelBulkAction: { __typename: 'CancelBulkActionPayload', job: bulkJobOf(running) } } };
    }),
  };
  await openConsole('/U', gatewayOf(answers));
  await expect.element(result().getByRole('heading', { name: 'Deactivate: 50 of 200 users' })).toBeVisible();
  await expect.element(result().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await result().getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => cancelled.mock.calls).toEqual([[{ id: '5' }]]);
});

test('BULKACT-26 a job is not closed because its progress could not be read once', async () => {
  const running = { state: 'RUNNING', finishedAt: null, totalCount: 200, doneCount: 50 };
  let reads = 0;
  const answers = {
    OwnUsersPage: asked((call) => usersPage(call)),
    RecentBulkJob: recent(running),
    useBulkJob_Progress: asked(() => {
      reads += 1;
      return reads === 1 ? unread({ bulkJob: null }) : { data: { bulkJob: bulkJobOf(running) } };
    }),
  };
  await openConsole('/U', gatewayOf(answers));
  await expect.element(result().getByRole('heading', { name: 'Deactivate: 50 of 200 users' })).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('console.closedBulk'))).toEqual([]);
});

test('BULKACT-20 BULKACT-21 after a read of rows failed, the lists and the failed rows are read again', async () => {
  const states: string[] = [];
  const row = { targetId: '101', message: 'This user is a responder.', user: userOf('101'), invitation: null };
  const rows = {
    __typename: 'BulkRowPage',
    hasNextPage: false,
    endCursor: null,
    nodes: [{ __typename: 'BulkRow', ...row }],
  };
  const { names } = await openBulkActions({
    lengths: { active: 3 },
    job: { doneCount: 1, failedCount: 1 },
    answers: {
      useBulkJob_Rows: asked(({ variables }) => {
        states.push(String(variables.states));
        const job = { __typename: 'BulkJob', id: '5' };
        return states.length < 3
          ? unread({ bulkJob: { ...job, rows: null } })
          : { data: { bulkJob: { ...job, rows } } };
      }),
    },
  });
  await box('Jane Doe 100').click();
  await box('Jane Doe 101').click();
  await action('Deactivate').click();
  await asks().getByLabelText('Password *').fill('Welcome#2026');
  await confirm('Deactivate');
  await expect.element(result().getByText(/This user is a responder/)).toBeVisible();
  expect(states).toEqual(['DONE', 'FAILED', 'FAILED']);
  expect(names().filter((name) => name === 'OwnUsersPage')).toHaveLength(2);
});

test('BULKACT-20 the page of an organisation stays when its number of users could not be read after a job', async () => {
  const { names } = await openBulkActions({
    path: '/O/9/user',
    lengths: { active: 3 },
    answers: { UserBulkActions_Count: unread({ organisation: null }) },
  });
  await box('Jane Doe 100').click();
  await action('Deactivate').click();
  await asks().getByLabelText('Password *').fill('Welcome#2026');
  await confirm('Deactivate');
  await expect.poll(names).toContain('UserBulkActions_Count');
  await result().getByRole('button', { name: 'Close' }).click();
  await expect.element(result()).not.toBeInTheDocument();
  expect(address()).toBe('/O/9/user');
});

test('BULKACT-26 the result of a job of another browser is shown until it is closed; actions of the other list are not', async () => {
  const asks = vi.fn();
  const open = (more = {}, stored = {}) =>
    openConsole(
      '/U',
      gatewayOf({
        OwnUsersPage: asked((call) => usersPage(call)),
        RecentBulkJob: asked(({ variables }) => {
          asks(variables);
          return { data: { recentBulkJobs: [bulkJobOf(more)] } };
        }),
        useBulkJob_Progress: asked(() => ({ data: { bulkJob: bulkJobOf() } })),
      }),
      { stored },
    );
  const first = await open();
  await expect.element(result().getByRole('heading', { name: 'Deactivate: 2 deactivated' })).toBeVisible();
  expect(asks.mock.calls).toEqual([[{ organisationId: '7' }]]);
  // A user who is already typing keeps the focus.
  await expect.element(result().getByRole('heading')).not.toHaveFocus();
  await result().getByRole('button', { name: 'Close' }).click();
  await expect.element(result()).not.toBeInTheDocument();
  const stored = { 'console.closedBulk.users.7': localStorage.getItem('console.closedBulk.users.7') ?? '' };
  await first.screen.unmount();
  for (const unseen of [() => open({}, stored), () => open({ action: 'REVOKE_INVITATION' })]) {
    const { screen, names } = await unseen();
    await box('Jane Doe 100').click();
    await expect.element(bar()).toBeVisible();
    expect(names()).not.toContain('useBulkJob_Progress');
    await expect.element(result()).not.toBeInTheDocument();
    await screen.unmount();
  }
  expect(asks).toHaveBeenCalledTimes(3);
});

test('BULKACT-21 the result says why rows were refused; they are tried again or downloaded', async () => {
  const { calls } = await openBulkActions({
    lengths: { active: 3 },
    job: { totalCount: 2, doneCount: 1, failedCount: 1 },
    done: [inactive('100')],
    failed: [{ id: '101', message: 'This user is a responder.' }],
  });
  const saved: Blob[] = [];
  const blobs = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:x';
  });
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const deactivate = async () => {
    await asks().getByLabelText('Password *').fill('Welcome#2026');
    await confirm('Deactivate');
  };
  await box('Jane Doe 100').click();
  await box('Jane Doe 101').click();
  await action('Deactivate').click();
  await deactivate();
  await expect.element(result().getByText(/This user is a responder/)).toBeVisible();
  await expect.element(result().getByRole('heading', { name: 'Deactivate: 1 deactivated, 1 failed' })).toHaveFocus();
  await result().getByRole('button', { name: 'Download as CSV' }).click();
  await expect.poll(() => saved.length).toBe(1);
  expect([...new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0))].slice(0, 3)).toEqual([
    239, 187, 191,
  ]);
  expect(await saved[0]?.text()).toBe(
    'ID,Name,Email,Reason\n101,Jane Doe 101,jane101@demo.example,This user is a responder.\n',
  );
  await result().getByRole('button', { name: 'Retry failed rows' }).click();
  await asks().getByLabelText('Password *').fill('Welcome#2026');
  await confirm('Deactivate');
  await expect
    .poll(() => inputOf(calls))
    .toEqual({ action: 'DEACTIVATE', ids: ['101'], currentPassword: 'Welcome#2026' });
  blobs.mockRestore();
  press.mockRestore();
});

test('BULKACT-22 with a product API without bulk actions single mutations are sent one after another, and the question says so', async () => {
  let running = 0;
  let most = 0;
  const opened = await openUsers({
    lengths: { active: 4 },
    answers: {
      OwnUsersPage: asked((call) => {
        const { data } = usersPage(call, { active: 4 });
        return { data: { ...data, viewer: { ...data.viewer, hasBulkActions: false } } };
      }),
      DeactivateUserButton_Deactivate: asked(async (call) => {
        running += 1;
        most = Math.max(most, running);
        // By then all requests that were sent at the same time have arrived.
        await new Promise((resolve) => setTimeout(resolve));
        running -= 1;
        return call.variables.id === '101'
          ? failing('RESPONDER_ACTIVE', 'This user is a responder.')
          : stateChanged(call);
      }),
    },
  });
  await page.getByRole('table', { name: 'Active users' }).getByLabelText('Select all rows on this page').click();
  await expect.element(bar().getByRole('button', { name: /Select all/ })).not.toBeInTheDocument();
  await action('Deactivate').click();
  await expect
    .element(asks().getByText(/one after another while this page is open. You can select at most 200/))
    .toBeVisible();
  await asks().getByLabelText('Password *').fill('Welcome#2026');
  await confirm('Deactivate');
  await expect.element(result().getByRole('heading', { name: 'Deactivate: 3 deactivated, 1 failed' })).toBeVisible();
  await expect.element(result().getByText(/This user is a responder/)).toBeVisible();
  expect(most).toBe(1);
  expect(opened.calls.filter(({ name }) => name === 'DeactivateUserButton_Deactivate')).toHaveLength(4);
  await expect.poll(() => nameIn('Active users')).toEqual(['Jane Doe 101']);
});

test('BULKACT-17 invitations are chosen and revoked, all that the filter finds; without bulk actions they have no boxes', async () => {
  const open = (who: object) =>
    openConsole(
      '/U',
      gatewayOf({
        OwnUsersPage: asked((call) => usersPage(call)),
        InvitationList: asked(() => {
          const { data } = invitationList([invitationOf('1'), invitationOf('2')]) as { data: object };
          return { data: { ...data, viewer: who } };
        }),
        useBulkJob_Start: asked(() => failing('CONFLICT', 'The list has changed.')),
      }),
    );
  const { calls } = await open(viewer);
  await page.getByRole('button', { name: 'Invitations' }).click();
  await box('invited1@demo.example').click();
  await bar().getByRole('button', { name: 'Select all 2' }).click();
  await action('Revoke').click();
  await expect.element(page.getByRole('heading', { name: 'Revoke 2 invitations?' })).toBeVisible();
  await confirm('Revoke');
  await expect.element(asks().getByText(/The list has changed/)).toBeVisible();
  const invitations = { organisationId: '7', filter: { kinds: ['USER', 'EXTERNAL_USER'] } };
  expect(inputOf(calls)).toEqual({ action: 'REVOKE_INVITATION', invitations, count: 2 });
});

test('KEYBOARD-6 Ctrl+Enter leads from the rows to the actions, Escape back, and Clear keeps the place', async () => {
  await openBulkActions({ lengths: { active: 3 } });
  (box('Jane Doe 101').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect.element(action('Deactivate')).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(action('Deactivate')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(box('Jane Doe 101')).toHaveFocus();
  await expect.element(box('Jane Doe 101')).toBeChecked();
  (document.querySelector('tr[data-row="101"]') as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(action('Deactivate')).toHaveFocus();
  expect(address()).toBe('/U');
  await action('Clear').click();
  await expect.element(bar()).not.toBeInTheDocument();
  await expect.element(box('Jane Doe 101')).toHaveFocus();
});

test('KEYBOARD-7 J, K and Escape work from the box of a row, and Escape closes the panel before it clears the selection', async () => {
  await openBulkActions({ lengths: { active: 3 } });
  await box('Jane Doe 100').click();
  const panel = page.getByRole('dialog', { name: 'Jane Doe 101' });
  await userEvent.keyboard('j ');
  await expect.element(panel).toBeVisible();
  (box('Jane Doe 101').element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(bar()).toBeVisible();
  (box('Jane Doe 100').element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar()).not.toBeInTheDocument();
});
