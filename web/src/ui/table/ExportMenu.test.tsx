import { expect, test, vi } from 'vitest';
import { renderAlone } from '../../testing/render.tsx';
import { asked, failing, gatewayOf } from '../../testing/responses.ts';
import { type Answer, held } from '../../testing/script.ts';
import { ExportMenu } from './ExportMenu.tsx';

test('UI-20 the button of a list’s export has the focus while the file is asked for, and when that has failed', async () => {
  const answer = held<Answer>();
  const { screen } = await renderAlone(
    <ExportMenu list="USERS" name="Active users" args={{}} />,
    gatewayOf({ ExportMenu_Start: asked(() => answer.promise) }),
  );
  const button = screen.getByRole('button', { name: 'Export active users' });
  await button.click();
  await screen.getByRole('menuitem', { name: 'Excel' }).click();
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveFocus();
  answer.resolve(failing('UPSTREAM_TIMEOUT', 'Request Failed'));
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await expect.element(button).toHaveFocus();
});

/** The menu of a user in Auckland, late in the evening by UTC, and the requests for exports. */
const openMenu = async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T23:30:00.000Z') });
  const resolved = Intl.DateTimeFormat.prototype.resolvedOptions;
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolved.call(this), timeZone: 'Pacific/Auckland' };
  });
  vi.spyOn(window, 'fetch').mockImplementation(
    async () => new Response('Text\r\n1\r\n', { headers: { 'content-type': 'text/csv', 'x-export-rows': '1' } }),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { screen, calls } = await renderAlone(
    <ExportMenu list="ACTIVITY" name="Activity" args={{ filter: {} }} />,
    gatewayOf({ ExportMenu_Start: asked(() => ({ data: { startExport: { path: '/export/activity' } } })) }),
  );
  const button = screen.getByRole('button', { name: 'Export activity' });
  const choose = async (name: string) => {
    await button.click();
    await screen.getByRole('menuitem', { name }).click();
  };
  return { screen, calls, saved, button, choose };
};

test('EXPORT-23 times are in the reader’s zone, and so is the day in the name of the file', async () => {
  const { calls, saved, choose } = await openMenu();
  await choose('Excel');
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toMatch(/^Activity .*2026-11-29\.xlsx$/);
  const input = { list: 'ACTIVITY', format: 'XLSX', timeZone: 'Pacific/Auckland', arguments: '{"filter":{}}' };
  expect(calls.map(({ variables }) => variables)).toEqual([{ input }]);
});

test('EXPORT-23 times in UTC are chosen in the menu, which stays open, and the choice stays', async () => {
  const { screen, calls, saved, button, choose } = await openMenu();
  await button.click();
  const local = screen.getByRole('menuitemradio', { name: 'Local time (Pacific/Auckland)' });
  const utc = screen.getByRole('menuitemradio', { name: 'UTC' });
  await expect.element(local).toHaveAttribute('aria-checked', 'true');
  await utc.click();
  await expect.element(utc).toHaveAttribute('aria-checked', 'true');
  await expect.element(local).toHaveAttribute('aria-checked', 'false');
  await screen.getByRole('menuitem', { name: 'CSV with semicolons' }).click();
  await expect.poll(() => saved).toHaveLength(1);
  await choose('CSV with commas');
  await expect.poll(() => saved).toHaveLength(2);
  for (const name of saved) expect(name).toMatch(/^Activity .*2026-11-28\.csv$/);
  expect(calls.map(({ variables }) => variables.input)).toMatchObject([
    { format: 'CSV', separator: 'SEMICOLON', timeZone: 'UTC' },
    { format: 'CSV', separator: 'COMMA', timeZone: 'UTC' },
  ]);
});
