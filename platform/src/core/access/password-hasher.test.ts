import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const owner = 'user:1';

test('SECURITY-4.4 passwords are argon2id with 19 MiB, two passes, one lane', async () => {
  const passwords = createPasswordHasher();
  const hashed = await passwords.hash(owner, 'Passw0rd!x');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(owner, hashed, 'Passw0rd!x')).toBe(true);
  expect(await passwords.verify(owner, hashed, 'Passw0rd!y')).toBe(false);
});

test('SECURITY-T22 without a hash a dummy is verified and never matches', async () => {
  const checked: string[] = [];
  const verifyHash = async (hashed: string) => {
    checked.push(hashed);
    return true;
  };
  const passwords = createPasswordHasher({ verifyHash: verifyHash as never });
  expect(await passwords.verify(owner, null, 'x')).toBe(false);
  expect(checked).toEqual([expect.stringMatching(/^\$argon2id\$/)]);
});

test('SECURITY-4.4 few hashes are computed at once, addresses take turns, and an address with too many waiting tasks gets 429', async () => {
  let [running, most] = [0, 0];
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const verifyHash = async (_: unknown, password: string) => {
    started.push(password);
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((end) => ends.push(end));
    running -= 1;
    return true;
  };
  const passwords = createPasswordHasher({ concurrency: 2, maxWaiting: 3, verifyHash: verifyHash as never });
  const check = (password: string, address: string) =>
    passwords.verify(`network:${address}`, 'hash', password).catch(({ status }) => `${password} ${status}`);
  const flood = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((password) => check(password, '203.0.113.1'));
  const other = check('b1', '203.0.113.2');
  let done = false;
  const results = Promise.all([...flood, other]).finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise(setImmediate);
    for (const end of ends.splice(0)) end();
  }
  expect(most).toBe(2);
  expect(await results).toEqual([true, true, true, true, 'a5 429', 'a6 429', true]);
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
});

const composed = 'Pässwörd1!x'.normalize('NFC');
const decomposed = composed.normalize('NFD');

test('SECURITY-4.4 a password is the same in every Unicode composition', async () => {
  const passwords = createPasswordHasher();
  expect(await passwords.verify(owner, await passwords.hash(owner, decomposed), composed)).toBe(true);
  expect(await passwords.verify(owner, await passwords.hash(owner, composed), decomposed)).toBe(true);
  expect(await passwords.verify(owner, await passwords.hash(owner, 'ﬁne Pass1!'), 'fine Pass1!')).toBe(true);
  expect(await passwords.verify(owner, await passwords.hash(owner, composed), 'Passwörd1!x')).toBe(false);
});

test('SECURITY-4.4 SECURITY-T22 the number of hash checks reveals no account', async () => {
  let checks = 0;
  const verifyHash = (...given: Parameters<typeof verify>) => {
    checks += 1;
    return verify(...given);
  };
  const passwords = createPasswordHasher({ verifyHash });
  const counted = async (hashed: string | null) => {
    checks = 0;
    return [await passwords.verify(owner, hashed, decomposed), checks];
  };
  expect(await counted(await passwords.hash(owner, composed))).toEqual([true, 1]);
  expect(await counted(null)).toEqual([false, 1]);
});
