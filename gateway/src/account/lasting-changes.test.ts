import { capabilitiesCall, extensionCalls } from '@console/contract/calls/extensions';
import { expect } from 'vitest';
import { consoleMutation } from '../testing/console-operations.ts';
import { password, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const url = 'https://hooks.example/console';

/** The REST call of each mutation, and its input. */
const changes = {
  createApiKey: ['createKey', () => ({ name: 'Sync', scopes: ['READ'], lifetime: 'DAYS_30' })],
  createOrganisationApiKey: [
    'createOrganisationApiKey',
    (organisationId: number) => ({ organisationId, name: 'Sync', role: 'AUDITEE', lifetime: 'DAYS_30' }),
  ],
  createWebhook: ['createWebhook', (organisationId: number) => ({ organisationId, url })],
  setAuditRetention: ['setAuditRetention', (organisationId: number) => ({ organisationId, days: 90 })],
  setSignInRetention: ['setSignInRetention', (organisationId: number) => ({ organisationId, days: 90 })],
  setReviewEvidenceYears: ['setReviewEvidenceYears', (organisationId: number) => ({ organisationId, years: 2 })],
} as const;

for (const [name, [call, inputFor]] of Object.entries(changes)) {
  const { path } = extensionCalls[call];
  const send = async (currentPassword?: string) => {
    const tab = await system.signIn('orgA');
    const input = { ...inputFor(system.platform.orgs.A), currentPassword };
    return tab.graphql(consoleMutation(name).document, { input });
  };

  testWith('on', `OUTLIVE-5 ${name} passes on the refusal without a password, and sends no wrong one`, async () => {
    const { code, errors } = await send();
    expect([code, errors[0]?.message]).toEqual([
      'WRONG_PASSWORD',
      expect.stringMatching(/^Confirm your password first\./),
    ]);
    system.upstream.requests.length = 0;
    expect((await send('wrong')).code).toBe('WRONG_PASSWORD');
    expect(system.upstream.sent(path)).toEqual([]);
    expect((await send(password)).errors).toEqual([]);
    const [sent] = system.upstream.sent(path);
    expect(sent?.body).not.toHaveProperty('currentPassword');
  });

  testWith('on', `OUTLIVE-5 ${name} asks for nothing that a platform of release 1.0.0 does not ask for`, async () => {
    const change = (body: unknown) => ({ ...(body as object), capabilities: ['extensions'] });
    system.upstream.script(capabilitiesCall.path, { real: true, change });
    // Such a platform does what it is sent.
    system.upstream.script(path, { body: {} });
    const { code } = await send();
    expect([code, system.upstream.sent(path)]).toEqual([
      expect.not.stringMatching('WRONG_PASSWORD'),
      [expect.anything()],
    ]);
  });

  testWith('off', `OUTLIVE-5 ${name} asks for no password of a product API without extensions`, async () => {
    expect((await send()).code).toBe('CAPABILITY_UNAVAILABLE');
    expect(system.upstream.sent('/consoles/valid_password')).toEqual([]);
  });
}
