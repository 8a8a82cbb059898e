import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { confirmWithPasskey, startPasskeyConfirmation, withPasskey } from '../testing/passkey-mutations.ts';
import { mode, password, testWith, useTestSystem } from '../testing/system.ts';
import { paths, stateMutation, userMutationDocument, withoutOrganisation } from '../testing/user-mutations.ts';

const activate = stateMutation('activateUser');
const system = useTestSystem();

const signedIn = (user: UserName = 'orgA') => system.openTab(user);
const idOf = (user: UserName) => system.platform.users[user].id;
const bodies = (path: string) => system.upstream.sent(path).map(({ body }) => body);
const limit = (user_limit: number) =>
  system.platform.db.updateTable('ent_org').set({ user_limit }).where('id', '=', system.platform.orgs.A).execute();

describe('activating', () => {
  test.each<UserName>(['orgA', 'assA', 'adm', 'arc'])(
    'USER-13 GQL-6 OPEN-20 REST-19 %s activates without a password, and is given both as they are now',
    async (user) => {
      const tab = await signedIn(user);
      const { data, errors } = await activate(tab, idOf('disA'));
      expect(errors).toEqual([]);
      expect(data.activateUser.user).toMatchObject({ id: String(idOf('disA')), status: 'ACTIVE' });
      expect(data.activateUser.organisation).toEqual({ id: String(system.platform.orgs.A), activeUserCount: 6 });
      expect([bodies(paths.prove), bodies(paths.turn)]).toEqual([
        [],
        [mode === 'on' ? { userId: idOf('disA'), is_disabled: false } : { userId: idOf('disA') }],
      ]);
    },
  );

  test('OPEN-20 CASES-33 a password that is given is proven', async () => {
    const tab = await signedIn();
    for (const wrong of ['', 'Wrong-passw0rd'])
      expect((await activate(tab, idOf('disA'), wrong)).code).toBe('WRONG_PASSWORD');
    expect([bodies(paths.prove).length, bodies(paths.turn)]).toEqual([1, []]);
    expect((await activate(tab, idOf('disA'), password)).errors).toEqual([]);
    expect(bodies(paths.prove)).toHaveLength(2);
  });

  test('USER-13 an active user stays active, and without extensions nothing is sent', async () => {
    const { data, errors } = await activate(await signedIn(), idOf('audA'));
    expect([errors, data.activateUser.user.status]).toEqual([[], 'ACTIVE']);
    if (mode === 'off') expect(bodies(paths.turn)).toEqual([]);
  });

  test('GQL-5 a program activates, and the organisation costs a call only when it is selected', async () => {
    const headers = programHeaders(await system.integrationKey('orgA'));
    const { errors } = await system
      .client()
      .graphql(withoutOrganisation(userMutationDocument('activateUser')), { id: idOf('disA') }, headers);
    expect(errors).toEqual([]);
    expect(system.upstream.requests.at(-1)?.path).toBe(paths.turn);
  });
});

describe('the user limit', () => {
  test('USER-15 USER-18 MSG-16 a full organisation activates no user', async () => {
    const tab = await signedIn();
    await limit(5);
    const { code, errors } = await activate(tab, idOf('disA'), password);
    expect([code, errors[0]?.message]).toEqual(['USER_LIMIT_REACHED', 'User Limit Reached']);
    await limit(6);
    expect((await activate(tab, idOf('disA'))).errors).toEqual([]);
  });

  testWith(
    'off',
    'USER-15 USER-18 without extensions the gateway checks the limit before password or command are sent',
    async () => {
      await limit(5);
      expect((await activate(await signedIn(), idOf('disA'), password)).code).toBe('USER_LIMIT_REACHED');
      expect([bodies(paths.prove), bodies(paths.turn)]).toEqual([[], []]);
      system.upstream.script(paths.active, { status: 500, body: {} });
      expect((await activate(await signedIn(), idOf('disA'))).code).toBe('UPSTREAM_BAD_RESPONSE');
      expect(bodies(paths.turn)).toEqual([]);
    },
  );
});

testWith(
  'off',
  'USER-13 REST-19 without extensions a user who was activated meanwhile is not toggled back',
  async () => {
    const tab = await signedIn();
    system.upstream.script(paths.organisation, { real: true, delayMs: 300 });
    const under = activate(tab, idOf('disA'));
    await expect.poll(() => system.upstream.sent(paths.organisation).length).toBe(1);
    const { db } = system.platform;
    await db.updateTable('ent_usr').set({ is_disabled: false }).where('id', '=', idOf('disA')).execute();
    expect((await under).data.activateUser.user.status).toBe('ACTIVE');
    expect(bodies(paths.turn)).toEqual([]);
  },
);

describe('with REQUIRE_PASSWORD_ON_ACTIVATE', () => {
  const strict = useTestSystem({ settings: { REQUIRE_PASSWORD_ON_ACTIVATE: 'on' }, signsInAnew: true });

  test('OPEN-20 activating needs the password', async () => {
    const tab = await strict.signIn('orgA');
    const { id } = strict.platform.users.disA;
    const { code, errors } = await activate(tab, id);
    expect(strict.upstream.sent(paths.prove)).toEqual([]);
    // Our platform itself rejects the call, because a passkey could have confirmed it.
    const message = mode === 'on' ? 'Confirm your password first.' : 'Invalid Credentails';
    expect([code, errors[0]?.message]).toEqual(['WRONG_PASSWORD', message]);
    expect(strict.upstream.sent(paths.turn)).toHaveLength(mode === 'on' ? 1 : 0);
    expect((await activate(tab, id, password)).errors).toEqual([]);
  });

  testWith('on', 'CONFIRM-9 a passkey confirms activating, once, and without one it is refused', async () => {
    const tab = await strict.signIn('orgA');
    const { device } = await withPasskey(tab);
    const { id } = strict.platform.users.disA;
    const { data } = await startPasskeyConfirmation(tab);
    await confirmWithPasskey(tab, device.get(data.startPasskeyConfirmation.options));
    strict.upstream.requests.length = 0;
    expect((await activate(tab, id)).errors).toEqual([]);
    expect(strict.upstream.sent(paths.prove)).toEqual([]);
    await strict.platform.db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', id).execute();
    expect((await activate(tab, id)).code).toBe('WRONG_PASSWORD');
  });
});
