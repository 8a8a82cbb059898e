import { type KeyScope, keyScopes, nonSensitiveScopes } from '@console/contract/key-scopes';
import { expect, test } from 'vitest';
import { csvOf, formOf, newUser, rowOf } from '../testing/forms.ts';
import { invitationCalls } from '../testing/invitations.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { addIntegrationKey } from '../testing/users.ts';

const platform = useTestPlatform();

const keyWith = (...scopes: KeyScope[]) => addIntegrationKey(platform.db, platform.users.adm.id, scopes);

/** A write call of each area. */
const writes: [Exclude<KeyScope, 'read' | 'sensitive:write'>, `${'GET' | 'POST'} ${string}`, object][] = [
  ['users:write', 'POST /consoles/create_org_user', { ent_usr: newUser('one@a.example') }],
  ['organisations:write', 'POST /consoles/create_organiser', { ent_usr: newUser('two@a.example') }],
  ['mappings:write', 'POST /consoles/invite_user', { user: { email: 'boss@new.example' } }],
  ['assessments:write', 'POST /consoles/update_asmt_state', { asmt_id: 1, ent_org_id: 1, state: 'On Hold' }],
  ['sso:write', 'POST /consoles/update_adfs', { adfs: {} }],
  ['config:write', 'POST /consoles/update_config', { org_id: 1, config: {} }],
];

test.each(writes)(
  'DESIGN-8 a call of %s is refused to a key without this scope, which the refusal names',
  async (scope, call, body) => {
    const others = keyScopes.filter((other) => other !== scope);
    const refused = await platform.call(call, { key: await keyWith(...others), body });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      { message: `This requires an API key with the scope ${scope}.` },
    ]);
    expect((await platform.call(call, { key: await keyWith('read', scope), body })).statusCode).not.toBe(403);
  },
);

test('DESIGN-8 a key with read only reads, and its refused write is audited', async () => {
  const key = await keyWith('read');
  expect((await platform.call(`GET /consoles/active_user_list?org_id=${platform.orgs.A}`, { key })).statusCode).toBe(
    200,
  );
  const body = { ent_usr: newUser('one@a.example') };
  expect((await platform.call('POST /consoles/create_org_user', { key, body })).statusCode).toBe(403);
  const entry = await platform.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'access:refuse',
    ent_usr_id: platform.users.adm.id,
    after: { action: 'users:create', reason: 'scope' },
  });
});

test('DESIGN-8 a scope gives no more than the role of the owner', async () => {
  const key = await addIntegrationKey(platform.db, platform.users.audA.id, keyScopes);
  const body = { ent_usr: newUser('one@a.example') };
  expect((await platform.call('POST /consoles/create_org_user', { key, body })).json().message).toBe(
    'You do not have permission for this action.',
  );
});

test('DESIGN-8 sensitive:write replaces the password check; a key without it needs the check', async () => {
  const body = { userId: platform.users.assA.id };
  const deactivate = async (key: string) => platform.call('POST /consoles/activate_deactivate_user', { key, body });
  const asked = await deactivate(await keyWith('read', 'users:write'));
  expect([asked.statusCode, asked.json().code]).toEqual([422, 'WRONG_PASSWORD']);
  expect((await deactivate(await keyWith('read', 'sensitive:write'))).statusCode).toBe(403);
  expect((await deactivate(await keyWith('read', 'users:write', 'sensitive:write'))).statusCode).toBe(200);
});

test('DESIGN-8 REST-3 the user of a key comes with its scopes, the user of a session without', async () => {
  const of = async (key: string) => {
    const answer = await platform.call('POST /tasks/api_user_detail', { key, body: { task: { api_key: key } } });
    return answer.json().user.key_scopes;
  };
  expect(await of(await keyWith('read', 'sso:write'))).toEqual(['read', 'sso:write']);
  expect(await of(await keyWith(...nonSensitiveScopes))).toEqual(nonSensitiveScopes);
  expect(await of((await platform.signIn('adm')).apiKey)).toBeUndefined();
});

test('DESIGN-8 T11 a key without sensitive:write gives no role of its owner’s level, and copies no link', async () => {
  const { db, users, orgs } = platform;
  const { create, list } = invitationCalls(platform);
  await create('invited@a.example');
  const { id } = (await list()).invitations[0];
  const acts: [string, (key: string) => ReturnType<typeof platform.call>][] = [
    [
      'create',
      (key) =>
        platform.call('POST /consoles/create_org_user', {
          key,
          body: { ent_usr: newUser('peer@a.example', { role_id: 1, ent_org_id: orgs.A }) },
        }),
    ],
    [
      'update',
      (key) =>
        platform.call('POST /consoles/update_org_user', { key, body: { ent_usr: { id: users.assA.id, role_id: 1 } } }),
    ],
    [
      'upload',
      (key) =>
        platform.call('POST /consoles/bulk_user_upload', {
          key,
          ...formOf({ org_id: orgs.A }, csvOf([rowOf('row@a.example', { role: 'administrator' })])),
        }),
    ],
    ['copy', (key) => platform.call('POST /consoles/ext/copy_invitation_link', { key, body: { invitation_id: id } })],
  ];
  const before = await db.selectFrom('ent_usr').select(['id', 'role_id']).orderBy('id').execute();
  const scopes = keyScopes.filter((scope) => scope !== 'sensitive:write');
  const [plain, sensitive] = [await keyWith(...scopes), await keyWith(...keyScopes)];
  for (const [name, act] of acts) {
    const refused = await act(plain);
    expect([name, refused.statusCode, refused.json().message]).toEqual([
      name,
      403,
      'This requires an API key with the scope sensitive:write.',
    ]);
  }
  expect(await db.selectFrom('ent_usr').select(['id', 'role_id']).orderBy('id').execute()).toEqual(before);
  const lower = { ent_usr: newUser('lower@a.example', { role_id: 3, ent_org_id: orgs.A }) };
  expect((await platform.call('POST /consoles/create_org_user', { key: plain, body: lower })).statusCode).toBe(200);
  for (const [name, act] of acts) expect([name, (await act(sensitive)).statusCode]).toEqual([name, 200]);
});
