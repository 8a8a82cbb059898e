import { idempotencyCalls } from '@console/contract/calls/idempotency';
import type { UserName } from '@console/platform/testing/fixtures';
import { describe, expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { mode, password, testWith, useTestSystem } from '../testing/system.ts';
import { paths, stateMutation, userMutationDocument, withoutOrganisation } from '../testing/user-mutations.ts';

const deactivate = stateMutation('deactivateUser');
const system = useTestSystem();

const signedIn = (user: UserName = 'orgA') => system.openTab(user);
const idOf = (user: UserName) => system.platform.users[user].id;
const isDisabled = async (user: UserName) => {
  const row = system.platform.db.selectFrom('ent_usr').select('is_disabled').where('id', '=', idOf(user));
  return (await row.executeTakeFirstOrThrow()).is_disabled;
};
const bodies = (path: string) => system.upstream.sent(path).map(({ body }) => body);
const nothingSent = () => expect([bodies(paths.prove), bodies(paths.turn)]).toEqual([[], []]);
/** Expects no call without extensions. Our platform checks everything together with the change, so it may get one. */
const nothingSentUnchecked = () => {
  if (mode === 'off') nothingSent();
};

describe('deactivating', () => {
  test('USER-12 GQL-6 REST-7 REST-19 each answer has the user and the organisation as they are now', async () => {
    const cases = [
      ['orgA', 'audA', 4],
      ['arc', 'assA', 3],
      ['adm', 'orgB', 0],
    ] as const;
    for (const [user, other, activeUserCount] of cases) {
      const tab = await signedIn(user);
      const id = idOf(other);
      const organisationId = String(system.platform.orgs[other === 'orgB' ? 'B' : 'A']);
      const { data, errors } = await deactivate(tab, id, password);
      expect(errors).toEqual([]);
      expect(data.deactivateUser.user).toMatchObject({ id: String(id), status: 'INACTIVE', organisationId });
      expect(data.deactivateUser.organisation).toEqual({ id: organisationId, activeUserCount });
      expect(bodies(paths.prove)).toEqual([{ current_password: password }]);
      expect(bodies(paths.turn)).toEqual([mode === 'on' ? { userId: id, is_disabled: true } : { userId: id }]);
      expect(await isDisabled(other)).toBe(true);
    }
  });

  test('USER-12 RESP-1 REST-26 REST-27 REST-28 the calls in their order, and the organisation only when it is selected', async () => {
    const tab = await signedIn();
    const document = withoutOrganisation(userMutationDocument('deactivateUser'));
    const { errors } = await tab.graphql(document, { id: idOf('audA'), currentPassword: password });
    expect(errors).toEqual([]);
    const order = system.upstream.requests.map(({ path }) => path);
    if (mode === 'on') {
      expect(order).toEqual([paths.me, paths.prove, paths.turn]);
      return;
    }
    expect(order.slice(0, 2).toSorted()).toEqual([paths.detail, paths.me].toSorted());
    expect(order.slice(2, 5).toSorted()).toEqual([...paths.responders].toSorted());
    expect(order.slice(5)).toEqual([paths.prove, paths.detail, paths.turn]);
  });

  testWith(
    'on',
    'USER-12 DESIGN-8 with our platform five calls: of the journal, the caller, the password and the change',
    async () => {
      const tab = await signedIn();
      const key = { 'idempotency-key': 'five' };
      const { data, errors } = await deactivate(tab, idOf('audA'), password, key);
      expect([errors, data.deactivateUser.organisation.activeUserCount]).toEqual([[], 4]);
      const order = system.upstream.requests.map(({ path }) => path);
      expect(order).toEqual([
        paths.me,
        idempotencyCalls.beginOperation.path,
        paths.prove,
        paths.turn,
        idempotencyCalls.storeOperation.path,
      ]);
    },
  );

  test('GQL-5 USER-12 a program deactivates with the password of its person', async () => {
    const headers = programHeaders(await system.integrationKey('orgA'));
    expect((await deactivate(system.client(), idOf('audA'), 'Wrong-passw0rd', headers)).code).toBe('WRONG_PASSWORD');
    const { data, errors } = await deactivate(system.client(), idOf('audA'), password, headers);
    expect([errors, data.deactivateUser.user.status]).toEqual([[], 'INACTIVE']);
  });

  test('USER-12 an inactive user stays inactive, and without extensions nothing is sent', async () => {
    const { data, errors } = await deactivate(await signedIn(), idOf('disA'), password);
    expect([errors, data.deactivateUser.user.status]).toEqual([[], 'INACTIVE']);
    nothingSentUnchecked();
    expect(await isDisabled('disA')).toBe(true);
  });

  test('RELIABILITY-F30 USER-12 OPEN-21 two at once leave the user inactive', async () => {
    const [one, other] = [await signedIn(), await signedIn('adm')];
    // The change is slow, so that the second request reads the user before the first one is done.
    system.upstream.script(paths.turn, { real: true, delayMs: 300 });
    const answers = await Promise.all([one, other].map((tab) => deactivate(tab, idOf('audA'), password)));
    expect(answers.map(({ errors, data }) => [errors, data.deactivateUser.user.status])).toEqual([
      [[], 'INACTIVE'],
      [[], 'INACTIVE'],
    ]);
    expect(await isDisabled('audA')).toBe(true);
    if (mode === 'off') expect(bodies(paths.turn)).toHaveLength(1);
  });
});

test('USER-9 USER-19 USER-20 OPEN-21 OPEN-22 CASES-28 who may not deactivate a user is refused, without extensions before anything is sent', async () => {
  const cases: [UserName, string, string][] = [
    ['orgA', idOf('orgA'), 'FORBIDDEN'],
    ['adm', idOf('adm'), 'FORBIDDEN'],
    ['orgA', idOf('adm'), 'FORBIDDEN'],
    ['assA', idOf('orgA'), 'FORBIDDEN'],
    ['arc', idOf('adm'), 'FORBIDDEN'],
    ['audA', idOf('audA'), 'FORBIDDEN'],
    ['audA', idOf('orgB'), 'FORBIDDEN'],
    ['orgA', idOf('orgB'), 'NOT_FOUND'],
    ['assA', idOf('nowhere'), 'NOT_FOUND'],
    ['nowhere', idOf('audA'), 'NOT_FOUND'],
    ['orgA', `0${idOf('orgA')}`, 'NOT_FOUND'],
  ].map(([user, id, code]) => [user as UserName, String(id), String(code)]);
  const { db } = system.platform;
  const disabled = () => db.selectFrom('ent_usr').select('id').where('is_disabled', '=', true).orderBy('id').execute();
  const before = await disabled();
  for (const [user, id, code] of cases) {
    const tab = await signedIn(user);
    for (const given of mode === 'on' ? [password] : [password, '']) {
      const answer = await deactivate(tab, id, given);
      expect([user, id, answer.code, answer.data]).toEqual([user, id, code, null]);
    }
    nothingSentUnchecked();
  }
  expect(await disabled()).toEqual(before);
});

describe('responders', () => {
  test('USER-14 RESP-6 MSG-16 a responder of any kind stays, without extensions whatever the password', async () => {
    const { db } = system.platform;
    const tab = await signedIn();
    for (const kind of ['continuer', 'investigator', 'arc'] as const) {
      await db.deleteFrom('responder').execute();
      await db
        .insertInto('responder')
        .values({ ent_usr_id: idOf('audA'), kind })
        .execute();
      const { code, errors } = await deactivate(tab, idOf('audA'), mode === 'on' ? password : 'Wrong-passw0rd');
      expect([kind, code, errors[0]?.message]).toEqual([kind, 'RESPONDER_ACTIVE', 'Action not permitted!']);
    }
    nothingSentUnchecked();
    expect(await isDisabled('audA')).toBe(false);
  });

  testWith(
    'off',
    'RESP-5 OPEN-25 MSG-19 while one of the lists fails no user is deactivated, and the list is named',
    async () => {
      const tab = await signedIn();
      for (const [place, name] of ['continuer', 'Investigator', 'task'].entries()) {
        const path = paths.responders[place] ?? '';
        system.upstream.script(path, { status: 500, body: { message: 'secret' } });
        const { code, errors } = await deactivate(tab, idOf('audA'), password);
        expect([code, errors[0]?.message]).toEqual(['UPSTREAM_UNAVAILABLE', `Failed to fetch ${name} responders`]);
        nothingSent();
        system.upstream.script(path);
      }
      expect((await deactivate(tab, idOf('audA'), password)).errors).toEqual([]);
    },
  );

  testWith('off', 'RESP-5 all texts at once; a known responder is reported as one', async () => {
    const tab = await signedIn();
    const fail = () => {
      for (const path of paths.responders.slice(1)) system.upstream.script(path, { status: 404, body: {} });
    };
    fail();
    expect((await deactivate(tab, idOf('audA'), password)).errors[0]?.message).toBe(
      'Failed to fetch Investigator responders\nFailed to fetch task responders',
    );
    system.upstream.script(paths.responders[0], { body: { dept_responders: [{ ent_usr_id: String(idOf('audA')) }] } });
    expect((await deactivate(tab, idOf('audA'), password)).code).toBe('RESPONDER_ACTIVE');
    nothingSent();
  });

  test('RESP-6 a product API that refuses a responder by text alone is understood', async () => {
    system.upstream.script(paths.turn, { status: 422, body: { message: 'Action not permitted!' } });
    expect((await deactivate(await signedIn(), idOf('audA'), password)).code).toBe('RESPONDER_ACTIVE');
  });
});

describe('what REST-19 answers', () => {
  test('GQL-14 a thin answer is made good by one read, and one that fails costs the user alone', async () => {
    const tab = await signedIn();
    const ent_org_id = system.platform.orgs.A;
    system.upstream.script(paths.turn, { real: true, change: () => ({ user: { is_disabled: true, ent_org_id } }) });
    expect((await deactivate(tab, idOf('audA'), password)).data.deactivateUser.user.status).toBe('INACTIVE');
    const reads = mode === 'on' ? [] : [{ real: true, times: 2 }];
    system.upstream.script(paths.detail, ...reads, { status: 500, body: { message: 'Out of order' } });
    const { data, errors } = await deactivate(tab, idOf('assA'), password);
    expect([data.deactivateUser.user, errors.map(({ path }) => path)]).toEqual([null, [['deactivateUser', 'user']]]);
    expect(data.deactivateUser.organisation).toMatchObject({ activeUserCount: 3 });
    expect(await isDisabled('assA')).toBe(true);
  });

  test('GQL-14 a user that another request has switched is CONFLICT', async () => {
    system.upstream.script(paths.turn, { body: { user: { id: idOf('audA'), is_disabled: false } } });
    expect((await deactivate(await signedIn(), idOf('audA'), password)).code).toBe('CONFLICT');
  });

  test('RELIABILITY-3 REST-7 and REST-19 go out once', async () => {
    const tab = await signedIn();
    for (const fault of [{ status: 503, body: {} }, { reset: true }])
      for (const path of [paths.turn, paths.prove]) {
        system.upstream.requests.length = 0;
        system.upstream.script(path, fault);
        const { code, data } = await deactivate(tab, idOf('audA'), password);
        expect([code, data, system.upstream.sent(path).length]).toEqual(['UPSTREAM_UNAVAILABLE', null, 1]);
        system.upstream.script(path);
      }
    expect(await isDisabled('audA')).toBe(false);
  });

  testWith('off', 'ENT-9 a user with an unknown state is not changed', async () => {
    const user = { id: idOf('audA'), email: 'x@a.example', ent_org_id: system.platform.orgs.A };
    system.upstream.script(paths.detail, { body: { user } });
    expect((await deactivate(await signedIn(), idOf('audA'), password)).code).toBe('UPSTREAM_BAD_RESPONSE');
    nothingSent();
  });
});

testWith(
  'off',
  'USER-12 REST-19 without extensions a user who was deactivated during the password check is not toggled back',
  async () => {
    const tab = await signedIn();
    const { db } = system.platform;
    const change = () => ({ current_user: { id: 1, email: 'x@a.example' } });
    system.upstream.script(paths.prove, { real: true, delayMs: 300, change });
    const under = deactivate(tab, idOf('audA'), password);
    await expect.poll(() => bodies(paths.prove).length).toBe(1);
    await db.updateTable('ent_usr').set({ is_disabled: true }).where('id', '=', idOf('audA')).execute();
    expect((await under).data.deactivateUser.user.status).toBe('INACTIVE');
    expect(bodies(paths.turn)).toEqual([]);
  },
);
