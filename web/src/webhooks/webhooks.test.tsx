import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openConsole } from '../testing/render.tsx';
import { type Answers, asked, failing, gatewayOf, organisation, viewer } from '../testing/responses.ts';
import { deliveryOf, webhookOf } from '../testing/webhooks.ts';

const secret = 'whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==';

const open = async (webhooks: object[] | null, answers: Answers = {}, more: object = {}) => {
  const own = { ...organisation, apiKeys: [], webhooks, ...more };
  const page = { data: { viewer: { ...viewer, organisation: own } } };
  const opened = await openConsole('/O/keys', gatewayOf({ KeysPage: page, ...answers }));
  const { screen, calls } = opened;
  const sent = (name: string) => calls.filter((call) => call.name === name).map(({ variables }) => variables);
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) });
  return { ...opened, sent, row, dialog: screen.getByRole('dialog') };
};
const deliveries = (...list: object[]) => ({ WebhookDeliveries: { data: { webhookDeliveries: list } } });
const payload = (mutation: string, type: string, webhook: object, more: object = {}) => ({
  data: { [mutation]: { __typename: `${type}Payload`, webhook, ...more } },
});

test('HOOK-18 webhooks are listed with address, events, state and last delivery', async () => {
  const { row, screen } = await open([
    webhookOf('1', { types: ['USER_CREATED', 'KEY_REVOKED'], lastDelivery: deliveryOf('9') }),
    webhookOf('2', { status: 'TURNED_OFF', lastDelivery: deliveryOf('8', { problem: 'TIMEOUT', status: null }) }),
  ]);
  await expect.element(screen.getByRole('heading', { name: 'API keys and webhooks', level: 1 })).toBeVisible();
  await expect.element(row('hooks.example/1').getByText('User created, API key revoked')).toBeVisible();
  await expect.element(row('hooks.example/1').getByText('Active')).toBeVisible();
  await expect.element(row('hooks.example/2').getByText('All', { exact: true })).toBeVisible();
  await expect.element(row('hooks.example/2').getByText('Off after failures')).toBeVisible();
  await expect.element(row('hooks.example/2').getByText('failed')).toBeVisible();
});

test('HOOK-18 HOOK-17 without webhooks to manage, the page shows only API keys', async () => {
  const { screen } = await open(null, {}, { viewerCanManageWebhooks: false });
  await expect.element(screen.getByRole('heading', { name: 'API keys', level: 1, exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Create webhook' })).not.toBeInTheDocument();
});

test('FRAME-8 without keys and webhooks, the page says where keys are created and what webhooks do, with the next step', async () => {
  const { screen } = await open([], {}, { apiKeys: [] });
  await expect
    .element(screen.getByText('No user API keys yet. Users create API keys in their own profile.'))
    .toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Create a key in your profile' }))
    .toHaveAttribute('href', '/profile?tab=api-keys');
  await expect.element(screen.getByText(/^No webhooks yet\. Webhooks send the events/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Create webhook' })).toBeVisible();
});

test('OUTLIVE-7 HOOK-18 a webhook is created with chosen events and the password, and its secret is shown once', async () => {
  const made = payload('createWebhook', 'CreateWebhook', webhookOf('3'), { secret });
  const answers = [failing('WRONG_PASSWORD', 'Wrong')];
  const { screen, button, sent, row, dialog } = await open([webhookOf('1')], {
    OrganisationWebhooks_Create: asked(() => answers.shift() ?? made),
  });
  await button('Create webhook').click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'URL' })).toHaveFocus();
  await screen.getByRole('textbox', { name: 'URL' }).fill(' https://hooks.example/3 ');
  await screen.getByRole('checkbox', { name: /^All events/ }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('Select at least one event, or all events.')).toBeVisible();
  expect(sent('OrganisationWebhooks_Create')).toEqual([]);
  await screen.getByRole('checkbox', { name: 'API key revoked' }).click();
  await screen.getByRole('checkbox', { name: 'User created' }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  expect(sent('OrganisationWebhooks_Create')).toEqual([]);
  await dialog.getByLabelText(/^Password/).fill('guess');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('This is not your password. Nothing was changed.')).toBeVisible();
  await dialog.getByLabelText(/^Password/).fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret);
  const values = { organisationId: '7', url: 'https://hooks.example/3', types: ['USER_CREATED', 'KEY_REVOKED'] };
  expect(sent('OrganisationWebhooks_Create')[1]).toEqual({ input: { ...values, currentPassword: 'Welcome#2026' } });
  await button('I have stored it').click();
  await expect.element(row('hooks.example/3')).toBeVisible();
});

test('HOOK-18 a refused address is reported at its field', async () => {
  const refused = failing('INVALID', 'Not valid', {
    fields: [{ path: 'url', message: 'must be a public https URL' }],
  });
  const { screen, button, dialog } = await open([], { OrganisationWebhooks_Create: refused });
  await button('Create webhook').click();
  await screen.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/');
  await dialog.getByLabelText(/^Password/).fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(screen.getByText('must be a public https URL')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'URL' })).toHaveFocus();
});

test('HOOK-18 UI-20 an open webhook is changed, tested, given a new secret, turned off and deleted', async () => {
  const one = webhookOf('1', { types: ['USER_CREATED'] });
  const { screen, button, sent, row, dialog } = await open([one], {
    ...deliveries(),
    WebhookSection_Update: asked(({ variables }) => {
      const { enabled } = variables.input as { enabled?: boolean };
      const changed = enabled === undefined ? { url: 'https://hooks.example/new' } : { status: 'OFF' };
      return payload('updateWebhook', 'UpdateWebhook', { ...one, ...changed });
    }),
    WebhookSection_ChangeSecret: payload('rotateWebhookSecret', 'RotateWebhookSecret', one, { secret }),
    WebhookSection_Test: payload('testWebhook', 'TestWebhook', one),
    WebhookSection_Delete: payload('deleteWebhook', 'DeleteWebhook', one),
  });
  await button('Open https://hooks.example/1').click();
  await expect.element(screen.getByText('No deliveries yet.')).toBeVisible();
  await button('Send a test').click();
  await expect.poll(() => sent('WebhookDeliveries').length).toBe(2);
  await button('Rotate secret').click();
  await dialog.getByLabelText(/^Password/).fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  expect(sent('WebhookSection_ChangeSecret')).toEqual([{ input: { id: '1', currentPassword: 'Welcome#2026' } }]);
  await expect.element(screen.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret);
  await button('I have stored it').click();
  // An unchanged dialog closes with Escape, because nothing would be lost.
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.element(screen.getByRole('textbox', { name: 'URL' })).toHaveValue('https://hooks.example/1');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  await expect.element(dialog.getByLabelText(/^Password/)).not.toBeInTheDocument();
  await screen.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example/new');
  await dialog.getByLabelText(/^Password/).fill('Welcome#2026');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(row('hooks.example/new')).toBeVisible();
  const changes = { id: '1', url: 'https://hooks.example/new', types: ['USER_CREATED'] };
  expect(sent('WebhookSection_Update')).toEqual([{ input: { ...changes, currentPassword: 'Welcome#2026' } }]);
  await button('Turn off').click();
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect.element(row('hooks.example').getByText('Off', { exact: true })).toBeVisible();
  await expect.element(button('Send a test')).toBeDisabled();
  await button('Delete').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(screen.getByText(/^No webhooks yet\. Webhooks send/)).toBeVisible();
});

test('HOOK-25 HOOK-21 HOOK-22 a second change of the secret says that the previous one stops working, and a pause or turning off is explained', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const { screen, button, dialog } = await open(
    [
      webhookOf('1', { previousSecretUntil: later, pausedUntil: later }),
      webhookOf('2', { status: 'TURNED_OFF', lastDelivery: deliveryOf('9', { state: 'FAILED', status: 410 }) }),
    ],
    deliveries(),
  );
  await button('Open https://hooks.example/1').click();
  await expect.element(screen.getByText(/The receiver asked for a pause\./)).toBeVisible();
  await button('Rotate secret').click();
  await expect.element(dialog.getByText(/the previous one stops working immediately/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await button('Open https://hooks.example/2').click();
  await expect.element(screen.getByText(/its receiver returned 410 \(Gone\)/)).toBeVisible();
  await button('Rotate secret').click();
  await expect.element(dialog.getByText(/For 24 hours, deliveries are signed/)).toBeVisible();
  await expect.element(dialog.getByText(/stops working immediately/)).not.toBeInTheDocument();
});

test('HOOK-23 a delivery shows where a redirect leads, and why a connection failed', async () => {
  const { screen, button } = await open(
    [webhookOf('1')],
    deliveries(
      deliveryOf('2', { state: 'FAILED', problem: 'STATUS', status: 301, redirectUrl: 'https://hooks.example/moved' }),
      deliveryOf('1', { state: 'FAILED', problem: 'CERTIFICATE_EXPIRED', status: null }),
    ),
  );
  await button('Open https://hooks.example/1').click();
  await expect.element(screen.getByText('https://hooks.example/moved')).toBeVisible();
  await expect.element(screen.getByText(/The certificate has expired or is not valid yet\./)).toBeVisible();
});

test('HOOK-18 HOOK-9 a delivery shows request, response and why it failed, and can be sent again', async () => {
  const failed = { state: 'FAILED', problem: 'STATUS', status: 500, attempts: 10, response: '<b>no</b>' };
  const { screen, button, sent } = await open([webhookOf('1')], {
    ...deliveries(deliveryOf('2', failed), deliveryOf('1')),
    WebhookDelivery_SendAgain: {
      data: {
        resendWebhookDelivery: {
          __typename: 'ResendWebhookDeliveryPayload',
          delivery: deliveryOf('2', { state: 'PENDING' }),
        },
      },
    },
  });
  await button('Open https://hooks.example/1').click();
  await expect
    .element(screen.getByText(/status 500, 12 ms, attempt 10\..*The receiver returned an error\./))
    .toBeVisible();
  await screen.getByText('Request and response').first().click();
  await expect.element(screen.getByText('<b>no</b>')).toBeVisible();
  await expect.element(screen.getByText(/"type": "user.created"/).first()).toBeVisible();
  await button('Resend: User created 42').click();
  await expect.element(screen.getByText('Queued')).toBeVisible();
  expect(sent('WebhookDelivery_SendAgain')).toEqual([{ input: { id: '2' } }]);
});
