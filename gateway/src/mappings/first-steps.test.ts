import { calls } from '@console/contract/calls/all';
import { attentionCalls } from '@console/contract/calls/attention';
import type { UserName } from '@console/platform/testing/fixtures';
import { expect, test } from 'vitest';
import { consoleQueries } from '../testing/console-operations.ts';
import { addMapping } from '../testing/mapping-mutations.ts';
import { mode, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const document = '{ viewer { firstSteps { hasOrganisationDetails hasCustomersOrVendors hasPeople } } }';

async function open(by: UserName, text = document, variables: object = {}) {
  const tab = await system.signIn(by);
  system.upstream.requests.length = 0;
  const { errors, data } = await tab.graphql(text, variables);
  expect(errors).toEqual([]);
  return { steps: data.viewer.firstSteps, paths: system.upstream.requests.map(({ path }) => path).sort() };
}

const others = { hasOrganisationDetails: false, hasCustomersOrVendors: true, hasPeople: true };

test('START-15 an Administrator has customers or vendors once there is another active organisation', async () => {
  expect((await open('adm')).steps).toEqual(others);
  const { A } = system.platform.orgs;
  await system.platform.db.updateTable('ent_org').set({ is_disabled: true }).where('id', '<>', A).execute();
  expect((await open('adm')).steps).toEqual({ ...others, hasCustomersOrVendors: false });
});

test('START-15 an Organiser has customers or vendors once a mapping is accepted, and people once there is another active user', async () => {
  await addMapping(system, 'orgB', 'orgA');
  expect((await open('orgB')).steps).toEqual({ ...others, hasCustomersOrVendors: false, hasPeople: false });
  const { orgs, users, db } = system.platform;
  await db.updateTable('org_mapping').set({ activated: true, status: null }).execute();
  await db.updateTable('ent_usr').set({ ent_org_id: orgs.B }).where('id', '=', users.audA.id).execute();
  expect((await open('orgB')).steps).toEqual(others);
});

test('START-15 the details are there with the last required field', async () => {
  const { db, orgs } = system.platform;
  const stored = { file_name: 'a.png', content_type: 'image/png', bytes: Buffer.from('a'), created_at: new Date() };
  const ids = ['logo', 'icon'].map((name) => name.padEnd(22, '0'));
  await db
    .insertInto('stored_file')
    .values(ids.map((id) => ({ ...stored, id, ent_org_id: orgs.A })))
    .execute();
  const texts = { legalname: 'A Ltd', industry: 'Banking', email_domain: 'a.example', website: 'https://a.example' };
  const address = { pin: '1', city: 'Mumbai', state: 'Maharashtra', country: 'India' };
  const images = { logo_id: ids[0] ?? null, icon_id: ids[1] ?? null };
  const set = (values: object) => db.updateTable('ent_org').set(values).where('id', '=', orgs.A).execute();
  await set({ ...texts, ...address, ...images });
  expect((await open('adm')).steps).toMatchObject({ hasOrganisationDetails: true });
  await set({ city: ' ' });
  expect((await open('adm')).steps).toMatchObject({ hasOrganisationDetails: false });
});

test('START-15 START-16 who may invite no organisations has no steps, without a call', async () => {
  for (const by of ['arc', 'assA', 'audA', 'nowhere'] as const)
    expect(await open(by)).toEqual({ steps: null, paths: [calls.apiUserDetail.path] });
});

test('START-15 what cannot be loaded leaves the steps unknown, and nothing else fails', async () => {
  const tab = await system.signIn('orgA');
  system.upstream.script(calls.accepctedOrgList.path, { status: 500, body: { message: 'No' } });
  const { errors, data } = await tab.graphql(document);
  expect([errors, data.viewer.firstSteps]).toEqual([[], null]);
});

test('START-16 OPEN-71 the page of the own organisation makes one call for the welcome, and none without it', async () => {
  const text = consoleQueries.get('OrganisationPage') ?? '';
  const own = { id: '', own: true };
  const plain: string[] = [calls.apiUserDetail.path, calls.orgDetail.path, calls.activeUserList.path];
  if (mode === 'on') plain.push(attentionCalls.attention.path);
  for (const [by, call] of [
    ['adm', calls.orgList],
    ['orgA', calls.accepctedOrgList],
  ] as const) {
    expect((await open(by, text, own)).paths).toEqual([...plain].sort());
    const { steps, paths } = await open(by, text, { ...own, welcome: true });
    expect(steps).toEqual(expect.objectContaining({ hasPeople: true }));
    expect(paths).toEqual([...plain, call.path].sort());
  }
});
