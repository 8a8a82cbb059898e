import { describe, expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rowsOf, userOf } from '../testing/lists.ts';
import { confirmAtSecondTry } from '../testing/passwords.ts';
import { openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import { activate, counter, nameIn, openUsers } from '../testing/userActions.ts';
import { stateChanged } from '../testing/users.ts';

describe('activating', () => {
  test('USER-13 GQL-6 MSG-27 REALUSE-29 asks only, says what comes back, then moves the row and the counter without asking for a list', async () => {
    const opened = await openUsers();
    await opened.button('Activate Jane Doe 900').click();
    const asks = opened.dialog('Activate Jane Doe 900?');
    await expect
      .element(asks.getByText(/Their role, designation and access to other organisations come back/))
      .toBeVisible();
    await expect.poll(() => asks.element().querySelectorAll('input')).toHaveLength(0);
    await asks.getByRole('button', { name: 'Activate', exact: true }).click();
    await expect.element(opened.screen.getByText('User Activated Successfully')).toBeVisible();
    await expect.poll(() => nameIn('Active users')).toEqual(['Jane Doe 900', 'Jane Doe 100', 'Jane Doe 101']);
    await expect.poll(() => rowsOf('Inactive users')).toEqual([]);
    await expect.poll(() => counter()).toBe('Active Users: 1,235');
    expect(opened.names()).toEqual(['OwnUsersPage', 'ActivateUserButton_Activate']);
    expect(opened.calls[1]?.variables).toEqual({ id: '900' });
  });

  test('USER-15 USER-40 MSG-16 in a full organisation the dialog says so, without a call, and leads who may configure it to its user limit by the keyboard', async () => {
    const { button, dialog, names, router } = await openUsers({ changes: { userLimit: 1234 } });
    const visited: string[] = [];
    onTestFinished(router.subscribe(({ location }) => void visited.push(location.pathname + location.search)));
    await button('Activate Jane Doe 900').click();
    const link = dialog('User Limit Reached').getByRole('link', { name: 'Configuration' });
    await expect.element(dialog('User Limit Reached').getByRole('button', { name: 'Close' })).toHaveFocus();
    await expect.element(link).toHaveAttribute('href', '/O/7?tab=config');
    expect(names()).toEqual(['OwnUsersPage']);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(link).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => visited).toContain('/O/7?tab=config');
    await expect.element(dialog('User Limit Reached')).not.toBeInTheDocument();
  });

  test('USER-40 every other viewer is referred to an Administrator, without a link', async () => {
    const { button, dialog } = await openUsers({ changes: { userLimit: 1234, viewerCanEditConfig: false } });
    await button('Activate Jane Doe 900').click();
    await expect
      .element(dialog('User Limit Reached').getByText(/ask an Administrator to raise the limit/))
      .toBeVisible();
    await expect.element(dialog('User Limit Reached').getByRole('link')).not.toBeInTheDocument();
  });

  test('USER-15 the server’s word is the same dialog', async () => {
    const opened = await openUsers({
      answers: { ActivateUserButton_Activate: failing('USER_LIMIT_REACHED', 'User Limit Reached') },
    });
    await activate(opened);
    await expect.element(opened.dialog('User Limit Reached')).toBeVisible();
    await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(opened.dialog('Activate Jane Doe 900?')).not.toBeInTheDocument();
  });

  test.for([{ userLimit: null }, { userLimit: -1 }])(
    'USER-17 with $userLimit there is never a message that it is reached',
    async (changes) => {
      const opened = await openUsers({ changes });
      await activate(opened);
      await expect.element(opened.screen.getByText('User Activated Successfully')).toBeVisible();
    },
  );

  test('USER-13 OPEN-20 where the operator wants a password the dialog asks for it then', async () => {
    const opened = await openUsers({
      answers: {
        ActivateUserButton_Activate: asked((call) =>
          call.variables.currentPassword === 'Welcome#2026'
            ? stateChanged(call)
            : failing('WRONG_PASSWORD', 'Invalid Credentails'),
        ),
      },
    });
    await activate(opened);
    await confirmAtSecondTry(opened.dialog, 'Activate Jane Doe 900?', 'Invalid Credentails');
    await expect.element(opened.screen.getByText('User Activated Successfully')).toBeVisible();
  });
});

describe('who may', () => {
  test('USER-19 USER-20 nothing is offered where the server says no', async () => {
    const none = { viewerCanActivate: false, viewerCanDeactivate: false };
    const list = (status: string) => ({
      __typename: 'UserConnection',
      totalCount: 1,
      responderFailures: [],
      hasLastSignIn: true,
      hasSecondFactors: false,
      nodes: [userOf('100', { status, ...none })],
    });
    await openUsers({ changes: { active: list('ACTIVE'), inactive: list('ACTIVE') } });
    await expect.poll(() => rowsOf('Active users')[0]?.at(-1)).toBe('');
  });

  test('USER-8 USER-20 the view of a higher role has neither, the viewer’s own leads to the profile', async () => {
    const none = { viewerCanEdit: false, viewerCanActivate: false, viewerCanDeactivate: false };
    const { screen, router } = await openConsole(
      '/U/100/view',
      gatewayOf({ UserPage: asked((call) => ({ data: { viewer, user: userOf(String(call.variables.id), none) } })) }),
    );
    await expect.element(screen.getByRole('heading', { name: 'Jane Doe 100' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
    await expect.element(screen.getByRole('button', { name: /activate/i })).not.toBeInTheDocument();
    await router.navigate('/U/1/view');
    await expect.element(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/profile');
  });
});
