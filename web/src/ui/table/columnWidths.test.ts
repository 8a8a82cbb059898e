import { expect, test } from 'vitest';
import { columnWidths, minTableWidth } from './columnWidths.ts';

const columns = [
  { min: 100, weight: 3 },
  { min: 100, weight: 1 },
  { min: 80, weight: 0, max: 80 },
];

test('UI-5 each column has its minimum, and its share of what remains by weight', () => {
  expect(columnWidths(columns, 680)).toEqual([400, 200, 80]);
});

test('UI-5 what is beyond the maximum of a column goes to the others', () => {
  const [first, ...rest] = columns;
  expect(columnWidths([{ ...first, max: 200 }, ...rest], 680)).toEqual([200, 400, 80]);
});

test('UI-5 where all have their maximum the first column takes the rest', () => {
  expect(
    columnWidths(
      [
        { min: 50, max: 60 },
        { min: 50, max: 60 },
      ],
      200,
    ),
  ).toEqual([140, 60]);
});

test('UI-5 no column is narrower than its minimum', () => {
  expect(columnWidths(columns, 200)).toEqual([100, 100, 80]);
  expect(minTableWidth(columns)).toBe(280);
});

test('UI-5 without own limits the first column is wider than other texts, and numbers are narrow', () => {
  const [name = 0, text = 0, number = 0] = columnWidths([{}, {}, { kind: 'number' }], 700);
  expect(name).toBeGreaterThan(text);
  expect(text).toBeGreaterThan(number);
});
