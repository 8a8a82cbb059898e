import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../../testing/platform.ts';

let platform: TestPlatform;
const id = 'logo_of-organisation-A';
const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
beforeAll(async () => {
  platform = await startTestPlatform();
  await platform.db
    .insertInto('stored_file')
    .values({
      id,
      ent_org_id: platform.orgs.A,
      file_name: 'lo"go\r\n.png',
      content_type: 'image/png',
      bytes,
      created_at: platform.now(),
    })
    .execute();
});
afterAll(() => platform.close());

const get = async (user: Parameters<TestPlatform['signIn']>[0], file = id) =>
  platform.call(`GET /files/${file}`, { key: (await platform.signIn(user)).apiKey });

test.each(['orgA', 'audA', 'adm', 'arc'] as const)(
  'SECURITY-T14 %s gets the bytes with the stored type and a policy against scripts',
  async (user) => {
    const answer = await get(user);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': "inline; filename*=UTF-8''lo%22go%0D%0A.png",
    });
  },
);

test('SECURITY-T7 a file of another organisation, an unknown one and an invalid id look the same', async () => {
  const foreign = await get('orgB');
  expect(foreign.statusCode).toBe(404);
  for (const other of ['x'.repeat(22), 'short', '..%2f..%2fetc%2fpasswd'])
    expect([(await get('adm', other)).statusCode, (await get('adm', other)).body]).toEqual([404, foreign.body]);
});

test('REST-58 a file needs a key', async () => {
  expect((await platform.call(`GET /files/${id}`)).statusCode).toBe(401);
});
