import { pendingCalls } from '@console/contract/calls/pending';
import { addMapping } from '@console/platform/testing/mappings';
import { addIntegrationKey } from '@console/platform/testing/users';
import { expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const callerPath = '/tasks/api_user_detail';
const items = '{ viewer { pendingItemCount pendingItems { kind count organisationId isOwn } } }';

testWith('on', 'PENDING-5 the number of pending items comes with the call that reads the caller', async () => {
  const { db, orgs } = system.platform;
  await addMapping(db, orgs.A, orgs.M, {});
  const tab = await system.signIn('orgA');
  await tab.graphql('{ viewer { user { responder { arc } } } }');
  system.upstream.requests.length = 0;
  const { errors, data } = await tab.graphql(
    `{ organisation(id: "${orgs.A}") { id viewerCanEdit } viewer { user { id } pendingItemCount } }`,
  );
  expect([errors, data.viewer.pendingItemCount]).toEqual([[], 1]);
  expect(system.upstream.sent(callerPath).map(({ body }) => body)).toEqual([
    { task: { api_key: expect.any(String) }, with_pending_count: true },
  ]);
  expect(system.upstream.sent(pendingCalls.pendingItems.path)).toEqual([]);
  system.upstream.requests.length = 0;
  await tab.graphql('{ viewer { user { id } } }');
  expect(system.upstream.sent(callerPath).map(({ body }) => body)).toEqual([{ task: { api_key: expect.any(String) } }]);
});

testWith('on', 'PENDING-1 a key with the scope read reads the pending items of its owner', async () => {
  const { db, orgs, users } = system.platform;
  await addMapping(db, orgs.A, orgs.M, {});
  const key = await addIntegrationKey(db, users.orgA.id, ['read']);
  const { errors, data } = await system.client().graphql(items, {}, programHeaders(key));
  const pendingItems = [{ kind: 'MAPPING_REQUESTS', count: 1, organisationId: String(orgs.A), isOwn: false }];
  expect([errors, data]).toEqual([[], { viewer: { pendingItemCount: 1, pendingItems } }]);
});

const emails = '{ viewer { pendingEmails { isOn frequency timeZone } } }';
const set = `mutation($input: SetPendingEmailsInput!) { setPendingEmails(input: $input) { pendingEmails { isOn } } }`;

test('PENDING-6 what is pending, and its emails, are null where the product API does not have them', async () => {
  const tab = await system.signIn('orgA');
  const { errors, data } = await tab.graphql('{ viewer { pendingItems { kind } pendingEmails { isOn } } }');
  const known = mode === 'on';
  expect([errors, data.viewer]).toEqual([
    [],
    { pendingItems: known ? [] : null, pendingEmails: known ? { isOn: true } : null },
  ]);
  const changed = await tab.graphql(set, { input: { isOn: false } });
  expect(changed.errors.map(({ extensions: { code } }) => code)).toEqual(known ? [] : ['CAPABILITY_UNAVAILABLE']);
});

testWith('on', 'PENDING-23 a user turns the emails off and on; a key cannot', async () => {
  const tab = await system.signIn('orgA');
  for (const isOn of [false, true]) {
    const { data } = await tab.graphql(set, { input: { isOn } });
    expect(data.setPendingEmails.pendingEmails).toEqual({ isOn });
    expect((await tab.graphql(emails)).data.viewer.pendingEmails).toEqual({ isOn, frequency: null, timeZone: 'UTC' });
  }
  const key = await addIntegrationKey(system.platform.db, system.platform.users.orgA.id);
  const { errors } = await system.client().graphql(set, { input: { isOn: false } }, programHeaders(key));
  expect(errors[0]?.extensions.code).toBe('FORBIDDEN');
});

test('PENDING-13 a time zone is saved with the configuration, where the product API supports it', async () => {
  const organisationId = String(system.platform.orgs.A);
  const tab = await system.signIn('adm');
  const update = `mutation($input: UpdateConfigInput!) { updateConfig(input: $input) { config { timeZone notificationFrequency } } }`;
  const save = (timeZone: string | null) =>
    tab.graphql(update, {
      input: { organisationId, notificationFrequency: 'Weekly', otpRequired: false, userLimit: null, timeZone },
    });
  const { data, errors } = await save('Europe/Berlin');
  if (mode === 'off') {
    expect(errors[0]?.extensions.code).toBe('CAPABILITY_UNAVAILABLE');
    const config = `{ organisation(id: "${organisationId}") { config { timeZone } } }`;
    expect((await tab.graphql(config)).data.organisation.config.timeZone).toBeNull();
    return;
  }
  expect(data.updateConfig.config).toEqual({ timeZone: 'Europe/Berlin', notificationFrequency: 'Weekly' });
  const wrong = await save('Mars/Olympus');
  expect(wrong.errors[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'timeZone' }] });
});
