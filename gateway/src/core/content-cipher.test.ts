import { expect, test } from 'vitest';
import { ContentCipher } from './content-cipher.ts';
import { SessionRegistry } from './session-registry.ts';

const [older, newer] = ['o'.repeat(32), 'n'.repeat(32)];
const content = { kind: 'passcode' as const, email: 'a@b.c', page: 'p', attempt: null, sentAt: 1, exp: 2 };
const name = '__Host-preauth' as const;

test('RELIABILITY-F25 while the secret is changed the old one still decrypts what it encrypted, and the new one encrypts', async () => {
  const before = await new ContentCipher([older]).encrypt(name, content);
  const during = new ContentCipher([newer, older]);
  expect(await during.decrypt(name, before)).toEqual(content);
  const after = await during.encrypt(name, content);
  expect(await new ContentCipher([newer]).decrypt(name, after)).toEqual(content);
});

test('RELIABILITY-F25 a text encrypted with a retired secret is distinguished from a tampered one', async () => {
  const encrypted = await new ContentCipher([older]).encrypt(name, content);
  expect(await new ContentCipher([newer]).decrypt(name, encrypted)).toBe('retired');
  expect(await new ContentCipher([older]).decrypt(name, `${encrypted}x`)).toBe('tampered');
  expect(await new ContentCipher([older]).decrypt(name, 'junk')).toBe('tampered');
  expect(await new ContentCipher([older]).decrypt('__Host-console', encrypted)).toBe('tampered');
});

test('CASES-3 an encrypted text of which only bits without a meaning were changed is tampered with all the same', async () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const email of ['a@b.c', 'ab@b.c', 'abc@b.c']) {
    const parts = (await new ContentCipher([older]).encrypt(name, { ...content, email })).split('.');
    for (const place of [3, 4]) {
      const part = parts[place] ?? '';
      const other = alphabet[alphabet.indexOf(part.at(-1) ?? '') ^ 1];
      const changed = parts.with(place, `${part.slice(0, -1)}${other}`).join('.');
      expect(await new ContentCipher([older]).decrypt(name, changed)).toBe('tampered');
    }
  }
});

test('GQL-12 an encrypted text of one name is none of another, even if it holds all that the other needs', async () => {
  const both = { ...content, sid: 's', key: 'k', token: null, v: 1, uid: '1', iat: 1, abs: 2 };
  const encrypted = await new ContentCipher([older]).encrypt(name, both);
  expect(await new ContentCipher([older]).decrypt('__Host-console', encrypted)).toBe('tampered');
});

test('T1 an encrypted text shows nothing of what it holds', async () => {
  const encrypted = await new ContentCipher([older]).encrypt(name, content);
  const open = encrypted
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    .join();
  expect(open).not.toContain('a@b.c');
});

test('PROTOCOLS-1.10 the newest token of a minute is known, a lower version never replaces it, and none of an ended session', () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const registry = new SessionRegistry(() => now);
  registry.storeRenewedToken('s', 'three', 3);
  registry.storeRenewedToken('s', 'two', 2);
  expect(registry.recentToken('s')).toMatchObject({ token: 'three', v: 3 });
  now = new Date('2026-01-01T00:01:00.001Z');
  expect(registry.recentToken('s')).toBeNull();
  registry.revoke('s', 2 ** 31);
  registry.storeRenewedToken('s', 'four', 4);
  expect([registry.recentToken('s'), registry.isRevoked('s')]).toEqual([null, true]);
});

test('PROTOCOLS-1.8 what is remembered of sessions is bounded, and forgets the ended ones first', () => {
  let now = new Date('2026-01-01T00:00:00Z');
  const registry = new SessionRegistry(() => now);
  const revoke = (sid: string, seconds: number) => registry.revoke(sid, now.getTime() / 1000 + seconds);
  revoke('alive', 60);
  for (let n = 1; n < 50_000; n += 1) revoke(`over${n}`, 1);
  now = new Date('2026-01-01T00:00:02Z');
  revoke('next', 60);
  expect(['alive', 'over1', 'next'].map((sid) => registry.isRevoked(sid))).toEqual([true, false, true]);
  for (let n = 0; n < 50_000; n += 1) revoke(`newer${n}`, 60);
  expect(registry.isRevoked('alive')).toBe(false);
});
