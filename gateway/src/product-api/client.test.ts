import { beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { startTestSystem, type TestSystem, useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { PRODUCT_API_TIMEOUT_MS: '1500' } });
let tab: TestClient;
beforeEach(async () => {
  tab = await system.signIn('adm');
  system.upstream.requests.length = 0;
});

const path = '/consoles/org_detail';
const read = () => tab.graphql('{ organisation(id: "7") { id } }');
const errorOf = async (fault: object) => {
  system.upstream.script(path, fault);
  return (await read()).errors[0];
};

describe('a failed call', () => {
  test.each([
    ['ERR-1 shows data.message', { message: 'Not today' }, 'Not today', []],
    [
      'ERR-2 ERR-7 shows one line for each message',
      { errors: { email: ['is taken', 'is odd'], name: 'is short' } },
      'email is taken\nemail is odd\nname is short',
      ['email', 'email', 'name'],
    ],
    ['ERR-3 shows base without its name', { errors: { base: ['No seats left'] } }, 'No seats left', []],
    ['ERR-4 MSG-29 says Request Failed when there is neither', { detail: 'x' }, 'Request Failed', []],
    [
      'ERR-8 ERR-10 prefers the message and keeps the fields',
      { message: 'Look below', errors: { email: ['is taken'] } },
      'Look below',
      ['email'],
    ],
    [
      'ERR-2 drops control characters',
      { errors: { base: ['no \u0000\u202e x'], email: ['is <i>bad</i>\u0007\u2066\u2069'] } },
      'no  x\nemail is <i>bad</i>',
      ['email'],
    ],
    ['ERR-4 takes no other types for text', { message: { a: 1 }, errors: [{}, 5] }, 'Request Failed', []],
  ])('%s', async (_what, body, message, fields) => {
    const error = await errorOf({ status: 422, body });
    expect(error?.message).toBe(message);
    expect(error?.extensions).toMatchObject({ code: 'INVALID', httpStatus: 422 });
    expect(error?.extensions.fields.map((field) => field.path)).toEqual(fields);
  });

  test('CASES-24 RELIABILITY-F5 ERR-1 shows 500 characters of a long message, with status 500 as well', async () => {
    const error = await errorOf({ status: 500, body: { message: '😀'.repeat(10_000) } });
    expect(Array.from(error?.message ?? '')).toHaveLength(500);
  });

  test.each([
    [400, 'INVALID'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [422, 'INVALID'],
    [500, 'UPSTREAM_BAD_RESPONSE'],
    [501, 'CAPABILITY_UNAVAILABLE'],
    [502, 'UPSTREAM_UNAVAILABLE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [504, 'UPSTREAM_TIMEOUT'],
  ])('ERR-8 ERR-9 with status %i has the code %s', async (status, code) => {
    const error = await errorOf({ status, body: { message: 'said' } });
    expect(error).toMatchObject({ message: 'said', extensions: { code, httpStatus: status } });
  });

  test.each([
    [
      'a page with status 500',
      { status: 500, body: '<script>PG::Error at 10.0.0.1</script>' },
      'UPSTREAM_BAD_RESPONSE',
    ],
    ['a page with status 200', { body: '<html>' }, 'UPSTREAM_BAD_RESPONSE'],
    ['broken JSON', { body: '{"org": {"id": 1' }, 'UPSTREAM_BAD_RESPONSE'],
    ['a JSON text', { body: '"secret of the upstream"' }, 'UPSTREAM_BAD_RESPONSE'],
    ['nothing', { body: '' }, 'UPSTREAM_BAD_RESPONSE'],
    ['a cut connection', { reset: true }, 'UPSTREAM_UNAVAILABLE'],
    ['silence', { hang: true }, 'UPSTREAM_TIMEOUT'],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://169.254.169.254/' }, body: { message: 'go' } },
      'UPSTREAM_BAD_RESPONSE',
    ],
    ['headers without end', { headers: { 'x-a': 'x'.repeat(40_000) } }, 'UPSTREAM_BAD_RESPONSE'],
  ])(
    'RELIABILITY-F5 RELIABILITY-F6 RELIABILITY-F7 RELIABILITY-F12 ERR-4 ERR-9 %s is Request Failed with a code, and nothing else gets out',
    async (_what, fault, code) => {
      system.upstream.script(path, fault);
      const { text, errors } = await read();
      expect(errors[0]).toMatchObject({ message: 'Request Failed', extensions: { code } });
      expect(text).not.toMatch(/PG::|10\.0\.0\.1|127\.0\.0\.1|node_modules|stack|secret|ECONN|UND_ERR/);
      expect(system.upstream.sent('/')).toEqual([]);
    },
  );

  test('RELIABILITY-F13 ERR-8 is RATE_LIMITED with its seconds, from the body, else from the header, and is not retried', async () => {
    const limited = (more: object) => errorOf({ status: 429, ...more });
    const seconds = [
      await limited({ body: { message: 'x', retry_after: 12 }, headers: { 'retry-after': '120' } }),
      await limited({ body: { message: 'x' }, headers: { 'retry-after': '120' } }),
      await limited({ body: { message: 'x' } }),
    ].map((error) => [error?.extensions.code, error?.extensions.retryAfter]);
    expect(seconds).toEqual([
      ['RATE_LIMITED', 12],
      ['RATE_LIMITED', 120],
      ['RATE_LIMITED', 0],
    ]);
    expect(system.upstream.sent(path)).toHaveLength(3);
  });

  test('ERR-8 its field errors stay apart for integrators', async () => {
    const error = await errorOf({ status: 422, body: { errors: { email: ['is taken'], base: ['x'] } } });
    expect(error?.extensions).toEqual({
      code: 'INVALID',
      fields: [{ path: 'email', code: 'TAKEN', message: 'is taken' }],
      httpStatus: 422,
      requestId: expect.any(String),
    });
  });
});

describe('a read', () => {
  test.each([
    ['the connection was cut', { reset: true, times: 1 }],
    ['the product API was starting', { status: 503, body: {}, times: 1 }],
  ])('RELIABILITY-F4 is tried once more when %s', async (_what, fault) => {
    system.upstream.script(path, fault as { times: number }, { body: { org: { id: 7, brandname: 'Seven' } } });
    expect((await read()).data.organisation.id).toBe('7');
    expect(system.upstream.sent(path)).toHaveLength(2);
  });

  test('RELIABILITY-3 is tried twice at most', async () => {
    expect((await errorOf({ status: 502, body: {} }))?.extensions.code).toBe('UPSTREAM_UNAVAILABLE');
    expect(system.upstream.sent(path)).toHaveLength(2);
  });

  test('RELIABILITY-3 is not tried again for an answer that is no outage', async () => {
    await errorOf({ status: 500, body: {} });
    expect(system.upstream.sent(path)).toHaveLength(1);
  });

  test('REST-60 OPEN-56 ends at its deadline, and says how much time there is', async () => {
    const started = performance.now();
    expect((await errorOf({ hang: true }))?.extensions.code).toBe('UPSTREAM_TIMEOUT');
    expect(performance.now() - started).toBeLessThan(6000);
    expect(Number(system.upstream.sent(path)[0]?.headers['x-request-deadline-ms'])).toBeLessThanOrEqual(1500);
  });

  test('DESIGN-9 REST-58 connections are kept alive and reused', async () => {
    const before = system.upstream.connections();
    for (let n = 0; n < 20; n += 1) await read();
    expect(system.upstream.connections() - before).toBeLessThanOrEqual(2);
  });
});

describe('settings of the product API', () => {
  const withSettings = async (settings: Record<string, string>, act: (one: TestSystem) => Promise<void>) => {
    const one = await startTestSystem({ settings });
    await act(one);
    await one.close();
  };

  test('REST-60 0 means no deadline, and none is sent', () =>
    withSettings({ PRODUCT_API_TIMEOUT_MS: '0' }, async (one) => {
      const page = await one.signIn('adm');
      expect((await page.graphql('{ viewer { user { id } } }')).data.viewer).not.toBeNull();
      expect(one.upstream.sent('/tasks/api_user_detail')[0]?.headers).not.toHaveProperty('x-request-deadline-ms');
    }));

  test('REST-60 OPEN-56 unset gives reads 10 s and writes 30 s', () =>
    withSettings({}, async (one) => {
      const page = await one.signIn('adm');
      await page.graphql('{ viewer { user { id } } }');
      const deadlineOf = (call: string) => Number(one.upstream.sent(call)[0]?.headers['x-request-deadline-ms']);
      // Rounded up to seconds, because some time passes between the start of a call and its request.
      expect([deadlineOf('/tasks/api_user_detail'), deadlineOf('/login')].map((ms) => Math.ceil(ms / 1000))).toEqual([
        10, 30,
      ]);
    }));

  test('REST-58 OPEN-50 the headers have the names that the operator gave, or are left out', () =>
    withSettings({ SESSION_TOKEN_HEADER: '' }, async (one) => {
      const page = await one.signIn('adm');
      await page.graphql('{ viewer { user { id } } }');
      const { headers } = one.upstream.sent('/tasks/api_user_detail')[0] ?? {};
      expect(headers).toHaveProperty('api-key');
      expect(headers).not.toHaveProperty('access-token');
    }));

  test('REST-58 before sign-in no key is sent', () =>
    withSettings({}, async (one) => {
      await one.login(one.client(), 'adm');
      for (const call of ['/login', '/consoles/is_multi_factor_enabled'])
        expect(one.upstream.sent(call)[0]?.headers).not.toHaveProperty('api-key');
    }));
});
