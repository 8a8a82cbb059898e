import { expect } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { addProviderLink, unlinkIdentityProvider } from '../testing/security-mutations.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const path = '/consoles/ext/unlink_provider';

testWith(
  'on',
  'SIGNIN-53 an Organiser sees the link of a user and unlinks them with the password; others are refused before it is sent',
  async () => {
    const { users } = system.platform;
    await addProviderLink(system, users.assA.id);
    const tab = await system.signIn('orgA');
    const document = 'query($id: ID!) { user(id: $id) { security { identityProvider { issuer linkedAt } } } }';
    const read = await tab.graphql(document, { id: users.assA.id });
    expect(read.data.user.security.identityProvider).toEqual({
      issuer: 'https://idp.example',
      linkedAt: system.platform.now().toISOString(),
    });
    system.upstream.requests.length = 0;
    expect((await unlinkIdentityProvider(tab, users.adm.id)).code).toBe('FORBIDDEN');
    expect((await unlinkIdentityProvider(tab, users.orgB.id)).code).toBe('NOT_FOUND');
    expect((await unlinkIdentityProvider(tab, users.assA.id, {}, 'wrong')).code).toBe('WRONG_PASSWORD');
    expect((await unlinkIdentityProvider(await system.signIn('assA'), users.assA.id)).code).toBe('FORBIDDEN');
    const program = programHeaders(await system.integrationKey('adm', ['read', 'sensitive:write']));
    expect((await unlinkIdentityProvider(system.client(), users.assA.id, program)).code).toBe('FORBIDDEN');
    expect(system.upstream.sent(path)).toEqual([]);
    const { data } = await unlinkIdentityProvider(tab, users.assA.id);
    expect(data.unlinkIdentityProvider.user).toEqual({
      id: String(users.assA.id),
      security: { identityProvider: null },
    });
    expect(system.upstream.sent(path).map(({ body }) => body)).toEqual([{ user_id: users.assA.id }]);
  },
);

testWith('off', 'SIGNIN-53 a product API without such links unlinks no user', async () => {
  const tab = await system.signIn('orgA');
  expect((await unlinkIdentityProvider(tab, system.platform.users.assA.id)).code).toBe('CAPABILITY_UNAVAILABLE');
});
