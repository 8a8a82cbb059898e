import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { rowsOf } from '../testing/lists.ts';
import { openMapping } from '../testing/mappings.ts';
import { address } from '../testing/render.tsx';

test('MAP-4 the panel of a request has its requester and the answers, and sends no request', async () => {
  const { screen, calls } = await openMapping({ path: '/M?peek=80' });
  const panel = screen.getByRole('dialog', { name: 'Company 80', exact: true });
  await expect.element(panel.getByText('rita80@acme.example')).toBeVisible();
  await panel.getByRole('button', { name: 'Accept Company 80' }).click();
  const asks = screen.getByRole('dialog', { name: 'Accept Company 80?' });
  await asks.getByRole('button', { name: 'Accept' }).click();
  await expect.element(panel.getByText('Accepted', { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf('Accepted mappings').map(([brand]) => brand)).toContain('Company 80');
  expect(calls.map(({ name }) => name)).toEqual(['ExternalMappingPage', 'AcceptOrRejectMappingButton_Accept']);
  await userEvent.keyboard('{Escape}');
  await expect.poll(address).toBe('/M');
});

test('PERSON-6 the panel of a mapping names its relationship and ends it in its row of buttons', async () => {
  const { screen } = await openMapping({ path: '/M?peek=10' });
  const panel = screen.getByRole('dialog', { name: 'Company 10', exact: true });
  await expect.element(panel.getByText('Vendor', { exact: true })).toBeVisible();
  const end = panel.getByRole('button', { name: 'End mapping with Company 10' });
  await expect.element(end).toHaveTextContent('End mapping');
  await end.click();
  await expect.element(screen.getByRole('dialog', { name: 'End mapping with Company 10?' })).toBeVisible();
});

test('a mapping that is not on the page has no panel', async () => {
  const { screen } = await openMapping({ path: '/M?peek=7' });
  await expect.poll(address).toBe('/M');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});
