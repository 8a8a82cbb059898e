import { expect, test } from 'vitest';

const sheets = import.meta.glob<string>('../../**/*.css', { query: '?raw', import: 'default', eager: true });

test('UI-20 no rule asks what the whole page contains: each change would compute the styles of all elements anew', () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(20);
  const rules = Object.entries(sheets).flatMap(([file, text]) =>
    [...text.replace(/\/\*.*?\*\//gs, '').matchAll(/(?:(?:html|:root|body)\)?\S*|(?<=[,{}]\s*)):has\([^{]*/g)].map(
      ([rule]) => `${file}: ${rule}`,
    ),
  );
  expect(rules).toEqual([]);
});
