import { addUserMapping } from '@console/platform/testing/mappings';
import { expect } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { erasePerson } from '../testing/personal-data.ts';
import { testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const document = `query($id: ID!) {
  user(id: $id) { viewerCanErase viewerCanActivate viewerCanEdit }
  personErasure(userId: $id) { isErased obstacle changes { kind count } reviews { id name organisationId keptUntil } }
}`;
const codeOf = ({ errors }: { errors?: { extensions: { code: string } }[] }) => errors?.[0]?.extensions.code;

testWith(
  'on',
  'PRIVACY-22 an Administrator sees what prevents it, and erases a deactivated user with email and password',
  async () => {
    const { users } = system.platform;
    const tab = await system.signIn('adm');
    const read = async (id: number) => (await tab.graphql(document, { id: String(id) })).data;
    const nothing = { isErased: false, obstacle: null, changes: [], reviews: [] };
    const mayAll = { viewerCanErase: true, viewerCanActivate: true, viewerCanEdit: true };
    expect(await read(users.disA.id)).toEqual({ user: mayAll, personErasure: nothing });
    await addUserMapping(system.platform.db, users.audA.id, system.platform.orgs.B, { activated: true });
    expect(await read(users.audA.id)).toMatchObject({
      user: { viewerCanErase: false },
      personErasure: { obstacle: 'ACTIVE', changes: [{ kind: 'INVITATIONS', count: 1 }] },
    });
    expect(codeOf(await erasePerson(tab, users.disA.id, users.disA.email, {}, 'wrong'))).toBe('WRONG_PASSWORD');
    const { errors } = await erasePerson(tab, users.disA.id, users.audA.email);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID', fields: [{ path: 'email' }] });
    const { data } = await erasePerson(tab, users.disA.id, users.disA.email);
    expect(data.erasePerson.user).toMatchObject({
      id: String(users.disA.id),
      fullName: 'Erased user',
      status: 'INACTIVE',
    });
    expect(await read(users.disA.id)).toMatchObject({
      user: { viewerCanErase: false, viewerCanActivate: false, viewerCanEdit: false },
      personErasure: { isErased: true },
    });
  },
);

testWith('on', 'PRIVACY-27 no one else erases: other roles, the own user, and an API key', async () => {
  const { users } = system.platform;
  for (const by of ['arc', 'orgA', 'assA', 'audA'] as const) {
    const tab = await system.signIn(by);
    expect([by, codeOf(await erasePerson(tab, users.disA.id, users.disA.email))]).toEqual([by, 'FORBIDDEN']);
  }
  const tab = await system.signIn('adm');
  expect(codeOf(await erasePerson(tab, users.adm.id, users.adm.email))).toBe('FORBIDDEN');
  const { apiKey } = await system.platform.signIn('adm');
  const headers = programHeaders(apiKey);
  expect(codeOf(await erasePerson(tab, users.disA.id, users.disA.email, headers))).toBeDefined();
});

testWith('off', 'PRIVACY-27 in front of a product API without it there is no erasing', async () => {
  const { users } = system.platform;
  const tab = await system.signIn('adm');
  const { data } = await tab.graphql(document, { id: String(users.disA.id) });
  expect(data).toMatchObject({ user: { viewerCanErase: false }, personErasure: null });
  expect(codeOf(await erasePerson(tab, users.disA.id, users.disA.email))).toBe('CAPABILITY_UNAVAILABLE');
});
