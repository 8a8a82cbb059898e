import { expect, test } from 'vitest';
import { describeFreeSpace } from './free-space.ts';

test.each([
  [0, 'problem', 'Only 0 MB are free. Free some space.'],
  [49_900_000, 'problem', 'Only 49 MB are free. Free some space.'],
  [50_000_000, 'warning', 'Only 50 MB are free. Free some space.'],
  [499_000_000, 'warning', 'Only 499 MB are free. Free some space.'],
])('DOCTOR-13 %d free bytes are a %s', (bytes, level, text) => {
  expect(describeFreeSpace({ bavail: bytes / 100, bsize: 100 })).toEqual({ level, text });
});

test('DOCTOR-13 500 MB are enough', () => {
  expect(describeFreeSpace({ bavail: 5_000_000, bsize: 100 })).toBeNull();
});
