import type { ServerResponse } from 'node:http';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { holdDeadlines } from '../testing/deadlines.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { signToken, startScriptedProvider } from '../testing/scripted-provider.ts';
import { startSso } from '../testing/sso.ts';

const [provider, other] = [await startScriptedProvider(), await startScriptedProvider()];
afterAll(() => Promise.all([provider.close(), other.close()]));
const platform = useTestPlatform({ settings: { outboundHosts: [provider.host, other.host] } });
const sso = startSso(platform);
const event = 'http://schemas.openid.net/event/backchannel-logout';
let tokens = 0;

beforeEach(async () => {
  provider.reset();
  other.reset();
  // Makes the cached keys of the previous test too old.
  platform.moveClock(11 * minuteMs);
  await platform.prepare(
    async () => {
      await sso.enable('orgA', provider);
      await sso.link('assA', provider);
    },
    { atEachTime: false },
  );
});

/** The claims of a valid logout token. */
const claims = (more: object = {}) => {
  const iat = Math.floor(platform.now().getTime() / 1_000);
  tokens += 1;
  const usual = { iss: provider.issuer, aud: provider.clientId, iat, exp: iat + 120, jti: `token-${tokens}` };
  return { ...usual, events: { [event]: {} }, sub: 'person-1', ...more };
};
const goodToken = (more: object = {}) => signToken('RS256', claims(more));

const guidOf = async (id: number): Promise<string> =>
  (await platform.db.selectFrom('ent_org').select('guid').where('id', '=', id).executeTakeFirstOrThrow()).guid;
const logOut = async (logout_token: string, { organisation = platform.orgs.A, from = '203.0.113.9' } = {}) =>
  (
    await platform.call('POST /consoles/ext/back_channel_logout', {
      body: { organisation: await guidOf(organisation), logout_token },
      from,
    })
  ).statusCode;

/** Signs person-1 in with the provider. `sid` is the name of the session at the provider. */
const signInByProvider = async (sid?: string, more: object = {}): Promise<string> => {
  provider.token = (_nonce, usual) => signToken('RS256', { ...usual, ...(sid && { sid }), ...more });
  const { address, attempt } = (
    await platform.call('POST /consoles/ext/start_single_sign_on', { body: { email: 'assa@a.example' } })
  ).json();
  const body = { attempt, ...provider.open(address) };
  const signedIn = await platform.call('POST /consoles/ext/complete_single_sign_on', { body });
  return signedIn.json().current_ent_usr?.api_key ?? signedIn.json().refusal;
};
const isIn = async (key: string) => (await platform.call('GET /consoles/org_detail', { key })).statusCode === 200;
const areIn = (keys: string[]) => Promise.all(keys.map(isIn));

describe('a logout token', () => {
  test('BACKCHANNEL-1 with sub it ends all sessions of the person that began with the provider, and those that were handed over from them; the one by password stays', async () => {
    const first = await signInByProvider('at-home');
    const second = await signInByProvider();
    const byPassword = (await platform.signIn('assA')).apiKey;
    const body = { module: 'auditor' };
    const { token } = (await platform.call('POST /consoles/ext/handover', { key: first, body })).json();
    const adopted = (await platform.call('POST /tasks/api_user_detail', { body: { task: { api_key: token } } })).json()
      .user.api_key;
    expect(await areIn([first, second, adopted, byPassword])).toEqual([true, true, true, true]);
    expect(await logOut(goodToken())).toBe(200);
    expect(await areIn([first, second, adopted, byPassword])).toEqual([false, false, false, true]);
    expect(await platform.auditEntries('session:endByProvider')).toMatchObject([
      { ent_usr_id: platform.users.assA.id, target_id: String(platform.users.assA.id) },
    ]);
    const answer = await platform.call('GET /consoles/org_detail', { key: first });
    expect(answer.json().session_end).toBe('ENDED');
  });

  test('BACKCHANNEL-1 with sid it ends that session only; with both also those of the person without sid', async () => {
    const [home, work, unnamed] = [
      await signInByProvider('at-home'),
      await signInByProvider('at-work'),
      await signInByProvider(),
    ];
    expect(await logOut(goodToken({ sid: 'at-home', sub: undefined }))).toBe(200);
    expect(await areIn([home, work, unnamed])).toEqual([false, true, true]);
    expect(await logOut(goodToken({ sid: 'elsewhere' }))).toBe(200);
    expect(await areIn([work, unnamed])).toEqual([true, false]);
  });

  test('BACKCHANNEL-2 an unknown person, and one without sessions, are no failure and leave no event', async () => {
    for (const more of [{ sub: 'stranger' }, { sid: 'unknown', sub: undefined }, {}])
      expect(await logOut(goodToken(more))).toBe(200);
    expect(await platform.auditEntries('session:endByProvider')).toEqual([]);
  });

  test('BACKCHANNEL-3 it is good once, also where it is sent again after a new sign-in', async () => {
    await signInByProvider();
    const token = goodToken();
    expect(await logOut(token)).toBe(200);
    const again = await signInByProvider();
    expect(await logOut(token)).toBe(422);
    expect(await isIn(again)).toBe(true);
    // A used token is remembered for as long as it is valid.
    platform.moveClock(5 * minuteMs);
    expect(await logOut(token)).toBe(422);
  });

  test('BACKCHANNEL-3 a sign-in that it has overtaken is refused', async () => {
    expect(await logOut(goodToken({ sid: 'at-home' }))).toBe(200);
    expect(await signInByProvider('at-home')).toBe('EXPIRED');
    expect(await isIn(await signInByProvider('at-work'))).toBe(true);
  });

  test('BACKCHANNEL-6 one without exp is good for two minutes from iat, and once', async () => {
    const key = await signInByProvider();
    const token = goodToken({ iat: seconds() - 119, exp: undefined });
    expect([await logOut(token), await isIn(key), await logOut(token)]).toEqual([200, false, 422]);
    const later = goodToken({ exp: undefined });
    platform.moveClock(2 * minuteMs);
    expect(await logOut(later)).toBe(422);
  });

  const seconds = () => Math.floor(platform.now().getTime() / 1_000);
  test.each<[string, () => string]>([
    ['without a signature', () => signToken('none', claims())],
    ['signed with the client secret', () => signToken('HS256', claims(), provider.clientSecret)],
    ['with the signature of another', () => `${goodToken().slice(0, -8)}AAAAAAAA`],
    ['for another client', () => goodToken({ aud: 'another' })],
    ['of another issuer', () => goodToken({ iss: other.issuer })],
    ['with a nonce', () => goodToken({ nonce: 'n' })],
    ['with an empty nonce', () => goodToken({ nonce: null })],
    ['without events', () => goodToken({ events: undefined })],
    ['of another event', () => goodToken({ events: { 'http://schemas.openid.net/secevent/risc': {} } })],
    ['with an event that is no object', () => goodToken({ events: { [event]: true } })],
    ['without sub and sid', () => goodToken({ sub: undefined })],
    ['with a sub that is no text', () => goodToken({ sub: ['person-1'] })],
    ['with a sid that is too long', () => goodToken({ sid: 'x'.repeat(1_001) })],
    ['without jti', () => goodToken({ jti: undefined })],
    ['without exp that is 2 minutes old', () => goodToken({ iat: seconds() - 120, exp: undefined })],
    ['with an exp that is no time', () => goodToken({ exp: 'soon' })],
    ['that has expired', () => goodToken({ iat: seconds() - 300, exp: seconds() - 61 })],
    [
      'that is older than ten minutes, whatever it says',
      () => goodToken({ iat: seconds() - 661, exp: seconds() + 9_999 }),
    ],
    ['of the future', () => goodToken({ iat: seconds() + 120, exp: seconds() + 240 })],
    ['that is no token', () => 'x'],
    ['that is empty', () => ''],
    // The token that the provider sends to the browser.
    [
      'that is an ID token',
      () => signToken('RS256', { ...claims({ events: undefined }), nonce: 'n', email: 'assa@a.example' }),
    ],
  ])('BACKCHANNEL-3 one %s is refused, and ends nothing', async (_what, make) => {
    const key = await signInByProvider('at-home');
    expect(await logOut(make())).toBe(422);
    expect(await isIn(key)).toBe(true);
  });

  test('BACKCHANNEL-3 one of another organisation’s provider ends nothing of either', async () => {
    await sso.enable('orgB', other);
    const key = await signInByProvider();
    const ofOther = goodToken({ iss: other.issuer });
    expect(await logOut(ofOther)).toBe(422);
    expect(await logOut(goodToken(), { organisation: platform.orgs.B })).toBe(422);
    expect(await isIn(key)).toBe(true);
    // The token of B's own provider only reaches users of B, and none of them is linked.
    expect(await logOut(ofOther, { organisation: platform.orgs.B })).toBe(200);
    expect(await isIn(key)).toBe(true);
  });

  test('BACKCHANNEL-2 while single sign-on is off, and of an organisation that does not exist, it is refused in the same way', async () => {
    const key = await signInByProvider();
    await sso.switchTo('orgA', false);
    expect(await logOut(goodToken())).toBe(422);
    for (const organisation of ['00000000-0000-4000-8000-000000000000', 'x', "' or 1=1 --"]) {
      const body = { organisation, logout_token: goodToken() };
      expect((await platform.call('POST /consoles/ext/back_channel_logout', { body })).statusCode).toBe(422);
    }
    expect(await isIn(key)).toBe(true);
  });

  test('BACKCHANNEL-2 after another issuer was entered, the old provider signs no one out', async () => {
    const key = await signInByProvider();
    await sso.update('orgA', { issuer: other.issuer });
    await sso.test('orgA');
    await sso.passSignIn('orgA');
    await sso.switchTo('orgA', true);
    expect(await logOut(goodToken())).toBe(422);
    expect(await logOut(goodToken({ iss: other.issuer }))).toBe(200);
    expect(await isIn(key)).toBe(true);
  });
});

describe('a refusal', () => {
  const stored = async () => (await sso.read('orgA')).json().single_sign_on.logout_refusal;

  test.each<[reason: string, make: () => string]>([
    ['MALFORMED', () => 'x'],
    ['ALGORITHM', () => signToken('none', claims())],
    ['ISSUER', () => goodToken({ iss: other.issuer })],
    ['AUDIENCE', () => goodToken({ aud: 'another' })],
    ['EVENT', () => goodToken({ events: {} })],
    ['NONCE', () => goodToken({ nonce: 'n' })],
    ['TIME', () => goodToken({ iat: undefined })],
    ['EXPIRED', () => goodToken({ iat: 1, exp: 2 })],
    ['ID', () => goodToken({ jti: undefined })],
    ['SUBJECT', () => goodToken({ sub: undefined })],
    ['SIGNATURE', () => `${goodToken().slice(0, -8)}AAAAAAAA`],
  ])(
    'BACKCHANNEL-6 says in the activity and on the page that it was LOGOUT_TOKEN_%s, and the provider learns nothing',
    async (reason, make) => {
      const body = { organisation: await guidOf(platform.orgs.A), logout_token: make() };
      const answer = await platform.call('POST /consoles/ext/back_channel_logout', { body });
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { message: 'The logout token is not valid. Send a new one.' },
      ]);
      const word = `LOGOUT_TOKEN_${reason}`;
      expect(await platform.auditEntries('access:refuse')).toMatchObject([
        { code: 'TOKEN_INVALID', after: { reason: word } },
      ]);
      expect(await stored()).toEqual({ at: platform.now().toISOString(), reason: word });
    },
  );

  test('BACKCHANNEL-6 of a token that is sent again says so, until another one is accepted', async () => {
    const token = goodToken();
    await logOut(token);
    expect(await stored()).toBeNull();
    await logOut(token);
    expect(await stored()).toMatchObject({ reason: 'LOGOUT_TOKEN_USED' });
    await logOut(goodToken());
    expect(await stored()).toBeNull();
  });
});

describe('the keys of the provider', () => {
  const jwksRequests = () => provider.requests.filter((path) => path === '/jwks').length;

  test('BACKCHANNEL-4 are asked for once for many tokens, and not at all for what is wrong without them', async () => {
    provider.requests.length = 0;
    for (const token of [
      'x',
      signToken('none', claims()),
      goodToken({ iss: 'https://other.example' }),
      goodToken({ nonce: 'n' }),
    ])
      await logOut(token);
    expect(jwksRequests()).toBe(0);
    for (let at = 0; at < 5; at += 1) expect(await logOut(goodToken())).toBe(200);
    expect(jwksRequests()).toBe(1);
  });

  test('BACKCHANNEL-4 are asked for once a minute at most, whatever keys forged tokens name', async () => {
    await logOut(goodToken());
    const forged = (kid: string) => {
      const [, payload] = goodToken().split('.');
      return `${Buffer.from(JSON.stringify({ alg: 'RS256', kid })).toString('base64url')}.${payload}.AAAA`;
    };
    provider.requests.length = 0;
    for (let at = 0; at < 20; at += 1) expect(await logOut(forged(`key-${at}`), { from: `203.0.113.${at}` })).toBe(422);
    expect(jwksRequests()).toBe(0);
    platform.moveClock(61_000);
    await Promise.all(Array.from({ length: 10 }, (_, at) => logOut(forged(`key-${at}`), { from: `203.0.114.${at}` })));
    expect(jwksRequests()).toBe(1);
    // The valid key is still cached.
    expect(await logOut(goodToken())).toBe(200);
  });

  let deadlines: ReturnType<typeof holdDeadlines>;
  test.each<[string, (reply: ServerResponse) => void]>([
    ['hang', () => deadlines.pass(5)],
    ['are 10 MB', (reply) => void reply.end(Buffer.alloc(10 * 1024 * 1024, ' '))],
    ['are no JSON', (reply) => void reply.end('<html>')],
    ['are secrets', (reply) => void reply.end(JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'key' }] }))],
  ])('BACKCHANNEL-4 that %s let no token pass, and are not asked for again within a minute', async (_what, answer) => {
    const key = await signInByProvider();
    deadlines = holdDeadlines();
    provider.answers.set('/jwks', answer);
    provider.requests.length = 0;
    expect(await logOut(goodToken())).toBe(422);
    expect(await logOut(goodToken())).toBe(422);
    expect([jwksRequests(), await isIn(key)]).toEqual([1, true]);
    provider.answers.clear();
    platform.moveClock(61_000);
    expect(await logOut(goodToken())).toBe(200);
    expect(await isIn(key)).toBe(false);
  });
});

test('BACKCHANNEL-4 an address that sends many wrong tokens is refused for a while, and no other one', async () => {
  const statuses: number[] = [];
  for (let at = 0; at < 51; at += 1) statuses.push(await logOut('x'));
  expect([statuses[0], statuses.at(-1)]).toEqual([422, 429]);
  expect(await logOut(goodToken())).toBe(429);
  expect(await logOut(goodToken(), { from: '203.0.113.10' })).toBe(200);
});

test('BACKCHANNEL-1 how a session began is stored, without the name of the session at the provider', async () => {
  await signInByProvider('a-name-of-a-session');
  await platform.signIn('assA');
  const rows = await platform.db
    .selectFrom('session')
    .selectAll()
    .where('ent_usr_id', '=', platform.users.assA.id)
    .execute();
  expect(rows.map(({ began_by }) => began_by)).toEqual(['provider', 'password']);
  expect(JSON.stringify(rows)).not.toContain('a-name-of-a-session');
  expect(await isIn(await signInByProvider('x'.repeat(100_000)))).toBe(true);
});

test('BACKCHANNEL-4 wrong tokens for one organisation do not hold up those of another that come from the same address', async () => {
  await sso.enable('orgB', other);
  const { A, B } = platform.orgs;
  for (let at = 0; at < 51; at += 1) await logOut('x', { organisation: B });
  expect([await logOut('x', { organisation: B }), await logOut(goodToken(), { organisation: A })]).toEqual([429, 200]);
  // Organisations without single sign-on look unknown.
  for (let at = 0; at < 51; at += 1) await logOut('x', { organisation: platform.orgs.M });
  expect([await logOut('x', { organisation: platform.orgs.D }), await logOut(goodToken())]).toEqual([429, 200]);
});
