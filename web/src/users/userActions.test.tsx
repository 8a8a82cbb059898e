import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { userOf, usersPage } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, failing, gatewayOf, viewer } from '../testing/responses.ts';
import { held } from '../testing/script.ts';
import { counter, deactivate, nameIn, openUsers } from '../testing/userActions.ts';
import { stateChanged } from '../testing/users.ts';

test('LOOK-1 PERSON-3 the button of a row is always visible and quiet, and is stronger in the row in use', async () => {
  const { button } = await openUsers({
    answers: { UserPeek: asked(({ variables }) => ({ data: { user: userOf(String(variables.id)) } })) },
  });
  // An open panel shows a second button.
  const rowButton = button('Deactivate Jane Doe 101').element() as HTMLElement;
  const look = () => {
    const { opacity, color } = getComputedStyle(rowButton);
    return { opacity, color };
  };
  await button('Deactivate Jane Doe 100').hover();
  const dimmed = getComputedStyle(document.querySelector('thead th') as Element).color;
  await expect.poll(look).toEqual({ opacity: '1', color: dimmed });
  rowButton.focus();
  await expect.poll(() => look().color).not.toBe(dimmed);
  rowButton.blur();
  await expect.poll(() => look().color).toBe(dimmed);
  await userEvent.keyboard('jj ');
  await expect.poll(() => look().color).not.toBe(dimmed);
});

test('PERSON-3 USER-8 on a phone a row has a menu, which works by keyboard and returns the focus', async () => {
  await page.viewport(390, 844);
  try {
    const { button, screen, dialog } = await openUsers();
    await expect.element(button('Deactivate Jane Doe 100')).not.toBeInTheDocument();
    const menu = button('Actions for Jane Doe 100');
    await expect.element(menu).toHaveAttribute('aria-haspopup', 'menu');
    (menu.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
    await expect.element(screen.getByRole('menu', { name: 'Actions for Jane Doe 100' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu).toHaveFocus();
    await menu.click();
    await screen.getByRole('menuitem', { name: 'Deactivate' }).click();
    const asks = dialog('Deactivate Jane Doe 100?');
    await expect.element(asks).toBeVisible();
    await asks.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(menu).toHaveFocus();
  } finally {
    await page.viewport(1280, 800);
  }
});

describe('deactivating', () => {
  test('USER-10 USER-12 USER-8 GQL-6 MSG-27 after the password the row and the counter move, without asking for a list', async () => {
    const opened = await openUsers();
    await deactivate(opened, 'Welcome#2026');
    await expect.element(opened.screen.getByText('User Deactivated Successfully')).toBeVisible();
    await expect.poll(() => nameIn('Active users')).toEqual(['Jane Doe 101']);
    await expect.poll(() => nameIn('Inactive users')).toEqual(['Jane Doe 100', 'Jane Doe 900']);
    await expect.poll(() => counter()).toBe('Active Users: 1,233');
    await expect.element(opened.button('Activate Jane Doe 100')).toBeVisible();
    await expect.element(opened.screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(opened.names()).toEqual(['OwnUsersPage', 'DeactivateUserButton_Deactivate']);
    expect(opened.sent()[1]?.variables).toEqual({ id: '100', currentPassword: 'Welcome#2026' });
    await expect.element(opened.button('Deactivate Jane Doe 101')).toHaveFocus();
  });

  test('START-54 after the last row the focus is on the row before, after the only one on the heading of the list', async () => {
    const { button, dialog, screen } = await openUsers();
    for (const name of ['Jane Doe 101', 'Jane Doe 100']) {
      await button(`Deactivate ${name}`).click();
      const asks = dialog(`Deactivate ${name}?`);
      await asks.getByLabelText('Password *').fill('Welcome#2026');
      await asks.getByRole('button', { name: 'Deactivate', exact: true }).click();
      const next = name.endsWith('101')
        ? button('Deactivate Jane Doe 100')
        : screen.getByRole('heading', { name: 'Active', exact: true });
      await expect.element(next).toHaveFocus();
    }
  });

  test.for(['/U?sort=-name', '/O/7/user?page=2'])(
    'USER-12 GQL-6 on %s the row leaves at once, and only that page is asked for, in the background',
    async (path) => {
      const listPage = path.startsWith('/U') ? 'OwnUsersPage' : 'OrganisationUsersPage';
      const answer = held<void>();
      const lists = path.startsWith('/U') ? usersPage : usersPage;
      let acted = false;
      const opened = await openUsers({
        path,
        answers: {
          [listPage]: asked(async (call) => {
            if (acted) await answer.promise;
            return lists(call, { active: acted ? 59 : 60, inactive: 60 });
          }),
        },
      });
      const gone = nameIn('Active users')[0] ?? '';
      await opened.button(`Deactivate ${gone}`).click();
      acted = true;
      const asks = opened.dialog(`Deactivate ${gone}?`);
      await asks.getByLabelText('Password *').fill('Welcome#2026');
      await asks.getByRole('button', { name: 'Deactivate', exact: true }).click();
      await expect.poll(() => opened.names()).toEqual([listPage, 'DeactivateUserButton_Deactivate', listPage]);
      expect(opened.sent()[2]?.variables).toEqual(opened.sent()[0]?.variables);
      await expect.poll(() => nameIn('Active users')).toHaveLength(24);
      await expect.poll(() => nameIn('Active users')).not.toContain(gone);
      await expect.poll(() => counter()).toBe('Active Users: 1,233');
      answer.resolve();
      await expect.poll(() => nameIn('Active users').length).toBe(25);
    },
  );

  test('USER-11 UI-28 MSG-17 SECURITY a wrong password: the dialog stays as Invalid Credentails with its question, the field has the focus, no user moves', async () => {
    let right = false;
    const opened = await openUsers({
      answers: {
        DeactivateUserButton_Deactivate: asked((call) =>
          right ? stateChanged(call) : failing('WRONG_PASSWORD', 'Invalid Credentails'),
        ),
      },
    });
    await deactivate(opened, 'wrong');
    const again = opened.dialog('Invalid Credentails');
    await expect.element(again.getByText('Deactivate Jane Doe 100?', { exact: true })).toBeVisible();
    await expect.element(again.getByLabelText('Password *')).toHaveFocus();
    await expect.element(again.getByLabelText('Password *')).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(() => nameIn('Active users')).toEqual(['Jane Doe 100', 'Jane Doe 101']);
    await expect.poll(() => counter()).toBe('Active Users: 1,234');
    await expect.element(opened.screen.getByText('Request-ID')).not.toBeInTheDocument();
    await expect.poll(() => opened.screen.getByRole('alert').elements()).toHaveLength(1);
    right = true;
    await deactivate(opened, 'Welcome#2026', 'Invalid Credentails');
    await expect.element(opened.screen.getByText('User Deactivated Successfully')).toBeVisible();
  });

  test('USER-11 CASES-33 too many wrong passwords have a message in the dialog', async () => {
    const opened = await openUsers({
      answers: { DeactivateUserButton_Deactivate: failing('RATE_LIMITED', 'Too many attempts', { retryAfter: 60 }) },
    });
    await deactivate(opened, 'wrong');
    const asks = opened.dialog('Deactivate Jane Doe 100?');
    await expect.element(asks.getByRole('alert')).toHaveTextContent('Too many attempts');
    await expect.poll(() => opened.screen.getByRole('alert').elements()).toHaveLength(1);
  });

  test('USER-12 a failure of another kind is a toast, and the dialog keeps what was typed', async () => {
    const opened = await openUsers({
      answers: { DeactivateUserButton_Deactivate: failing('UPSTREAM_TIMEOUT', 'Request Failed') },
    });
    await deactivate(opened, 'Welcome#2026');
    await expect.element(opened.screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
    await expect
      .element(opened.dialog('Deactivate Jane Doe 100?').getByLabelText('Password *'))
      .toHaveValue('Welcome#2026');
  });

  test('SHELL-12 HANDOVER-10 after Sign Out the sign-in page does not name the users who were not moved', async () => {
    const handedOver = {
      __typename: 'HandedOver',
      movedUserCount: 0,
      unmovedUserCount: 1,
      unmovedUsers: [{ __typename: 'UnmovedUser', id: '7', name: 'Pia Provided', reason: 'PROVISIONED' }],
    };
    const opened = await openUsers({
      answers: {
        DeactivateUserButton_Deactivate: asked((call) => {
          const { data } = stateChanged(call) as { data: { deactivateUser: object } };
          return { data: { deactivateUser: { ...data.deactivateUser, handedOver } } };
        }),
        SignOutItem_Logout: { data: { logout: { viewer: null } } },
      },
    });
    const { screen, button } = opened;
    await deactivate(opened, 'Welcome#2026');
    const unmoved = screen.getByText('Pia Provided has a supervisor from the identity provider.');
    await expect.element(unmoved).toBeVisible();
    await button('Account menu').click();
    await screen.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect.element(button('Next')).toBeVisible();
    expect(address()).toBe('/login');
    await expect.element(unmoved).not.toBeInTheDocument();
  });

  test('USER-8 the view of a user has the same action, and Edit', async () => {
    let status = 'ACTIVE';
    const { screen, calls } = await openConsole(
      '/U/100/view',
      gatewayOf({
        UserPage: asked(() => ({ data: { viewer, user: userOf('100', { status }) } })),
        DeactivateUserButton_Deactivate: asked((call) => {
          status = 'INACTIVE';
          return stateChanged(call);
        }),
      }),
    );
    await expect.element(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/U/100/edit');
    await screen.getByRole('button', { name: 'Deactivate Jane Doe 100' }).click();
    await screen.getByLabelText('Password *').fill('Welcome#2026');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('User Deactivated Successfully')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Activate Jane Doe 100' })).toBeVisible();
    const around = ['DeactivationImpact', 'UserPageDetails'];
    expect(calls.map(({ name }) => name).filter((name) => !around.includes(name))).toEqual([
      'UserPage',
      'DeactivateUserButton_Deactivate',
      'UserPage',
    ]);
  });
});

describe('responders', () => {
  const responder = (flags: object) => ({
    __typename: 'Responder',
    continuer: false,
    investigator: false,
    arc: false,
    ...flags,
  });
  const listed = (user: object, failures: string[] = []) => ({
    active: {
      __typename: 'UserConnection',
      totalCount: 1,
      responderFailures: failures,
      hasLastSignIn: true,
      hasSecondFactors: false,
      nodes: [userOf('100', user)],
    },
  });

  test.for(['continuer', 'investigator', 'arc'])(
    'USER-14 MSG-16 a responder (%s) is refused without a password and without a call',
    async (flag) => {
      const { button, dialog, names } = await openUsers({
        changes: listed({ responder: responder({ [flag]: true }) }),
      });
      await button('Deactivate Jane Doe 100').click();
      const refusal = dialog('Action not permitted!');
      await expect.element(refusal.getByText(/is a responder/)).toBeVisible();
      await expect.poll(() => refusal.element().querySelectorAll('input')).toHaveLength(0);
      await refusal.getByRole('button', { name: 'Close' }).click();
      await expect.element(refusal).not.toBeInTheDocument();
      expect(names()).toEqual(['OwnUsersPage']);
    },
  );

  test('USER-14 RESP-6 what only the server knows is the same dialog', async () => {
    const opened = await openUsers({
      answers: { DeactivateUserButton_Deactivate: failing('RESPONDER_ACTIVE', 'Action not permitted!') },
    });
    await deactivate(opened, 'Welcome#2026');
    await expect.element(opened.dialog('Action not permitted!')).toBeVisible();
    await expect.element(opened.screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('RESP-5 ERR-11 while a list is missing no user is deactivated: the notice repeats nothing of the toast, and Try again asks again', async () => {
    const text = 'Failed to fetch task responders';
    let broken = true;
    const { screen, button, calls } = await openUsers({
      answers: {
        OwnUsersPage: asked((call) =>
          usersPage(call, {}, broken ? listed({ responder: responder({ arc: null }) }, [text]) : {}),
        ),
      },
    });
    await expect.element(button('Deactivate Jane Doe 100')).toBeDisabled();
    await expect.element(button('Deactivate Jane Doe 100')).toHaveAttribute('title', text);
    await expect.element(screen.getByRole('note').getByText('Could not load the responder lists')).toBeVisible();
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.poll(() => screen.getByText(text).elements()).toHaveLength(1);
    broken = false;
    await button('Try again').click();
    await expect.element(button('Deactivate Jane Doe 100')).toBeEnabled();
    await expect.element(screen.getByRole('note')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
    expect(calls).toHaveLength(2);
  });
});
