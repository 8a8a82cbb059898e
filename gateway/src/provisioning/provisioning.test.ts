import { expect } from 'vitest';
import {
  pauseDeactivations,
  provisioningFields,
  provisioningMutationNames,
  sendProvisioning,
} from '../testing/provisioning-mutations.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const document = `query($id: ID!) { organisation(id: $id) { viewerCanManageProvisioning ${provisioningFields} } }`;

testWith(
  'on',
  'PROVISION-1 PROVISION-2 the settings are read, and a change sends what is given after the password',
  async () => {
    const tab = await system.signIn('orgA');
    const organisationId = system.platform.orgs.A;
    const { organisation } = (await tab.graphql(document, { id: organisationId })).data;
    expect(organisation).toMatchObject({
      viewerCanManageProvisioning: true,
      provisioning: { id: String(organisationId), enabled: false, defaultRole: 'AUDITEE', roles: [], failures: [] },
    });
    system.upstream.requests.length = 0;
    const input = { defaultSupervisor: null, roles: [{ value: 'lead', role: 'ASSESSOR' }] };
    const { data } = await sendProvisioning(tab, 'updateProvisioning', organisationId, input);
    expect(data.updateProvisioning.provisioning).toEqual({ ...organisation.provisioning, roles: input.roles });
    const writes = system.upstream.requests.filter(
      ({ method, path }) => method === 'POST' && path.startsWith('/consoles/'),
    );
    expect(writes.map(({ path }) => path)).toEqual(['/consoles/valid_password', '/consoles/ext/update_provisioning']);
    expect(writes[1]?.body).toEqual({ organisationId: String(organisationId), ...input });
    const refused = await sendProvisioning(tab, 'updateProvisioning', organisationId, { defaultRole: 'ORGANISER' });
    expect([refused.code, refused.errors[0]?.extensions.fields]).toEqual([
      'INVALID',
      [expect.objectContaining({ path: 'defaultRole', code: 'FORMAT' })],
    ]);
  },
);

testWith('on', 'PROVISION-3 PROVISION-6 it is turned on, and paused deactivations are confirmed', async () => {
  const tab = await system.signIn('orgA');
  const organisationId = system.platform.orgs.A;
  const wrong = await sendProvisioning(tab, 'setProvisioning', organisationId, {
    enabled: true,
    currentPassword: 'Wrong-passw0rd',
  });
  expect(wrong.code).toBe('WRONG_PASSWORD');
  const { setProvisioning } = (await sendProvisioning(tab, 'setProvisioning', organisationId)).data;
  expect(setProvisioning.provisioning).toMatchObject({ enabled: true, deactivationsPausedAt: null });
  await pauseDeactivations(system, organisationId);
  const { organisation } = (await tab.graphql(document, { id: organisationId })).data;
  expect(organisation.provisioning).toMatchObject({
    deactivationsPausedAt: system.platform.now().toISOString(),
    failures: [{ method: 'PATCH', path: '/Users/1', userName: 'leaver@a.example', status: 429, count: 1 }],
    issues: [],
    issueCount: 0,
  });
  const answer = await sendProvisioning(tab, 'resumeProviderDeactivations', organisationId);
  expect(answer.data.resumeProviderDeactivations.provisioning.deactivationsPausedAt).toBeNull();
});

testWith('off', 'PROVISION-7 an external product API has no provisioning', async () => {
  const tab = await system.signIn('adm');
  const organisationId = system.platform.orgs.A;
  const { data } = await tab.graphql(document, { id: organisationId });
  expect(data.organisation).toEqual({ viewerCanManageProvisioning: false, provisioning: null });
  for (const name of provisioningMutationNames) {
    const { code } = await sendProvisioning(tab, name, organisationId);
    expect([name, code]).toEqual([name, 'CAPABILITY_UNAVAILABLE']);
  }
});
