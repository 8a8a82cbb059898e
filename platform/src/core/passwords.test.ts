import { hash, verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('SECURITY-4.4 passwords are argon2id with 19 MiB, two passes, one lane', async () => {
  const passwords = createPasswords();
  const hashed = await passwords.hash('Passw0rd!x');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(hashed, 'Passw0rd!x')).toBe(true);
  expect(await passwords.verify(hashed, 'Passw0rd!y')).toBe(false);
});

test('SECURITY-T22 without a hash one is checked all the same, and nothing matches it', async () => {
  const checked: string[] = [];
  const verifyHash = async (hashed: string) => {
    checked.push(hashed);
    return true;
  };
  const passwords = createPasswords({ verifyHash: verifyHash as never });
  expect(await passwords.verify(null, 'x')).toBe(false);
  expect(checked).toEqual([expect.stringMatching(/^\$argon2id\$/)]);
});

test('SECURITY-4.4 a few hashes are at work at once, some wait, and more are refused with 503', async () => {
  let [atWork, most] = [0, 0];
  const gates: (() => void)[] = [];
  const verifyHash = async () => {
    atWork += 1;
    most = Math.max(most, atWork);
    await new Promise<void>((open) => gates.push(open));
    atWork -= 1;
    return true;
  };
  const passwords = createPasswords({ concurrency: 2, waiting: 3, verifyHash: verifyHash as never });
  const all = Array.from({ length: 8 }, () => passwords.verify('hash', 'x').catch(({ status }) => status));
  let done = false;
  const results = Promise.all(all).finally(() => {
    done = true;
  });
  while (!done) {
    await new Promise(setImmediate);
    for (const open of gates.splice(0)) open();
  }
  expect(most).toBe(2);
  expect((await results).sort()).toEqual([503, 503, 503, true, true, true, true, true]);
});

const composed = 'Pässwörd1!x'.normalize('NFC');
const decomposed = composed.normalize('NFD');

test('SECURITY-4.4 a password is the same however its letters are composed', async () => {
  const passwords = createPasswords();
  expect(await passwords.verify(await passwords.hash(decomposed), composed)).toBe(true);
  expect(await passwords.verify(await passwords.hash(composed), decomposed)).toBe(true);
  expect(await passwords.verify(await passwords.hash('ﬁne Pass1!'), 'fine Pass1!')).toBe(true);
  expect(await passwords.verify(await passwords.hash(composed), 'Passwörd1!x')).toBe(false);
});

test('SECURITY-4.4 SECURITY-T22 a hash of an earlier release matches as it was typed, and the number of checks shows no account', async () => {
  const earlier = await hash(decomposed, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  let checks = 0;
  const verifyHash = (...given: Parameters<typeof verify>) => {
    checks += 1;
    return verify(...given);
  };
  const passwords = createPasswords({ verifyHash });
  const counted = async (hashed: string | null, typed: string) => {
    checks = 0;
    return [await passwords.verify(hashed, typed), checks];
  };
  expect(await counted(earlier, decomposed)).toEqual([true, 2]);
  expect(await counted(null, decomposed)).toEqual([false, 2]);
  expect(await counted(await passwords.hash(composed), decomposed)).toEqual([true, 2]);
  expect(await counted(await passwords.hash(composed), composed)).toEqual([true, 1]);
  expect(await counted(null, composed)).toEqual([false, 1]);
});
