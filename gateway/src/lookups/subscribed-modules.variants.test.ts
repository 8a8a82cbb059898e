import { expect, test } from 'vitest';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const path = '/consoles/subscribed_grc_modules';
const document = '{ lookups { subscribedModules { id label adminOnly origin } } }';
const asked = async (body: unknown) => {
  const tab = await system.signIn('orgA');
  system.upstream.script(path, { body });
  return (await tab.graphql(document)).data.lookups.subscribedModules;
};

test('SWITCH-9 REST-13 OPEN-16 answers with the modules of the caller’s organisation', async () => {
  const { db, orgs } = system.platform;
  const rows = ['auditor', 'controller'].map((module_id) => ({ ent_org_id: orgs.A, module_id }));
  await db.insertInto('subscribed_module').values(rows).execute();
  const tab = await system.signIn('orgA');
  const { data, errors } = await tab.graphql(document);
  expect([errors, data.lookups.subscribedModules]).toEqual([
    [],
    [
      { id: 'auditor', label: 'Auditor', adminOnly: false, origin: 'http://localhost:3002' },
      { id: 'controller', label: 'Controller', adminOnly: true, origin: 'http://localhost:3008' },
    ],
  ]);
  expect(system.upstream.sent(path)).toEqual([expect.objectContaining({ method: 'GET', query: {}, body: undefined })]);
});

test.each([
  ['texts', { modules: ['auditor', 'Central'] }],
  ['objects of other keys', { modules: [{ id: 'auditor' }, { id: 7, name: 'Central' }] }],
  ['a bare list', [{ moduleId: 'AUDITOR', label: 'x' }, { label: 'central' }]],
  ['one twice', { modules: ['auditor', { moduleId: 'auditor' }, 'central', null] }],
])('REST-13 OPEN-49 understands %s', async (_what, body) => {
  const modules = await asked(body);
  expect(modules.map(({ id, label }: Record<string, string>) => [id, label])).toEqual([
    ['auditor', 'Auditor'],
    ['central', 'Central'],
  ]);
});

test('REST-13 OPEN-49 keeps a module that the suite does not know, without an origin', async () => {
  expect(await asked({ modules: ['Vault', { moduleId: 'x1', label: 'Xenon', isAdmin: true }] })).toEqual([
    { id: 'Vault', label: 'Vault', adminOnly: false, origin: null },
    { id: 'x1', label: 'Xenon', adminOnly: true, origin: null },
  ]);
});

test('REST-13 null is an empty list, a text is an error, and an anonymous caller is UNAUTHENTICATED', async () => {
  expect(await asked({ modules: null })).toEqual([]);
  expect(await asked({ modules: 'none' })).toBeNull();
  const anonymous = await system.client().graphql(document);
  expect([anonymous.code, anonymous.data.lookups.subscribedModules]).toEqual(['UNAUTHENTICATED', null]);
});
