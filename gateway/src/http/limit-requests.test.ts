import { Readable } from 'node:stream';
import fastify, { type InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure } from '../base/errors.ts';
import { hashApiKey } from '../base/key-hash.ts';
import type { RequestShares } from '../core/request-shares.ts';
import { countJsonBytes, limitRequests } from './limit-requests.ts';

const key = 'a-key-of-an-integration';
let refuses = false;
const admit = vi.fn(() => {
  if (refuses) throw failure('RATE_LIMITED', 'Too many requests', { responseStatus: 429 });
});
const chargeBytes = vi.fn();
const shares = { admit, chargeBytes } as unknown as RequestShares;

const app = fastify();
app.decorateRequest('sender');
limitRequests(app, shares);
countJsonBytes(app, shares);
app.post('/graphql', async ({ body }) => body);

const post = (options: InjectOptions) => app.inject({ method: 'POST', url: '/graphql', ...options });
const credentialOf = async (headers: Record<string, string>) => {
  admit.mockClear();
  await post({ headers });
  return admit.mock.lastCall?.at(0);
};
const sender = (credential: string) => ({ credential, network: '127.0.0.1' });

beforeEach(() => {
  refuses = false;
  vi.clearAllMocks();
});
afterEach(() => vi.useRealTimers());

describe('CASES-61 a request', () => {
  test('counts with its network, the length of its path and that of its body', async () => {
    await post({});
    await post({ url: '/graphql?a=1', headers: { 'content-type': 'application/json' }, payload: '{"a":"é"}' });
    expect(admit.mock.calls).toEqual([
      [sender(''), '/graphql'.length],
      [sender(''), '/graphql?a=1'.length + 10],
    ]);
    expect(chargeBytes).not.toHaveBeenCalled();
  });

  test('counts for a hash of its key, or of its session cookie', async () => {
    expect(await credentialOf({ authorization: `Bearer ${key}`, cookie: '__Host-console=session' })).toEqual(
      sender(hashApiKey(key)),
    );
    expect(await credentialOf({ cookie: 'a=b; __Host-console=session' })).toEqual(sender(hashApiKey('session')));
    for (const cookie of ['a=b', '__Host-console=one; __Host-console=two'])
      expect(await credentialOf({ cookie })).toEqual(sender(''));
  });

  test('is read as JSON, and counts its bytes where their number was not announced', async () => {
    const send = (text: string) =>
      post({ headers: { 'content-type': 'application/json' }, payload: Readable.from([Buffer.from(text)]) });
    expect((await send('{"a":"é"}')).json()).toEqual({ a: 'é' });
    expect(chargeBytes.mock.calls).toEqual([[sender(''), 10]]);
    for (const text of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{'])
      expect((await send(text)).statusCode).toBe(400);
  });
});

describe('CASES-61 a refusal', () => {
  test('is answered half a second later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    refuses = true;
    let isAnswered = false;
    const answer = post({}).then(({ json }) => {
      isAnswered = true;
      return json();
    });
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(499);
    await new Promise(setImmediate);
    expect(isAnswered).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await answer).toMatchObject({ message: 'Too many requests' });
  });

  test('is answered at once where 1,000 wait, and waits again when they have been answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    refuses = true;
    const answers = Array.from({ length: 1_001 }, () => post({}));
    await Promise.race(answers);
    await expect.poll(() => vi.getTimerCount()).toBe(1_000);
    vi.advanceTimersByTime(500);
    await Promise.all(answers);
    const next = post({});
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(500);
    expect((await next).statusCode).toBe(500);
  });
});
