import { expect, test } from 'vitest';
import { headingsOf, rowsOf, rowsRendered, usersPage } from '../testing/lists.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked, gatewayOf } from '../testing/responses.ts';

async function open(path = '/U', hasSecondFactors = true) {
  const gateway = gatewayOf({
    OwnUsersPage: asked((call) => {
      const answer = usersPage(call, { hasSecondFactors, active: 4 });
      const kinds = [['AUTHENTICATOR_APP', 'PASSKEY'], ['PASSKEY'], [], null];
      for (const [place, user] of answer.data.viewer.organisation.active.nodes.entries())
        Object.assign(user, { secondFactors: kinds[place] });
      return answer;
    }),
  });
  const opened = await openConsole(path, gateway);
  await expect.element(opened.screen.getByRole('table', { name: 'Active users' })).toBeVisible();
  await rowsRendered();
  return opened;
}

test('FACTOR-14 PERSON-5 factors are a column that is shown on request: both, one, none, or a dash where it is not shown', async () => {
  const { calls, screen } = await open();
  await expect.poll(() => headingsOf('Active users')[0]).not.toContain('Second factor');
  await screen.getByRole('button', { name: 'Columns' }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'Second factor' }).click();
  localStorage.removeItem('console.columns.users');
  await expect.poll(() => headingsOf('Active users')[0]).toContain('Second factor');
  const place = headingsOf('Active users')[0]?.indexOf('Second factor') ?? -1;
  await expect
    .poll(() => rowsOf('Active users').map((row) => row[place]))
    .toEqual(['Authenticator appPasskey', 'Passkey', 'None', '–']);
  expect(calls).toHaveLength(1);
});

test('FACTOR-14 the filter is in the address, in the queries of both tables, and survives a reload', async () => {
  const { calls, screen } = await open();
  await screen.getByRole('combobox', { name: 'Factor' }).selectOptions('None');
  const both = { activeFilter: { secondFactor: 'NONE' }, inactiveFilter: { secondFactor: 'NONE' } };
  await expect.poll(() => calls.at(-1)?.variables).toMatchObject(both);
  expect(address()).toBe('/U?factor=none');
  await screen.unmount();
  const again = await open('/U?factor=app');
  expect(again.calls.at(-1)?.variables).toMatchObject({ activeFilter: { secondFactor: 'AUTHENTICATOR_APP' } });
  const choice = again.screen.getByRole('combobox', { name: 'Factor' });
  await expect.element(choice).toHaveDisplayValue('Authenticator app');
  await again.screen.unmount();
  expect((await open('/U?factor=other')).calls.at(-1)?.variables.activeFilter).toEqual({ status: 'ACTIVE' });
});

test('FACTOR-14 who may not see factors has neither column nor filter', async () => {
  const { screen } = await open('/U', false);
  await expect.element(screen.getByRole('combobox', { name: 'Role' })).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: 'Factor' })).not.toBeInTheDocument();
  await expect.poll(() => headingsOf('Active users')[0]).not.toContain('Second factor');
});
