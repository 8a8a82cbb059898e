import { describe, expect, test } from 'vitest';
import {
  createOrganisationDocument,
  goodInput,
  goodOrganisation,
  goodOrganiser,
  onboardDocument,
  onboardingDocument,
  orgPaths,
  png,
  sendOrganisation,
  type WithOrganisation,
} from '../testing/organisation-mutations.ts';
import { organisationsNamed } from '../testing/rows.ts';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const tokenOf = async (kind: 'onboarding' | 'reset' | 'invitation' = 'onboarding') => {
  const token = await system.platform.issueToken('invited', kind);
  system.watch(token);
  return token;
};
const expiresAt = expect.any(String);
const input = (more: object = {}): WithOrganisation => ({
  organisation: goodOrganisation('Newcomer'),
  organiser: goodOrganiser('another.user@new.example'),
  ...more,
});
const send = (token: string, more: object = {}, files?: object, headers: object = {}) =>
  sendOrganisation(system.client(), onboardDocument, input({ token, ...more }), files, {
    'x-onboarding-token': token,
    ...headers,
  });
const asked = (token: string) => system.client().graphql(onboardingDocument, { token });
const paths = () => system.upstream.requests.map(({ path }) => path).filter((path) => !path.includes('/ext/'));
const invited = () =>
  system.platform.db
    .selectFrom('ent_usr')
    .selectAll()
    .where('id', '=', system.platform.users.invited.id)
    .executeTakeFirstOrThrow();

describe('with the token of an invitation', () => {
  test('ONB-1 ONB-2 REST-8 the token returns its owner, and every other token nothing', async () => {
    const token = await tokenOf();
    const invitation = { kind: 'ORGANISATION', invitedBy: null, organisation: null, role: null, expiresAt };
    expect((await asked(token)).data).toEqual({
      onboarding: {
        email: system.platform.users.invited.email,
        invitedBy: null,
        invitation: mode === 'off' ? null : invitation,
      },
    });
    for (const other of ['', ' ', 'unknown', `${token}x`, 'x'.repeat(10_240)])
      expect(await asked(other)).toMatchObject({ data: { onboarding: null }, errors: [] });
  });

  testWith('on', 'ONB-2 CASES-45 OPEN-70 with extensions a token of another kind does not onboard', async () => {
    for (const kind of ['reset', 'invitation'] as const) {
      const token = await tokenOf(kind);
      expect((await asked(token)).data).toEqual({ onboarding: null });
      expect((await send(token)).code).toBe('TOKEN_INVALID');
    }
    expect(paths()).not.toContain(orgPaths.update);
  });

  test('CASES-45 ONB-2 after seven days and a second it is over, and an older one at once', async () => {
    const [older, token] = [await tokenOf(), await tokenOf()];
    expect((await asked(older)).data).toEqual({ onboarding: null });
    system.platform.moveClock(7 * 86_400_000 + 1_000);
    expect((await asked(token)).data).toEqual({ onboarding: null });
    expect((await send(token)).code).toBe('TOKEN_INVALID');
  });

  test('ONB-4 ONB-5 GQL-3 REST-40 REST-41 makes organisation and organiser, with the email of the invitation, and the token no longer works', async () => {
    const token = await tokenOf();
    const { data, errors, setCookies } = await send(token);
    expect([errors, data.onboardOrganisation]).toEqual([
      [],
      { organisation: null, viewer: null, isEmailUnsent: mode === 'on' },
    ]);
    expect(setCookies.filter((cookie) => !cookie.includes('Max-Age=0'))).toEqual([]);
    const user = await invited();
    expect(user).toMatchObject({ firstname: 'Ada', email: system.platform.users.invited.email, role_id: 3 });
    const [organisation] = await organisationsNamed(system, 'Newcomer');
    expect([organisation?.organizer_id, organisation?.id, organisation?.user_limit]).toEqual([
      user.id,
      user.ent_org_id,
      null,
    ]);
    for (const { headers } of [
      ...system.upstream.sent(orgPaths.update),
      ...system.upstream.sent(orgPaths.newOrganiser),
    ])
      expect(headers).not.toHaveProperty('x-key-use');
    expect((await asked(token)).data).toEqual({ onboarding: null });
    expect((await send(token)).code).toBe('TOKEN_INVALID');
  });

  test('ONB-3 what is missing is named, and nothing is sent', async () => {
    const token = await tokenOf();
    const organiser = { firstName: '', lastName: '', email: '' };
    const { code, errors } = await send(token, { organiser }, { logo: png });
    expect(code).toBe('INVALID');
    expect(errors[0]?.extensions.fields.map(({ path }) => path)).toEqual([
      'organisation.icon',
      ...['firstName', 'lastName', 'designation', 'supervisorEmail', 'department'].map((name) => `organiser.${name}`),
    ]);
    expect(paths()).not.toContain(orgPaths.update);
  });

  test('ONB-4 what failed in the middle is finished by sending the same again', async () => {
    const token = await tokenOf();
    system.upstream.script(orgPaths.newOrganiser, { status: 503, body: {} });
    expect((await send(token)).code).toBe('UPSTREAM_UNAVAILABLE');
    system.upstream.script(orgPaths.newOrganiser);
    expect((await send(token)).errors).toEqual([]);
    expect(await organisationsNamed(system, 'Newcomer')).toHaveLength(1);
  });
});

describe('with an idempotency key and the token of an invitation', () => {
  const key = { 'idempotency-key': 'one' };
  const repeat = (token: string, more: object = {}, headers: object = key) => send(token, more, undefined, headers);
  const effects = async () => {
    const mails = await system.platform.db.selectFrom('mail').select('id').execute();
    return [(await organisationsNamed(system, 'Newcomer')).length, mails.length];
  };

  test('DESIGN-8 a used token is accepted for the repetition only, with an equal answer', async () => {
    const token = await tokenOf();
    const first = await repeat(token);
    expect(first.errors).toEqual([]);
    const again = await repeat(token);
    expect([again.data, again.errors, await effects()]).toEqual([first.data, [], [1, 1]]);
    const other = await repeat(token, { organiser: goodOrganiser('x@new.example', { firstName: 'Eve' }) });
    expect([other.status, other.code]).toEqual([422, 'IDEMPOTENCY_CONFLICT']);
    for (const headers of [{}, { 'idempotency-key': 'two' }])
      expect((await repeat(token, {}, headers)).code).toBe('TOKEN_INVALID');
    expect(await effects()).toEqual([1, 1]);
  });

  testWith(
    'on',
    'DESIGN-8 RELIABILITY-F24 an onboarding that was lost at one of its writes is completed once, extension',
    async () => {
      for (const path of [orgPaths.update, orgPaths.newOrganiser]) {
        await system.reset();
        const token = await tokenOf();
        system.upstream.script(path, { lost: true });
        expect([path, (await repeat(token)).code]).toEqual([path, 'UPSTREAM_UNAVAILABLE']);
        system.upstream.clear();
        const again = await repeat(token);
        expect([path, again.errors, again.data, await effects()]).toEqual([
          path,
          [],
          { onboardOrganisation: { organisation: null, viewer: null, isEmailUnsent: true } },
          [1, 1],
        ]);
      }
    },
  );
});

describe('the door for files without a session', () => {
  test('T3 CASES-48 DESIGN-8 a token that is none is refused before a byte is parsed', async () => {
    const answer = await send('unknown');
    expect([answer.status, answer.code]).toEqual([422, 'TOKEN_INVALID']);
    const broken = await system.client().send('POST', '/graphql', {
      body: 'no form at all',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-onboarding-token': 'unknown' },
    });
    expect([broken.status, broken.code]).toEqual([422, 'TOKEN_INVALID']);
  });

  test('DESIGN-8 five a minute for an address, whatever the token', async () => {
    for (let time = 0; time < 5; time += 1) await send('unknown');
    const { status, code, errors } = await send(await tokenOf());
    expect([status, code, (errors[0]?.extensions.retryAfter ?? 0) > 0]).toEqual([429, 'RATE_LIMITED', true]);
    expect(system.upstream.sent(orgPaths.token)).toHaveLength(5);
  });

  test('DESIGN-8 the request may hold onboardOrganisation alone, with that token', async () => {
    const [token, headers] = [await tokenOf(), {}];
    Object.assign(headers, { 'x-onboarding-token': token });
    const other = await sendOrganisation(
      system.client(),
      createOrganisationDocument,
      goodInput('x'),
      undefined,
      headers,
    );
    expect([other.status, other.code]).toEqual([403, 'FORBIDDEN']);
    const hidden =
      'mutation Hidden($input: OnboardOrganisationInput!) { ...F } fragment F on Mutation { onboardOrganisation(input: $input) { viewer { user { id } } } }';
    expect((await sendOrganisation(system.client(), hidden, input({ token }), undefined, headers)).status).toBe(403);
    for (const wrong of [{ token: 'another' }, {}]) {
      const answer = await sendOrganisation(system.client(), onboardDocument, input(wrong), undefined, headers);
      expect(answer.code).toBe('FORBIDDEN');
    }
    expect(paths()).not.toContain(orgPaths.update);
    expect((await invited()).ent_org_id).toBeNull();
  });
});

describe('for a signed-in user without organisation', () => {
  const board = async (user: 'nowhere' | 'orgA' | 'adm' = 'nowhere', more: object = {}) => {
    const tab = await system.signIn(user);
    system.upstream.requests.length = 0;
    return sendOrganisation(tab, onboardDocument, input(more));
  };

  test('ONB-6 ONB-7 REST-40 REST-21 the organisation is theirs, and the response has the updated user', async () => {
    const { data, errors } = await board();
    expect(errors).toEqual([]);
    const { organisation, viewer } = data.onboardOrganisation;
    const id = String(system.platform.users.nowhere.id);
    expect(organisation).toMatchObject({ brandName: 'Newcomer', organiser: { id } });
    expect(viewer).toEqual({
      user: { id, firstName: 'Ada', organisationId: organisation.id },
      can: { onboardOrganisation: false, viewUsers: true },
    });
    expect(paths().filter((path) => path.startsWith('/consoles/') && /update|updare|create_/.test(path))).toEqual([
      orgPaths.update,
      orgPaths.record,
    ]);
  });

  test('ONB-7 what failed in the middle is finished by sending the same again', async () => {
    system.upstream.script(orgPaths.record, { status: 503, body: {} });
    expect((await board()).code).toBe('UPSTREAM_UNAVAILABLE');
    system.upstream.script(orgPaths.record);
    const { errors, data } = await board();
    expect([errors, data.onboardOrganisation.viewer.user.firstName]).toEqual([[], 'Ada']);
    expect(system.upstream.sent(orgPaths.update)).toEqual([]);
  });

  test.each(['orgA', 'adm'] as const)('ONB-6 %s has an organisation already', async (user) => {
    expect((await board(user)).code).toBe('FORBIDDEN');
    expect(paths()).not.toContain(orgPaths.update);
  });

  test('ONB-6 NAV-12 the viewer has the permission field', async () => {
    const may = async (user: 'nowhere' | 'orgA') =>
      (await (await system.signIn(user)).graphql('{ viewer { can { onboardOrganisation } } }')).data.viewer.can;
    expect([await may('nowhere'), await may('orgA')]).toEqual([
      { onboardOrganisation: true },
      { onboardOrganisation: false },
    ]);
  });

  test('GQL-13 an anonymous caller without a token is UNAUTHENTICATED', async () => {
    expect((await sendOrganisation(system.client(), onboardDocument, input())).code).toBe('UNAUTHENTICATED');
    expect((await system.client().graphql(onboardDocument, { input: input() })).code).toBe('UNAUTHENTICATED');
  });
});
