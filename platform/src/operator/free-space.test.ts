import { expect, test } from 'vitest';
import { describeFreeSpace } from './free-space.ts';

test.each([
  [0, 'problem', 'only 0 MB are free: make room'],
  [49_900_000, 'problem', 'only 49 MB are free: make room'],
  [50_000_000, 'warning', 'only 50 MB are free: make room'],
  [499_000_000, 'warning', 'only 499 MB are free: make room'],
])('DOCTOR-13 %d free bytes are a %s', (bytes, level, text) => {
  expect(describeFreeSpace({ bavail: bytes / 100, bsize: 100 })).toEqual({ level, text });
});

test('DOCTOR-13 500 MB are enough', () => {
  expect(describeFreeSpace({ bavail: 5_000_000, bsize: 100 })).toBeNull();
});
