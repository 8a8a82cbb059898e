import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { rowsOf } from '../testing/lists.ts';
import { badRow, csvFile, goodRow, openUpload, pick, previewed, uploadRow } from '../testing/uploads.ts';

test('BULK-7 BULK-9 faulty cells say why, in words, and the counters count', async () => {
  const { screen } = await openUpload({
    UserUploadForm_Preview: previewed([goodRow(2), badRow(3), uploadRow(4, ['x'], { row: 'has 1 cell instead of 3' })]),
  });
  await pick(csvFile());
  await expect.element(screen.getByText('2 of 3 rows are invalid')).toBeVisible();
  await expect
    .poll(() => rowsOf('Rows of the file'))
    .toEqual([
      ['2Valid', 'Ada 2', 'ada2@demo.example', 'Auditee'],
      ['3Invalid', 'Bad 3', 'nowheremust be an email address', 'Architectis above your own'],
      ['4Invalidhas 1 cell instead of 3', 'x', '–', '–'],
    ]);
  for (const text of ['Valid: 1', 'Invalid: 2', 'Active users: 5', 'More users allowed: 20'])
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Invalid rows only' }).click();
  await expect.poll(() => rowsOf('Rows of the file')).toHaveLength(2);
});

test('BULK-7 UI-20 on a phone a row says what is faulty in which column, and nothing scrolls sideways', async () => {
  await page.viewport(390, 800);
  try {
    const { screen } = await openUpload({ UserUploadForm_Preview: previewed([goodRow(2), badRow(3)]) });
    await pick(csvFile());
    const table = screen.getByRole('table', { name: 'Rows of the file' });
    await expect.element(table).toBeVisible();
    await expect
      .poll(() => rowsOf('Rows of the file'))
      .toEqual([
        ['2ValidAda 2ada2@demo.exampleAuditee'],
        ['3InvalidBad 3email:nowheremust be an email addressrole:Architectis above your own'],
      ]);
    const frame = table.element().parentElement;
    await expect.poll(() => frame && frame.scrollWidth - frame.clientWidth).toBe(0);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('T15 a cell is text, however it looks, and a large one is cut', async () => {
  const hostile = ['=HYPERLINK("http://x")', '<img src=x onerror=alert(1)>', 'a'.repeat(100_000)];
  const { screen } = await openUpload({ UserUploadForm_Preview: previewed([uploadRow(2, hostile)]) });
  await pick(csvFile());
  await expect.element(screen.getByRole('table', { name: 'Rows of the file' })).toBeVisible();
  await expect.poll(() => rowsOf('Rows of the file')).toHaveLength(1);
  const [cells] = rowsOf('Rows of the file');
  expect(cells?.slice(1, 3)).toEqual(hostile.slice(0, 2));
  expect(cells?.[3]).toHaveLength(201);
});
