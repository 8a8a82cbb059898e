import { describe, expect, test } from 'vitest';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, organisation, pageOf, viewer } from '../testing/responses.ts';
import type { Call } from '../testing/script.ts';
import { signInRulesOf } from '../testing/settings.ts';

type Allowed = { addresses: string[]; viewerAddressIsProxy?: boolean; viewerConfirmsProxy?: boolean } | null;

const allowedOf = ({ addresses, viewerAddressIsProxy = false, viewerConfirmsProxy = false }: NonNullable<Allowed>) => ({
  __typename: 'AllowedAddresses',
  id: '7',
  addresses,
  viewerAddressIsProxy,
  viewerConfirmsProxy,
});

const saved = ({ variables }: Call) => ({
  data: {
    updateAllowedAddresses: {
      __typename: 'UpdateAllowedAddressesPayload',
      allowedAddresses: allowedOf(variables.input as { addresses: string[] }),
    },
  },
});

const open = async (allowed: Allowed, answers: Answers = {}) => {
  const own = {
    ...organisation,
    id: '7',
    signInRules: signInRulesOf('7'),
    allowedAddresses: allowed && allowedOf(allowed),
  };
  const opened = await openConsole(
    '/S/rules',
    gatewayOf({
      SignInRulesPage: { data: { viewer: { ...viewer, clientAddress: '203.0.113.7', organisation: own } } },
      OrganisationPage: pageOf(viewer),
      AllowedAddressesForm_Update: asked(saved),
      ...answers,
    }),
  );
  const { screen, calls, dialog } = opened;
  await expect.element(screen.getByRole('heading', { name: 'Sign-in', level: 1 })).toBeVisible();
  return {
    ...opened,
    sent: () =>
      calls.filter(({ name }) => name === 'AllowedAddressesForm_Update').map(({ variables }) => variables.input),
    field: screen.getByRole('textbox', { name: /Allowed IP addresses/ }),
    asking: dialog('Change the allowed IP addresses?'),
  };
};

const edit = async (...args: Parameters<typeof open>) => {
  const opened = await open(...args);
  const { button, asking } = opened;
  await button('Edit the allowed IP addresses').click();
  const confirm = async () => {
    await button('Save').click();
    await asking
      .getByLabelText(/password/i)
      .first()
      .fill('Welcome#2026');
    await asking.getByRole('button', { name: 'Change' }).click();
  };
  return { ...opened, confirm };
};

describe('to read', () => {
  test('NETWORK-1 the list is shown with the own IP address', async () => {
    const { screen } = await open({ addresses: ['192.0.2.1', '2001:db8::/32'] });
    await expect.element(screen.getByText('2001:db8::/32')).toBeVisible();
    await expect.element(screen.getByText('203.0.113.7')).toBeVisible();
  });

  test('NETWORK-11 there is no panel without the right, or if the product API limits no addresses', async () => {
    const { screen } = await open(null);
    await expect.element(screen.getByRole('heading', { name: 'Sign-in rules' })).toBeVisible();
    await expect.element(screen.getByText('Allowed IP addresses')).not.toBeInTheDocument();
  });
});

describe('to set', () => {
  test('NETWORK-3 a list is saved with the password, after its effect was shown', async () => {
    const { screen, field, button, asking, confirm, sent } = await edit({ addresses: [] });
    await expect.element(screen.getByText('Your IP address is 203.0.113.7.')).toBeVisible();
    await field.fill('203.0.113.0/24\n\n 2001:db8::/32 ');
    await button('Save').click();
    await expect.element(asking.getByText(/only from 2 IP addresses and networks/)).toBeVisible();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await confirm();
    await expect.element(screen.getByText('Allowed IP addresses updated')).toBeVisible();
    expect(sent()).toEqual([
      { organisationId: '7', addresses: ['203.0.113.0/24', '2001:db8::/32'], currentPassword: 'Welcome#2026' },
    ]);
    await expect.element(screen.getByText('203.0.113.0/24')).toBeVisible();
  });

  test('NETWORK-14 every usual separator separates, and what is not an address is named before the password is asked', async () => {
    const { screen, field, button, asking, confirm, sent } = await edit({ addresses: [] });
    for (const [text, message] of [
      ['192.0.2.1\n10.0.0.1 - 10.0.0.9', /^cannot contain “10.0.0.1-10.0.0.9”, which is a range\. Enter/],
      ['192.0.2.1 # office; home', /^cannot contain “# office; home”, which is a comment$/],
      ['intranet\n192.0.2.1\nx', /“intranet”, which is not an IP address or network\. Also not valid: 1 more$/],
    ] as const) {
      await field.fill(text);
      await button('Save').click();
      await expect.element(screen.getByText(message).first()).toBeVisible();
      await expect.element(asking).not.toBeInTheDocument();
    }
    await field.fill('192.0.2.1;192.0.2.2 192.0.2.3\t192.0.2.4, 192.0.2.1');
    await button('Save').click();
    await expect.element(asking.getByText(/only from 4 IP addresses and networks/)).toBeVisible();
    await asking.getByRole('button', { name: 'Cancel' }).click();
    await confirm();
    await expect.poll(sent).toMatchObject([{ addresses: ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'] }]);
  });

  test('NETWORK-5 what the server refuses is shown at the field, and the text stays', async () => {
    const message = 'must include your own IP address 203.0.113.7';
    const fields = [{ path: 'addresses', code: 'NOT_ALLOWED', message }];
    const { screen, field, confirm } = await edit(
      { addresses: [] },
      { AllowedAddressesForm_Update: failing('INVALID', message, { fields }) },
    );
    await field.fill('192.0.2.1');
    await confirm();
    await expect.element(screen.getByText(message).first()).toBeVisible();
    await expect.element(field).toHaveValue('192.0.2.1');
  });

  test('NETWORK-5 from the address of a proxy an Administrator confirms', async () => {
    const administrator = await edit({ addresses: [], viewerAddressIsProxy: true, viewerConfirmsProxy: true });
    await administrator.field.fill('10.0.0.0/8');
    await administrator.screen.getByRole('checkbox', { name: 'Use this list anyway' }).click();
    await administrator.confirm();
    await expect.element(administrator.screen.getByText('Allowed IP addresses updated')).toBeVisible();
    expect(administrator.sent()).toMatchObject([{ confirmProxy: true }]);
  });

  test('NETWORK-5 from the address of a proxy an Organiser is asked to find an Administrator', async () => {
    const { screen, field } = await edit({ addresses: [], viewerAddressIsProxy: true });
    await field.fill('10.0.0.0/8');
    await expect.element(screen.getByText(/Only an Administrator can turn this list on/)).toBeVisible();
    await expect.element(screen.getByRole('checkbox', { name: /Turn the list on/ })).not.toBeInTheDocument();
  });
});
