import { expect } from 'vitest';
import { testWith, useTestSystem } from '../testing/system.ts';
import {
  addWebhook,
  deliveryFields,
  sendWebhookMutation,
  webhookFields,
  webhookMutationNames,
} from '../testing/webhook-mutations.ts';

const system = useTestSystem();
const url = 'https://hooks.example/console';
const listDocument = `query($id: ID!) { organisation(id: $id) { viewerCanManageWebhooks webhooks { ${webhookFields} } } }`;
const deliveriesDocument = `query($id: ID!, $state: WebhookDeliveryState) {
  webhookDeliveries(webhookId: $id, state: $state) { ${deliveryFields} } }`;

testWith(
  'on',
  'HOOK-1 HOOK-2 HOOK-3 a webhook is made, changed, switched off and deleted, and the secret is answered once',
  async () => {
    const tab = await system.signIn('orgA');
    const organisationId = system.platform.orgs.A;
    const types = ['USER_CREATED', 'WEBHOOK_TESTED'];
    const { data } = await sendWebhookMutation(tab, 'createWebhook', { organisationId, url: ` ${url} `, types });
    const { webhook, secret } = data.createWebhook;
    expect(secret).toMatch(/^whsec_/);
    expect(webhook).toEqual({
      id: expect.any(String),
      url,
      types,
      status: 'ACTIVE',
      failingSince: null,
      pausedUntil: null,
      previousSecretUntil: null,
      createdAt: system.platform.now().toISOString(),
      pendingCount: 0,
      lastDelivery: null,
    });
    expect(system.upstream.requests.at(-1)).toMatchObject({
      path: '/consoles/ext/create_webhook',
      body: { organisationId: String(organisationId), url: ` ${url} `, types },
    });
    const input = { id: webhook.id, types: [], enabled: false };
    const changed = (await sendWebhookMutation(tab, 'updateWebhook', input)).data.updateWebhook.webhook;
    expect(changed).toMatchObject({ types: null, status: 'OFF', url });
    const renewed = (await sendWebhookMutation(tab, 'rotateWebhookSecret', { id: webhook.id })).data
      .rotateWebhookSecret;
    expect(renewed.secret).not.toBe(secret);
    expect(renewed.webhook.previousSecretUntil).not.toBeNull();
    const list = (await tab.graphql(listDocument, { id: organisationId })).data.organisation;
    expect(list).toEqual({ viewerCanManageWebhooks: true, webhooks: [renewed.webhook] });
    expect(JSON.stringify(list)).not.toContain('whsec');
    const failed = await tab.graphql(deliveriesDocument, { id: webhook.id, state: 'FAILED' });
    expect(failed.data.webhookDeliveries).toEqual([]);
    expect((await sendWebhookMutation(tab, 'testWebhook', { id: webhook.id })).code).toBe('CONFLICT');
    expect((await sendWebhookMutation(tab, 'deleteWebhook', { id: webhook.id })).errors).toEqual([]);
    expect((await tab.graphql(listDocument, { id: organisationId })).data.organisation.webhooks).toEqual([]);
    expect((await sendWebhookMutation(tab, 'deleteWebhook', { id: webhook.id })).code).toBe('NOT_FOUND');
  },
);

testWith('on', 'HOOK-4 an address that is refused is INVALID by its field, also one that is too long', async () => {
  const tab = await system.signIn('adm');
  const organisationId = system.platform.orgs.A;
  const { webhookId: id } = await addWebhook(system, organisationId);
  for (const one of ['http://hooks.example/', 'https://10.0.0.1/', `https://hooks.example/${'a'.repeat(1_000)}`])
    for (const answer of [
      await sendWebhookMutation(tab, 'createWebhook', { organisationId, url: one }),
      await sendWebhookMutation(tab, 'updateWebhook', { id, url: one }),
    ])
      expect([answer.code, answer.errors[0]?.extensions.fields]).toEqual([
        'INVALID',
        [expect.objectContaining({ path: 'url' })],
      ]);
});

testWith('off', 'HOOK-17 a product API without our extensions has no webhooks', async () => {
  const tab = await system.signIn('adm');
  const organisationId = system.platform.orgs.A;
  const { data } = await tab.graphql(listDocument, { id: organisationId });
  expect(data.organisation).toEqual({ viewerCanManageWebhooks: false, webhooks: null });
  expect((await tab.graphql(deliveriesDocument, { id: 1 })).data.webhookDeliveries).toBeNull();
  for (const name of webhookMutationNames) {
    const input = name === 'createWebhook' ? { organisationId, url } : { id: 1 };
    expect([name, (await sendWebhookMutation(tab, name, input)).code]).toEqual([name, 'CAPABILITY_UNAVAILABLE']);
  }
});
