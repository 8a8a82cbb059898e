import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { fixturePassword, type UserName } from '@console/platform/testing/fixtures';
import { startTestPlatform, type TestPlatform } from '@console/platform/testing/platform';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FaultUpstream, type Sent, startFaultUpstream } from '../testing/fault-upstream.ts';
import { type Shape, shapeOf } from '../testing/shapes.ts';
import { checkApi } from './check-api.ts';
import { readCallChecks } from './read-call-checks.ts';

const modes = ['on', 'off'] as const;
type Mode = (typeof modes)[number];

let shape: Shape | null = null;
const platforms = {} as Record<Mode, TestPlatform>;
const upstreams = {} as Record<Mode, FaultUpstream>;
/** Proxies that repeat a platform's first response to a request, for tests that change other responses. */
const remembered = {} as Record<Mode, FaultUpstream>;
const closers: { close(): Promise<void> }[] = [];

/** Passes each different request on once. All wrong keys count as equal. */
function rememberResponses(app: FastifyInstance) {
  const answers = new Map<string, Promise<LightMyRequestResponse>>();
  const inject = (request: InjectOptions) => {
    const { method, url, headers, payload = '' } = request;
    const key = JSON.stringify([method, url, headers?.['api-key'], String(payload)]).replace(/wrong-[\w-]+/g, 'wrong');
    const answer = answers.get(key) ?? app.inject(request);
    answers.set(key, answer);
    return answer;
  };
  return { inject } as FastifyInstance;
}

beforeAll(async () => {
  for (const mode of modes) {
    const start = () => startTestPlatform({ settings: { extensions: mode === 'on' } });
    platforms[mode] = await start();
    upstreams[mode] = await startFaultUpstream(platforms[mode].app, (...given) => (shape ? shape(...given) : given[2]));
    const asked = await start();
    remembered[mode] = await startFaultUpstream(rememberResponses(asked.app));
    closers.push(upstreams[mode], platforms[mode], remembered[mode], asked);
  }
});
beforeEach(async () => {
  shape = null;
  for (const mode of modes) {
    if (upstreams[mode].requests.length > 0) await platforms[mode].reset();
    upstreams[mode].clear();
    remembered[mode].clear();
    // Sign-out is scripted, because the session of the remembered sign-in must not end.
    remembered[mode].script(calls.logoutApiUser.path, { body: { success: true } });
  }
});
afterAll(async () => {
  for (const closer of closers) await closer.close();
});

/** Runs the check and answers its questions. A question without an answer fails the test. */
async function check(
  url: string,
  {
    args = [],
    env = {},
    answers = {},
    isInteractive = true,
    signal,
  }: {
    args?: string[];
    env?: Record<string, string>;
    answers?: Record<string, string | (() => Promise<string>)>;
    isInteractive?: boolean;
    signal?: AbortSignal;
  } = {},
) {
  const printed: string[] = [];
  const asked: string[] = [];
  const answer = async (question: string) => {
    asked.push(question);
    const [, given] = Object.entries(answers).find(([start]) => question.startsWith(start)) ?? [];
    if (given === undefined) throw new Error(`no answer to ${question}`);
    return typeof given === 'string' ? given : given();
  };
  const terminal = { isInteractive, print: (text: string) => void printed.push(text), ask: answer, askSecret: answer };
  const code = await checkApi([url, ...args], env, terminal, signal);
  const text = printed.join('\n');
  const line = ({ method, path }: Call) => text.split('\n').find((one) => one.startsWith(`${method} ${path} `)) ?? '';
  return { code, text, line, asked };
}
const as = (user: UserName, mode: Mode = 'on') => ({
  answers: { Email: platforms[mode].users[user].email, Password: fixturePassword },
});
const reads = new Set(
  Object.values<Call>(calls).flatMap(({ kind, method, path }) => (kind === 'read' ? `${method} ${path}` : [])),
);
const sentTo = (upstream: FaultUpstream) => upstream.requests.map(({ method, path }) => `${method} ${path}`);
const openSessions = (mode: Mode) =>
  platforms[mode].db.selectFrom('session').select('id').where('ended_at', 'is', null).execute();

describe.each(modes)('DESIGN-3 against our platform with extensions %s', (mode) => {
  test('every call is understood, only reads are sent besides the sign-in, and the session ends', async () => {
    const { code, text, line } = await check(upstreams[mode].origin, as('adm', mode));
    expect([code, text]).toEqual([0, expect.stringContaining('The console can work with this product API.')]);
    expect(text).toContain(' 0 not understood');
    expect(line(calls.orgDetail)).toMatch(/ 200 +under org$/);
    expect(line(calls.orgList)).toMatch(/ 200 +under active_orgs, under disable_orgs +3 \+ 1$/);
    const sent = sentTo(upstreams[mode]);
    expect(sent.filter((call) => !reads.has(call))).toEqual(['POST /login', 'POST /consoles/logout_api_user']);
    const again = sent.filter((call, place) => sent.indexOf(call) !== place);
    expect(again).toEqual(['POST /tasks/api_user_detail']);
    expect(await openSessions(mode)).toEqual([]);
  });

  test('a passcode is requested where one is required, and is only mailed when it is left empty', async () => {
    const { answers } = as('mfaA', mode);
    const passcodes = ['', () => platforms[mode].passcode('mfaA')];
    const next = async () => {
      const given = passcodes.shift() ?? '';
      return typeof given === 'string' ? given : given();
    };
    const { code, asked } = await check(upstreams[mode].origin, { answers: { ...answers, Passcode: next } });
    expect([code, asked.length, upstreams[mode].sent(calls.sendOtp.path).length]).toEqual([0, 4, 1]);
    expect(await openSessions(mode)).toEqual([]);
  });

  test('a wrong passcode ends with exit code 1, and nothing was mailed', async () => {
    const { answers } = as('mfaA', mode);
    const { code, line } = await check(upstreams[mode].origin, { answers: { ...answers, Passcode: '0000' } });
    expect([code, upstreams[mode].sent(calls.sendOtp.path)]).toEqual([1, []]);
    expect(line(calls.login)).toContain('422');
    expect(line(calls.apiUserDetail)).toContain('needs a valid key');
  });
});

describe('DESIGN-3 with a key', () => {
  test.each([
    ['the argument', (key: string) => ({ args: [`--key=${key}`] })],
    ['PRODUCT_API_KEY', (key: string) => ({ env: { PRODUCT_API_KEY: key } })],
  ])('given by %s nothing is requested, and its session continues', async (_how, given) => {
    const { apiKey } = await platforms.on.signIn('adm');
    const { code, asked, text } = await check(upstreams.on.origin, given(apiKey));
    expect([code, asked, text.includes(apiKey)]).toEqual([0, [], false]);
    expect(sentTo(upstreams.on).filter((call) => !reads.has(call))).toEqual([]);
    expect(await openSessions('on')).toHaveLength(1);
    const { headers } = upstreams.on.sent(calls.orgDetail.path)[0] ?? {};
    expect(headers).toMatchObject({ 'api-key': apiKey });
  });

  test('the headers are those of the gateway’s settings', async () => {
    const { apiKey } = await platforms.on.signIn('adm');
    await check(upstreams.on.origin, { args: [`--key=${apiKey}`], env: { API_KEY_HEADER: 'X-Own-Key' } });
    expect(upstreams.on.requests[0]?.headers).toMatchObject({ 'x-own-key': apiKey });
  });

  test('that is refused, nothing else is sent with it', async () => {
    const { code, line } = await check(upstreams.on.origin, { args: ['--key=-unknown'] });
    expect([code, line(calls.apiUserDetail)]).toEqual([
      1,
      expect.stringMatching(/ 401 +UNAUTHENTICATED: Sign in to continue\./),
    ]);
    expect(line(calls.orgDetail)).toContain('not sent');
    const sent = sentTo(upstreams.on);
    expect(sent[0]).toBe('POST /tasks/api_user_detail');
    expect(sent.slice(1).every((path) => /_list$/.test(path))).toBe(true);
    expect(sent).not.toContain('GET /consoles/org_list');
  });
});

test.each([1, 2, 3, 4])(
  'DESIGN-3 answers of other shapes (seed %i) are understood, each with its place',
  async (seed) => {
    shape = shapeOf(seed);
    const { code, text } = await check(upstreams.off.origin, as('adm', 'off'));
    expect([code, text]).toEqual([0, expect.stringContaining(' 0 not understood')]);
    expect(text).not.toMatch(/ found( |$)/m);
    expect(await openSessions('off')).toEqual([]);
  },
);

describe('DESIGN-3 says where an answer was found', () => {
  test.each([
    ['bare', (body: object) => Object.values(body)[0]],
    ['under org_detail.org', (body: object) => ({ org_detail: body })],
    ['under data', (body: object) => ({ data: Object.values(body)[0] })],
    ['under organisation', (body: object) => ({ organisation: Object.values(body)[0] })],
  ])('%s', async (place, change) => {
    remembered.off.script(calls.orgDetail.path, { real: true, change: (body) => change(Object(body)) });
    const { code, line } = await check(remembered.off.origin, as('adm', 'off'));
    expect([code, line(calls.orgDetail)]).toEqual([0, expect.stringMatching(new RegExp(` 200 +${place}$`))]);
  });

  test('rows under a name of theirs', async () => {
    remembered.off.script(calls.activeUserList.path, {
      real: true,
      change: (body) => ({ data: { users: Object(body).active_users.map((user: object) => ({ user })) } }),
    });
    const { line } = await check(remembered.off.origin, as('adm', 'off'));
    expect(line(calls.activeUserList)).toMatch(/ 200 +under data\.users\[\]\.user +\d+$/);
  });
});

describe('DESIGN-3 a product API that is not as it must be', () => {
  test('lacks a call: the table says what does not work, and the console can work all the same', async () => {
    remembered.on.script(calls.getSso.path, { status: 404, body: { message: 'No such route' } });
    const { code, line } = await check(remembered.on.origin, as('adm'));
    expect(code).toBe(0);
    expect(line(calls.getSso)).toMatch(/ 404 +NOT_FOUND: No such route .* the single sign-on tab$/);
  });

  test.each([
    calls.isMultiFactorEnabled,
    calls.login,
    calls.apiUserDetail,
    calls.orgDetail,
    calls.activeUserList,
    calls.getUserDetailById,
  ])('lacks $path: exit code 1', async (call) => {
    remembered.on.script(call.path, { status: 404, body: {} });
    const { code, text } = await check(remembered.on.origin, as('adm'));
    expect([code, text]).toEqual([1, expect.stringContaining(`cannot work with this product API: ${call.path}`)]);
  });

  test('answers HTML: exit code 1, and the first 80 letters of the page are printed', async () => {
    const start = `<html>${'x'.repeat(74)}`;
    remembered.on.script(calls.orgDetail.path, { body: `${start}beyond` });
    const { code, line, text } = await check(remembered.on.origin, as('adm'));
    expect([code, text.includes('beyond')]).toEqual([1, false]);
    expect(line(calls.orgDetail)).toContain('UPSTREAM_BAD_RESPONSE: text/html instead of JSON');
    expect(text).toContain(`\nGET /consoles/org_detail begins with: ${start}\n`);
  });

  test.each([
    ['<br />\n<b>Warning</b>: Undefined index {"org":{}}', 'has text before its JSON, begins with: <br /> <b>Warning'],
    ['\uFEFF<html>', 'begins with the byte order mark of UTF-8'],
    ['\uFEFF{"org":{"id":1,"brandname":"A"}}', 'begins with the byte order mark of UTF-8'],
    [Buffer.from('\uFEFF{"org":{}}', 'utf16le'), 'begins with the byte order mark of UTF-16LE'],
    [Buffer.from('{"org":"é"}', 'latin1'), 'is not in UTF-8, and declares no other character set'],
    [Buffer.from('{"org":"é"}', 'latin1'), 'is in ISO-8859-1', 'application/json; charset=ISO-8859-1'],
    [Buffer.from('{}'), 'is not in klingon', 'application/json; charset=klingon'],
  ])('CASES-59 answers the text %j: %s', async (body, note, contentType = 'application/json') => {
    remembered.on.script(calls.orgDetail.path, {
      body: Buffer.from(body as string),
      headers: { 'content-type': contentType },
    });
    const { text } = await check(remembered.on.origin, as('adm'));
    expect(text).toContain(`\nGET /consoles/org_detail ${note}`);
  });

  test('CASES-59 redirects: the target is named', async () => {
    remembered.on.script(calls.orgDetail.path, { status: 302, headers: { location: 'https://b.example/login.php' } });
    const { code, line } = await check(remembered.on.origin, as('adm'));
    expect(code).toBe(1);
    expect(line(calls.orgDetail)).toContain('UPSTREAM_BAD_RESPONSE: redirect to https://b.example/login.php');
  });

  const rows = { first: { id: 1, email: 'a@b.example' }, second: { id: 2, email: 'c@d.example' } };
  test.each([
    [{}, 'active_users (nothing in its place)'],
    [{ active_users: null }, 'active_users (nothing in its place)'],
    [{ data: rows }, 'active_users (2 entries in an object under data)'],
    [{ data: { 1: 'Ann', 2: 'Bob' } }, 'active_users (2 entries in an object under data)'],
    [{ payload: { users: Object.values(rows) } }, 'active_users (2 entries under payload.users)'],
    [{ one: Object.values(rows), two: [1] }, 'active_users (2 entries under one, 1 entries under two)'],
  ])('CASES-59 has %j in place of a vital list: it cannot work, and what is where is said', async (body, missing) => {
    remembered.on.script(calls.activeUserList.path, { body });
    const { code, line, text } = await check(remembered.on.origin, as('adm'));
    expect([code, line(calls.activeUserList)]).toEqual([1, expect.stringContaining(`  ${missing}  `)]);
    expect(text).toContain('cannot work with this product API: /consoles/active_user_list');
  });

  test('CASES-59 has a list that became an object by id: it is read, and that is said', async () => {
    const body = { data: { 101: rows.first, 103: rows.second } };
    remembered.on.script(calls.activeUserList.path, { body });
    const { code, line } = await check(remembered.on.origin, as('adm'));
    expect([code, line(calls.activeUserList)]).toEqual([0, expect.stringMatching(/ under data, an object by id +2$/)]);
  });

  test('ENT-10 has options as an object of id to label: they are read, and that is said', async () => {
    remembered.on.script(calls.industryList.path, { body: { data: { 1: 'Banking', 2: 'Energy' } } });
    const { code, line } = await check(remembered.on.origin, as('adm'));
    expect([code, line(calls.industryList)]).toEqual([0, expect.stringMatching(/ under data, an object by id +2$/)]);
  });

  test.each([
    [{ status: 401, body: {} }, / 401 +the end of a session$/],
    [
      { status: 302, headers: { location: '/login.php' } },
      / 302 +UPSTREAM_BAD_RESPONSE: redirect to \/login\.php +the end/,
    ],
    [{ body: { success: false, error: 'No session' } }, / 200 +INVALID: No session +the end of a session: its user/],
    [{ body: { user: { id: 1, email: 'a@b.example' } } }, / 200 +a wrong key is accepted +the end of a session/],
  ])('CASES-59 answers one wrong key with %j: what an ended session looks like is said', async (fault, finding) => {
    const path = calls.apiUserDetail.path;
    const isWrong = ({ body }: Sent) => JSON.stringify(body).includes('"wrong-');
    remembered.on.script(path, { ...fault, of: isWrong });
    const { code, text } = await check(remembered.on.origin, as('adm'));
    const line = text.split('\n').find((one) => one.startsWith(`POST ${path} with a wrong key `));
    expect([code, line]).toEqual([0, expect.stringMatching(finding)]);
    expect(remembered.on.sent(path).map(isWrong)).toEqual([false, true]);
  });

  test('CASES-59 has images on other hosts: IMAGE_HOSTS is named, unless they are allowed', async () => {
    const organisation = { id: 1, brandname: 'A', icon: { url: '/files/1.png' } };
    const org = { ...organisation, logo: { url: 'https://cdn.example/a.png' }, website: 'https://a.example' };
    remembered.on.script(calls.orgDetail.path, { body: { org } });
    const { text } = await check(remembered.on.origin, as('adm'));
    expect(text).toContain(
      '\nGET /consoles/org_detail has images on other hosts, which are not shown without IMAGE_HOSTS=cdn.example\n',
    );
    const allowed = await check(remembered.on.origin, { ...as('adm'), env: { IMAGE_HOSTS: 'cdn.example' } });
    expect(allowed.text).not.toContain('images');
  });

  test('CASES-59 escapes names for HTML: that is said', async () => {
    const [brandname, legalname] = ['A &amp; B', 'C&ocirc;te'];
    remembered.on.script(calls.orgDetail.path, { body: { org: { id: 1, brandname, legalname } } });
    const { text } = await check(remembered.on.origin, as('adm'));
    expect(text).toContain(
      '\nGET /consoles/org_detail has HTML entities in 2 texts, which are shown as they are, such as A &amp; B (brandname)\n',
    );
  });

  test.each([
    [calls.orgDetail, { org: { id: 1 } }, 'org without id or brandname'],
    [calls.orgDetail, { status: 'ok' }, 'org'],
    [calls.apiUserDetail, { user: { id: 1, email: 'a@b.example', role: { idStr: 'OWNER' } } }, 'user.role'],
    [calls.login, { current_ent_usr: { id: 1, email: 'a@b.example' } }, 'current_ent_usr.api_key'],
    [calls.isMultiFactorEnabled, {}, 'success, enabled'],
    [calls.activeUserList, { active_users: [{ id: 1 }, {}] }, 'id or email in 2 of 2 active_users'],
    [calls.activeUserList, { active_users: 'none' }, 'active_users'],
  ])('answers %o with %j: what is missing is named', async (call, body, missing) => {
    remembered.on.script(call.path, { body });
    const { code, line } = await check(remembered.on.origin, as('adm'));
    expect([code, line(call)]).toEqual([1, expect.stringContaining(`  ${missing}  `)]);
  });

  test('has rows that cannot be read among good ones: they are counted, and the list works', async () => {
    remembered.on.script(calls.activeUserList.path, {
      body: { active_users: [{ id: 1, email: 'a@b.example' }, { id: 2 }] },
    });
    const { code, line } = await check(remembered.on.origin, as('adm'));
    expect([code, line(calls.activeUserList)]).toEqual([
      0,
      expect.stringMatching(/ 1 +id or email in 1 of 2 active_users \(not shown\)$/),
    ]);
  });

  test('has no list: that is said, as it is read as an empty one', async () => {
    remembered.on.script(calls.industryList.path, { body: { message: 'ok' } });
    const { line } = await check(remembered.on.origin, as('adm'));
    expect(line(calls.industryList)).toMatch(/ 200 +empty +0 +industries \(read as empty\)$/);
  });

  test('does not answer at all: exit code 1', async () => {
    const { code, line } = await check('http://127.0.0.1:9', { args: ['--key', 'x'] });
    expect([code, line(calls.apiUserDetail)]).toEqual([1, expect.stringContaining('no response (ECONNREFUSED)')]);
  });

  test('refuses to end the session: that is said', async () => {
    remembered.on.script(calls.logoutApiUser.path, { status: 500, body: {} });
    const { code, line } = await check(remembered.on.origin, as('adm'));
    expect([code, line(calls.logoutApiUser)]).toEqual([0, expect.stringContaining('leaves the session open')]);
  });

  test('quotes the password or the key: the table does not', async () => {
    remembered.on.script(calls.login.path, { status: 422, body: { message: `Not ${fixturePassword}` } });
    const signIn = await check(remembered.on.origin, as('adm'));
    remembered.on.script(calls.apiUserDetail.path, { status: 401, body: { message: 'No key k-1234567890' } });
    const withKey = await check(remembered.on.origin, { args: ['--key', 'k-1234567890'] });
    expect([signIn.line(calls.login), withKey.line(calls.apiUserDetail)]).toEqual([
      expect.stringContaining('Not [secret]'),
      expect.stringContaining('No key [secret]'),
    ]);
  });

  test('writes control characters: they do not reach the terminal', async () => {
    remembered.on.script(calls.getSso.path, { status: 422, body: { message: 'a\u001b[2Jb\nc' } });
    const { text } = await check(remembered.on.origin, as('adm'));
    expect([text.includes('\u001b'), text.includes('a[2Jb c')]).toEqual([false, true]);
  });
});

test('DESIGN-3 every read call of the specification is checked, but for the one that needs a mailed token', () => {
  const checked = new Set<Call>(readCallChecks.map(({ call }) => call));
  const others = Object.values<Call>(calls).filter((call) => call.kind === 'read' && !checked.has(call));
  expect(others.map(({ name }) => name)).toEqual(['userByResetPwd']);
  expect([...checked].filter(({ kind }) => kind !== 'read')).toEqual([]);
});

test.each([
  [{ Email: 'unknown@a.example' }, 'The email or password is incorrect.'],
  [{ Password: 'wrong' }, 'The email or password is incorrect.'],
])('CASES-59 with %j, which is mistyped, nothing else is called broken', async (typed, reason) => {
  const { answers } = as('adm', 'off');
  for (const extensions of modes) {
    const { code, text } = await check(remembered[extensions].origin, { answers: { ...answers, ...typed } });
    expect([code, text]).toEqual([1, expect.stringContaining(`\n${reason} Calls that need a key were not checked.`)]);
    expect(text).toContain(' 0 not understood');
    expect(text).not.toContain('cannot work');
  }
});

test('CASES-59 with a key that is refused nothing else is called broken', async () => {
  const { code, text } = await check(remembered.on.origin, { args: ['--key=unknown'] });
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/\nThe key was rejected\. Calls that need a key were not checked\.$/),
  ]);
  expect(text).toContain(' 0 not understood');
});

test('DESIGN-3 a wrong password ends with exit code 1, and what needs no key is checked', async () => {
  const { answers } = as('adm');
  const { code, line, text } = await check(remembered.on.origin, { answers: { ...answers, Password: 'wrong' } });
  expect([code, line(calls.login)]).toEqual([1, expect.stringContaining('422')]);
  expect(text).toContain(' 0 not understood');
  expect(text).toMatch(/\nThe email or password is incorrect\. Calls that need a key were not checked\.$/);
  expect(line(calls.countryList)).toContain(' 200 ');
  expect(remembered.on.sent(calls.logoutApiUser.path)).toEqual([]);
});

test('DESIGN-3 a check that is stopped ends its session', async () => {
  const stop = new AbortController();
  upstreams.on.script(calls.orgDetail.path, { hang: true });
  const running = check(upstreams.on.origin, { ...as('adm'), signal: stop.signal });
  await expect.poll(() => upstreams.on.sent(calls.orgDetail.path)).toHaveLength(1);
  stop.abort();
  const { code, line } = await running;
  expect([code, line(calls.activeUserList)]).toEqual([1, expect.stringContaining('stopped')]);
  expect(await openSessions('on')).toEqual([]);
});

test.each([
  ['no URL', ['']],
  ['two URLs', ['http://a.example', 'http://b.example']],
  ['an unknown option', ['http://a.example', '--force']],
  ['a key that is none', ['http://a.example', '--key', 'two words']],
  ['a URL with a password', ['http://a:b@a.example']],
])('DESIGN-3 %s is wrong usage: exit code 2, and nothing is sent', async (_what, [url = '', ...args]) => {
  const { code, text, asked } = await check(url, { args });
  expect([code, asked, text]).toEqual([2, [], expect.stringContaining('Usage: check-api URL')]);
});

test('DESIGN-3 without a key and a terminal it is wrong usage', async () => {
  expect(await check(upstreams.on.origin, { isInteractive: false })).toMatchObject({ code: 2, asked: [] });
  expect(upstreams.on.requests).toEqual([]);
});
