import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { organisationOf, rowsOf, rowsRendered } from '../testing/lists.ts';
import { organisationsGateway } from '../testing/organisations.ts';
import { address, openConsole } from '../testing/render.tsx';
import { asked } from '../testing/responses.ts';

const open = async () => {
  const opened = await openConsole(
    '/T',
    organisationsGateway({
      OrganisationPeek: asked(({ variables }) => ({
        data: { organisation: organisationOf(String(variables.id), { viewerCanDisable: true }) },
      })),
    }),
  );
  const { screen } = opened;
  await expect.element(screen.getByRole('table', { name: 'Active organisations' })).toBeVisible();
  await rowsRendered();
  return { ...opened, panel: screen.getByRole('dialog', { name: 'Company 10', exact: true }) };
};

test('ORG-8 the panel of an organisation has its counts, facts and actions', async () => {
  const { panel } = await open();
  await userEvent.keyboard('j ');
  await expect.element(panel.getByText('1,250 completed, 4 pending')).toBeVisible();
  await expect.element(panel.getByText('Demo Ltd')).toBeVisible();
  await expect.element(panel.getByText('Active', { exact: true })).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', '/O/10?from=T');
  await expect.element(panel.getByRole('link', { name: 'External Mapping' })).toBeVisible();
});

test('ORG-9 an organisation that is disabled in its panel moves to the disabled ones', async () => {
  const { screen, panel } = await open();
  await userEvent.keyboard('j ');
  await panel.getByRole('button', { name: 'Disable' }).click();
  const asks = screen.getByRole('dialog', { name: 'Disable Company 10?' });
  await asks.getByLabelText('Password *').fill('Welcome#2026');
  await asks.getByRole('button', { name: 'Disable' }).click();
  await expect.element(panel.getByText('Disabled', { exact: true })).toBeVisible();
  await expect.poll(() => rowsOf('Disabled organisations').map(([name]) => name)).toContain('Company 10');
});

test('UI-20 on a phone the panel covers the screen and has the focus, and Back closes it', async () => {
  await page.viewport(390, 844);
  const { screen, panel } = await open();
  // The press is below the name, because the name is a link.
  await screen
    .getByRole('row', { name: /^Company 10/ })
    .getByText(/assessments/)
    .click();
  await expect.element(panel).toHaveFocus();
  const { width, height } = panel.element().getBoundingClientRect();
  expect([width, height]).toEqual([390, 844]);
  window.history.back();
  await expect.poll(address).toBe('/T');
  await expect.element(panel).not.toBeInTheDocument();
});
