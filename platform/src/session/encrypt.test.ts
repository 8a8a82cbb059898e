import { expect, test } from 'vitest';
import { minuteMs } from '../core/base/clock.ts';
import { useTestPlatform } from '../testing/platform.ts';
import { createOneWayEncryption } from './session.routes.ts';

const platform = useTestPlatform();

const encrypt = (key: string | undefined, data: unknown) =>
  platform.call('POST /consoles/encrypt', { key, body: { data } });

test('REST-4 OPEN-51 every signed-in user gets an opaque text that differs each time', async () => {
  const { apiKey } = await platform.signIn('audA');
  const texts = new Set<string>();
  for (let n = 1; n <= 5; n += 1) texts.add((await encrypt(apiKey, 'canary ü')).json().data);
  expect(texts.size).toBe(5);
  for (const text of texts) {
    expect(text).toMatch(/^[\w-]+$/);
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('canary');
  }
});

test('REST-4 a key is required', async () => {
  expect((await encrypt(undefined, 'x')).statusCode).toBe(401);
});

test('REST-4 OPEN-51 at most 10,000 characters are accepted, the empty text included; other types are refused', async () => {
  const { apiKey } = await platform.signIn('audA');
  expect((await encrypt(apiKey, 'ü'.repeat(10_000))).statusCode).toBe(200);
  expect((await encrypt(apiKey, '')).statusCode).toBe(200);
  const refused = await encrypt(apiKey, 'x'.repeat(10_001));
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    { errors: { data: ['must have at most 10000 characters'] }, codes: { data: ['TOO_LONG'] } },
  ]);
  for (const data of [undefined, null, 7, ['x']]) expect((await encrypt(apiKey, data)).statusCode).toBe(422);
});

test('REST-4 SECURITY-3.10 the sixty-first call of a minute is 429, across the sessions of a user only', async () => {
  const [one, two, other] = [
    await platform.signIn('audA'),
    await platform.signIn('audA'),
    await platform.signIn('assA'),
  ];
  for (let n = 1; n <= 60; n += 1) expect((await encrypt((n % 2 ? one : two).apiKey, 'x')).statusCode).toBe(200);
  const refused = await encrypt(two.apiKey, 'x');
  expect([refused.statusCode, refused.json().retry_after]).toEqual([429, 60]);
  expect((await encrypt(other.apiKey, 'x')).statusCode).toBe(200);
  platform.moveClock(minuteMs);
  expect((await encrypt(one.apiKey, 'x')).statusCode).toBe(200);
});

test('REST-4 OPEN-51 the key is derived from the secret and is not the secret', () => {
  expect(() => createOneWayEncryption([])).toThrow('PLATFORM_SECRET');
  const sealed = createOneWayEncryption(['a secret of the tests'.repeat(2)])('x');
  // The output has only a nonce, one byte of text and a tag.
  expect(Buffer.from(sealed, 'base64url')).toHaveLength(12 + 1 + 16);
});
