import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { Client } from 'undici';
import { beforeEach, expect, test } from 'vitest';
import { addUsers } from '../testing/rows.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ settings: { KEY_POINTS_PER_MINUTE: '0' } });
let key: string;
beforeEach(async () => {
  key = await system.integrationKey('adm');
  await addUsers(
    system,
    'A',
    Array.from({ length: 40 }, () => ({ lastname: 'Compressible' })),
  );
});

const list = `{ viewer { organisation { users(filter: {}, first: 50) { nodes { id fullName email department createdAt } } } } }`;
const small = '{ viewer { user { id } } }';

async function ask(query: string, encoding?: string, browser = false) {
  const client = new Client(system.origin);
  try {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(encoding && { 'accept-encoding': encoding }),
      ...(browser && { 'sec-fetch-site': 'same-origin' }),
    };
    const body = JSON.stringify({ query });
    const answer = await client.request({ method: 'POST', path: '/graphql', headers, body });
    const { vary, 'content-encoding': sentAs } = answer.headers;
    return { bytes: Buffer.from(await answer.body.arrayBuffer()), vary: String(vary), sentAs };
  } finally {
    await client.destroy();
  }
}

test.each([
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('DESIGN-9 a response is encoded as %s for clients that accept %s', async (encoding, accepted, unpack) => {
  const whole = await ask(list);
  // The second request repeats the first one.
  for (const packed of [await ask(list, accepted, true), await ask(list, accepted, true)]) {
    expect([packed.sentAs, packed.bytes.length < whole.bytes.length / 2]).toEqual([encoding, true]);
    expect(unpack(packed.bytes).toString()).toBe(whole.bytes.toString());
    expect(packed.vary.toLowerCase()).toMatch(/origin.*accept-encoding/);
  }
});

test('DESIGN-9 GQL-5 a program that announces zstd gets another encoding, or none', async () => {
  expect((await ask(list, 'gzip, deflate, br, zstd')).sentAs).toBe('br');
  expect((await ask(list, 'zstd;q=1, gzip;q=0.5')).sentAs).toBe('gzip');
  expect((await ask(list, 'zstd')).sentAs).toBeUndefined();
});

test('DESIGN-9 a small response, and one to a client that accepts no encoding, is not compressed', async () => {
  for (const { sentAs, bytes } of [await ask(small, 'zstd'), await ask(list), await ask(list, 'identity')]) {
    expect(sentAs).toBeUndefined();
    expect(JSON.parse(bytes.toString()).data.viewer).not.toBeNull();
  }
});
