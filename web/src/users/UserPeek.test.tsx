import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { userOf } from '../testing/lists.ts';
import { address } from '../testing/render.tsx';
import { asked, failing } from '../testing/responses.ts';
import { type Answer, type Call, held } from '../testing/script.ts';
import { nameIn, openUsers } from '../testing/userActions.ts';

const answerOf = ({ variables }: Call): Answer => ({
  data: { user: userOf(String(variables.id), { designation: `Manager ${variables.id}` }) },
});

const open = async ({ path = '/U', answers = {} }: Parameters<typeof openUsers>[0] = {}) => {
  const opened = await openUsers({ path, lengths: { active: 3 }, answers: { UserPeek: asked(answerOf), ...answers } });
  const { screen } = opened;
  const row = (id: string) => screen.getByRole('row', { name: new RegExp(`^Select Jane Doe ${id} `) });
  const panel = (id: string) => screen.getByRole('dialog', { name: `Jane Doe ${id}`, exact: true });
  const showFirst = async () => {
    await userEvent.keyboard('j');
    await expect.element(row('100')).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(panel('100').getByText('Manager 100')).toBeVisible();
  };
  return { ...opened, row, panel, showFirst };
};

describe('the panel next to the list of users', () => {
  test('UI-20 Space shows what the row knows at once and the rest when it has come; the row below is loaded ahead', async () => {
    const answer = held<void>();
    const { panel, row, names, calls } = await open({
      answers: {
        UserPeek: asked(async (call) => {
          await answer.promise;
          return answerOf(call);
        }),
      },
    });
    await userEvent.keyboard('j ');
    await expect.element(panel('100').getByText('jane100@demo.example')).toBeVisible();
    await expect.element(panel('100').getByText('Loading…')).toBeInTheDocument();
    await expect.poll(address).toBe('/U?peek=100');
    await expect.element(row('100')).toHaveAttribute('aria-current', 'true');
    answer.resolve();
    await expect.element(panel('100').getByText('Manager 100')).toBeVisible();
    await expect.poll(names).toEqual(['OwnUsersPage', 'UserPeek', 'UserPeek']);
    expect(calls[2]?.variables).toEqual({ id: '101' });
  });

  test('UI-20 a row that could not be loaded ahead is loaded with its panel', async () => {
    let hasFailed = false;
    const { panel, showFirst } = await open({
      answers: {
        UserPeek: asked((call) => {
          if (call.variables.id !== '102' || hasFailed) return answerOf(call);
          hasFailed = true;
          return { ...failing('UPSTREAM_BAD_RESPONSE', 'Request Failed'), data: { user: null } };
        }),
      },
    });
    await showFirst();
    await userEvent.keyboard('j');
    await expect.element(panel('101').getByText('Manager 101')).toBeVisible();
    await expect.poll(() => hasFailed).toBe(true);
    await userEvent.keyboard('j');
    await expect.element(panel('102').getByText('Manager 102')).toBeVisible();
  });

  test('UI-20 Space on the link of a row opens its panel too', async () => {
    const { screen, panel } = await open();
    (await screen.getByRole('link', { name: 'Jane Doe 101', exact: true }).findElement()).focus();
    await userEvent.keyboard(' ');
    await expect.element(panel('101').getByText('Manager 101')).toBeVisible();
  });

  test('UI-20 J and K move through both tables with the panel, which asks for no row twice', async () => {
    const { panel, row, calls, showFirst } = await open();
    await showFirst();
    await userEvent.keyboard('j');
    await expect.element(panel('101').getByText('Manager 101')).toBeVisible();
    await expect.element(row('101')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(panel('102').getByText('Manager 102')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(panel('900').getByText('Manager 900')).toBeVisible();
    await userEvent.keyboard('j');
    await expect.element(row('900')).toHaveFocus();
    await userEvent.keyboard('k');
    await expect.element(panel('102')).toBeVisible();
    await expect.poll(address).toBe('/U?peek=102');
    const asks = calls.filter(({ name }) => name === 'UserPeek').map(({ variables }) => variables.id);
    expect(asks).toEqual(['100', '101', '102', '900']);
    await userEvent.keyboard('kk');
    await expect.element(panel('100')).toBeVisible();
    await expect.element(row('100')).toHaveFocus();
  });

  test('UI-20 Esc closes the panel and the focus is on the row, also from inside the panel', async () => {
    const { panel, row, showFirst } = await open();
    await showFirst();
    await userEvent.keyboard(' ');
    await expect.element(panel('100')).toHaveFocus();
    await userEvent.tab();
    await expect.element(panel('100').getByRole('link', { name: 'Open page' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel('100')).not.toBeInTheDocument();
    await expect.element(row('100')).toHaveFocus();
    expect(address()).toBe('/U');
  });

  test('a click next to the link shows and hides the panel, a click on the link or a button does not', async () => {
    const { panel, row, dialog, button } = await open();
    await row('100').getByText('Auditee').click();
    await expect.element(panel('100')).toBeVisible();
    await row('101').getByText('Auditee').click();
    await expect.element(panel('101')).toBeVisible();
    await row('101').getByText('Auditee').click();
    await expect.element(panel('101')).not.toBeInTheDocument();
    await button('Deactivate Jane Doe 100').click();
    await dialog('Deactivate Jane Doe 100?')
      .getByText(/Jane Doe 100/)
      .first()
      .click();
    await userEvent.keyboard('{Escape}');
    expect(address()).toBe('/U');
  });

  test('UI-20 Enter on a row opens its page', async () => {
    const { router } = await open({ answers: { UserPage: failing('NOT_FOUND', 'There is no such user') } });
    await userEvent.keyboard('j{Enter}');
    await expect.poll(() => router.state.location.pathname).toBe('/U/100/view');
  });

  test('USER-12 its actions ask as on the page, and Esc leaves the panel open', async () => {
    const { panel, dialog, showFirst } = await open();
    await showFirst();
    await panel('100').getByRole('button', { name: 'Deactivate Jane Doe 100' }).click();
    const asks = dialog('Deactivate Jane Doe 100?');
    await expect.element(asks).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(asks).not.toBeInTheDocument();
    await panel('100').getByRole('button', { name: 'Deactivate Jane Doe 100' }).click();
    await asks.getByLabelText('Password *').fill('Welcome#2026');
    await asks.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect.element(panel('100').getByText('Inactive')).toBeVisible();
    await expect.poll(() => nameIn('Inactive users')).toContain('Jane Doe 100');
  });

  test('the address shows the same panel again', async () => {
    const { panel } = await open({ path: '/U?peek=101' });
    await expect.element(panel('101').getByText('Manager 101')).toBeVisible();
  });

  test('a row that does not exist has no panel and no toast', async () => {
    const refused = { ...failing('NOT_FOUND', 'There is no such user'), data: { user: null } };
    refused.errors = (refused.errors ?? []).map((error) => ({ ...error, path: ['user'] }));
    const { screen } = await open({ path: '/U?peek=7', answers: { UserPeek: refused } });
    await expect.poll(address).toBe('/U');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  });

  test('a failure is reported, and loading can be tried again', async () => {
    const { screen, panel } = await open({
      answers: { UserPeek: { ...failing('UPSTREAM_BAD_RESPONSE', 'Request Failed'), data: { user: null } } },
    });
    await userEvent.keyboard('j ');
    await expect.element(panel('100').getByText('This user could not be loaded')).toBeVisible();
    await expect.element(screen.getByRole('alert').getByText('Request Failed')).toBeVisible();
  });

  test('UI-20 in a field J is a letter', async () => {
    const { screen } = await open();
    await screen.getByRole('searchbox').click();
    await userEvent.keyboard('j');
    await expect.element(screen.getByRole('searchbox')).toHaveValue('j');
    await expect.element(screen.getByRole('searchbox')).toHaveFocus();
  });
});
