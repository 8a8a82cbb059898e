import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { mode, testWith, useTestSystem } from '../testing/system.ts';

const system = useTestSystem();
const token = 'a-token-of-the-tests';
const path = `/unsubscribe?token=${token}`;

/** Headers of an email client: no cookie and no header of ours. */
const plain = {
  origin: undefined,
  'x-csrf-guard': undefined,
  'x-console-page': undefined,
  'sec-fetch-site': undefined,
};
const oneClick = (
  url = path,
  headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' },
) => system.client().send('POST', url, { body: 'List-Unsubscribe=One-Click', headers: { ...plain, ...headers } });
const open = (url = path) => system.client().send('GET', url, { headers: plain });

const addDigest = () =>
  system.platform.db
    .insertInto('digest_email')
    .values({
      ent_usr_id: system.platform.users.orgA.id,
      day: '2026-11-20',
      token_hash: createHash('sha256').update(token).digest('hex'),
      created_at: system.platform.now(),
      expires_at: new Date(system.platform.now().getTime() + 60_000),
    })
    .execute();
const isOff = async () => {
  const { db, users } = system.platform;
  const user = await db
    .selectFrom('ent_usr')
    .select('digest_off_at')
    .where('id', '=', users.orgA.id)
    .executeTakeFirst();
  return user?.digest_off_at != null;
};

testWith(
  'on',
  'PENDING-20 opening the link of a digest only asks, and its form ends them without a session or a script',
  async () => {
    await addDigest();
    const page = await open();
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      ...[200, 'text/html; charset=utf-8', 'no-store'],
    ]);
    expect(page.text).toContain('<form method="post"><button>Stop emails</button></form>');
    expect(page.text).not.toMatch(/<script|token/);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
    expect(await isOff()).toBe(false);
    const done = await oneClick();
    expect([done.status, await isOff()]).toEqual([200, true]);
    expect(done.text).toContain('Emails about pending items stopped');
    expect(done.setCookies).toEqual([]);
  },
);

testWith('on', 'PENDING-22 a mail program may send the POST of RFC 8058 as a form of either kind', async () => {
  await addDigest();
  const body = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const headers = { ...plain, 'content-type': 'multipart/form-data; boundary=x' };
  expect((await system.client().send('POST', path, { body, headers })).status).toBe(200);
  expect(await isOff()).toBe(true);
});

testWith(
  'on',
  'PENDING-21 the link of someone else, a large body and a product API that fails end nothing',
  async () => {
    await addDigest();
    const wrong = await oneClick(`${path}x`);
    expect([wrong.status, wrong.text.includes('This link has expired')]).toEqual([422, true]);
    const large = await system
      .client()
      .send('POST', path, { body: 'x'.repeat(5_000), headers: { ...plain, 'content-type': 'text/plain' } });
    expect(large.status).toBe(413);
    system.upstream.script('/consoles/ext/end_pending_emails', { status: 503, body: {}, times: 1 });
    const failed = await oneClick();
    expect([failed.status >= 500, failed.text.includes('Could not stop the emails')]).toEqual([true, true]);
    for (const url of [
      '/unsubscribe',
      '/unsubscribe?token=',
      `${path}&token=another`,
      `/unsubscribe?token=${'x'.repeat(201)}`,
    ])
      expect((await oneClick(url)).status).toBe(404);
    expect(await isOff()).toBe(false);
  },
);

test('PENDING-6 there is no such page where the product API sends no digests', async () => {
  if (mode === 'on') return;
  expect((await open()).status).toBe(404);
  expect((await oneClick()).status).toBe(404);
});
