import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const [first, second] = ['a secret of the tests '.repeat(2), 'another secret of them '.repeat(2)];

test('SECURITY-T26 a sealed text reveals nothing, differs each time, and opens for its own place only', () => {
  const { seal, open } = createSeal([first], 'sso');
  const sealed = seal('s3cr3t-canary ü', '1');
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('canary');
  expect(seal('s3cr3t-canary ü', '1')).not.toBe(sealed);
  expect([open(sealed, '1'), open(sealed, '2')]).toEqual(['s3cr3t-canary ü', null]);
  const flipped = Buffer.from(sealed, 'base64url').map((byte, place) => (place === 13 ? byte ^ 1 : byte));
  for (const broken of [Buffer.from(flipped).toString('base64url'), sealed.slice(0, 20), ''])
    expect(open(broken, '1')).toBeNull();
});

test('SECURITY-T26 an older secret still opens, a removed one or one for another purpose does not', () => {
  const sealed = createSeal([first], 'sso').seal('x', '1');
  expect(createSeal([second, first], 'sso').open(sealed, '1')).toBe('x');
  expect(createSeal([second], 'sso').open(sealed, '1')).toBeNull();
  expect(createSeal([first], 'other').open(sealed, '1')).toBeNull();
  expect(() => createSeal([], 'sso')).toThrow('PLATFORM_SECRET');
});
