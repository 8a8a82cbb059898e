import { expect, test } from 'vitest';

const sheets = Object.entries(
  import.meta.glob<string>('../../**/*.css', { query: '?raw', import: 'default', eager: true }),
).map(([file, text]) => [file, text.replace(/\/\*.*?\*\//gs, '')] as const);

test('UI-20 no rule asks what the whole page contains: each change would compute the styles of all elements again', () => {
  expect(sheets.length).toBeGreaterThan(20);
  const rules = sheets.flatMap(([file, text]) =>
    [...text.matchAll(/(?:(?:html|:root|body)\)?\S*|(?<=[,{}]\s*)):has\([^{]*/g)].map(([rule]) => `${file}: ${rule}`),
  );
  expect(rules).toEqual([]);
});

test('UI-20 no component has a rule about the whole page: one that is loaded late would compute the styles of all elements again', () => {
  const modules = sheets.filter(([file]) => file.endsWith('.module.css'));
  const rules = modules.flatMap(([file, text]) =>
    [...text.matchAll(/(?<=^|[{},]|:global\()\s*(?:html|:root|body|\*)(?=[\s,{:).])[^{]*/g)].map(
      ([rule]) => `${file}: ${rule.trim()}`,
    ),
  );
  expect(rules).toEqual([]);
});
