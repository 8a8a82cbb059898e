import { expect, test } from 'vitest';
import { createSecretCipher } from './secret-cipher.ts';

const [first, second] = ['a secret of the tests '.repeat(2), 'another secret of them '.repeat(2)];

test('SECURITY-T26 a sealed text reveals nothing, differs each time, and opens for its own place only', () => {
  const { encrypt, decrypt } = createSecretCipher([first], 'sso');
  const sealed = encrypt('s3cr3t-canary ü', '1');
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('canary');
  expect(encrypt('s3cr3t-canary ü', '1')).not.toBe(sealed);
  expect([decrypt(sealed, '1'), decrypt(sealed, '2')]).toEqual(['s3cr3t-canary ü', null]);
  const flipped = Buffer.from(sealed, 'base64url').map((byte, place) => (place === 13 ? byte ^ 1 : byte));
  for (const broken of [Buffer.from(flipped).toString('base64url'), sealed.slice(0, 20), ''])
    expect(decrypt(broken, '1')).toBeNull();
});

test('SECURITY-T26 an older secret still opens, a removed one or one for another purpose does not', () => {
  const sealed = createSecretCipher([first], 'sso').encrypt('x', '1');
  expect(createSecretCipher([second, first], 'sso').decrypt(sealed, '1')).toBe('x');
  expect(createSecretCipher([second], 'sso').decrypt(sealed, '1')).toBeNull();
  expect(createSecretCipher([first], 'other').decrypt(sealed, '1')).toBeNull();
  expect(() => createSecretCipher([], 'sso')).toThrow('PLATFORM_SECRET');
});
