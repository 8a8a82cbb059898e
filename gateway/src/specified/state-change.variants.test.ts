import { expect, test } from 'vitest';
import { disable, orgPaths } from '../testing/organisation-mutations.ts';
import { password, testWith, useTestSystem } from '../testing/system.ts';
import { paths, stateMutation } from '../testing/user-mutations.ts';

const system = useTestSystem();

test('CASES-24 the other state is a conflict also if the organisation cannot be read after it', async () => {
  const tab = await system.openTab('adm');
  system.upstream.script(orgPaths.turn, { body: { org: { id: 2, brandname: 'B', is_disabled: false } } });
  system.upstream.script(orgPaths.detail, { real: true, times: 2 }, { status: 500, body: {} });
  expect((await disable(tab, String(system.platform.orgs.B), password)).code).toBe('CONFLICT');
});

testWith('off', 'GQL-14 a response without the organisation of the user still leads to it', async () => {
  const change = ({ user }: { user: object }) => ({ user: { ...user, ent_org_id: undefined } });
  system.upstream.script(paths.turn, { real: true, change: change as never });
  const tab = await system.openTab('orgA');
  const { data, errors } = await stateMutation('deactivateUser')(tab, system.platform.users.audA.id, password);
  expect([errors, data.deactivateUser.organisation]).toMatchObject([[], { id: String(system.platform.orgs.A) }]);
});
