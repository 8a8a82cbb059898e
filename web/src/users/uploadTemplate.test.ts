import { personFieldNames } from '@console/contract/fields/person-fields';
import { expect, test, vi } from 'vitest';
import { downloadUserUploadTemplate, type TemplateLists } from './uploadTemplate.ts';

/** The files of a ZIP archive, by name. */
const unzipped = async (blob: Blob): Promise<Record<string, string>> => {
  const bytes = await blob.arrayBuffer();
  const view = new DataView(bytes);
  const files: Record<string, string> = {};
  let at = view.getUint32(bytes.byteLength - 6, true);
  while (view.getUint32(at, true) === 0x02014b50) {
    const [size, name, extra, comment] = [
      view.getUint32(at + 20, true),
      ...[28, 30, 32].map((n) => view.getUint16(at + n, true)),
    ];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const packed = new Blob([bytes.slice(start, start + (size ?? 0))]);
    const stored = view.getUint16(at + 10, true) === 0;
    const stream = stored ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const key = new TextDecoder().decode(bytes.slice(at + 46, at + 46 + (name ?? 0)));
    files[key] = await new Response(stream).text();
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
};

const parsed = (xml = '') => new DOMParser().parseFromString(xml, 'application/xml');

const downloaded = async (lists: TemplateLists = {}) => {
  const made = vi.spyOn(URL, 'createObjectURL');
  const worker = vi.spyOn(window, 'Worker');
  const names: string[] = [];
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  try {
    await downloadUserUploadTemplate(lists);
    return { names, workers: worker.mock.calls.length, files: await unzipped(made.mock.calls[0]?.[0] as Blob) };
  } finally {
    for (const spy of [made, worker, clicked]) spy.mockRestore();
  }
};

test('BULK-5 CONST-6 OPEN-26 the template is a workbook with the column names in its first row, in order and as text', async () => {
  const { names, files } = await downloaded();
  expect(names).toEqual(['user-upload-template.xlsx']);
  const shared = [...parsed(files['xl/sharedStrings.xml']).querySelectorAll('si')].map((entry) => entry.textContent);
  const sheet = parsed(files['xl/worksheets/sheet1.xml']);
  const [header, ...rest] = sheet.querySelectorAll('row');
  const texts = [...(header?.querySelectorAll('c') ?? [])].map((cell) => {
    expect(cell.getAttribute('t')).toBe('s');
    return shared[Number(cell.querySelector('v')?.textContent)];
  });
  expect(texts).toEqual([...personFieldNames]);
  const styles = parsed(files['xl/styles.xml']);
  const codes = new Map(
    [...styles.querySelectorAll('numFmt')].map((one) => [one.getAttribute('numFmtId'), one.getAttribute('formatCode')]),
  );
  const formats = [...styles.querySelectorAll('cellXfs xf')].map((xf) => codes.get(xf.getAttribute('numFmtId')));
  const cells = rest.flatMap((row) => [...row.querySelectorAll('c')]);
  expect(cells.length).toBeGreaterThan(1000);
  // All cells have the text format, which leaves +44 unchanged.
  expect(new Set(cells.map((cell) => formats[Number(cell.getAttribute('s'))]))).toEqual(new Set(['@']));
  await expect.poll(() => cells.filter((cell) => cell.textContent !== '')).toEqual([]);
  expect(files['xl/workbook.xml']).toMatch(/name="Users".*name="Help"/s);
  for (const name of personFieldNames) expect(shared).toContain(name);
  expect(Object.values(files).filter((xml) => /<f[ >]/.test(xml))).toEqual([]);
});

test('BULK-5 T15 it is made without a worker, which the policy of the page forbids', async () => {
  expect((await downloaded()).workers).toBe(0);
});

/** The values of a sheet's cells by their addresses. */
const cellsOf = (sheet = '', strings = ''): Map<string | null, string | null | undefined> => {
  const shared = [...parsed(strings).querySelectorAll('si')].map((entry) => entry.textContent);
  const cells = [...parsed(sheet).querySelectorAll('c')];
  return new Map(
    cells.map((cell) => [cell.getAttribute('r'), shared[Number(cell.querySelector('v')?.textContent || 'none')]]),
  );
};

test('UPLOAD-6 the cells of role, department and designation have lists; for a designation others are taken, too', async () => {
  const { files } = await downloaded({
    role: ['Organiser', 'Auditee'],
    designation: ['CEO', 'R&D <lead>', '=1+1'],
    department_name: ['InfoSec'],
  });
  const sheet = parsed(files['xl/worksheets/sheet1.xml']);
  expect(sheet.querySelector('sheetData + dataValidations')).not.toBeNull();
  const values = cellsOf(files['xl/worksheets/sheet3.xml'], files['xl/sharedStrings.xml']);
  const rules = [...sheet.querySelectorAll('dataValidation')].map((rule) => {
    const [, column, last] = /^Lists!\$([A-Z])\$2:\$\1\$(\d+)$/.exec(rule.textContent) ?? [];
    const list = Array.from({ length: Number(last) - 1 }, (_, at) => values.get(`${column}${at + 2}`));
    return [rule.getAttribute('sqref'), rule.getAttribute('showErrorMessage') === '1', values.get(`${column}1`), list];
  });
  expect(rules).toEqual([
    ['F2:F5001', false, 'designation', ['CEO', 'R&D <lead>', '=1+1']],
    ['G2:G5001', true, 'role', ['Organiser', 'Auditee']],
    ['H2:H5001', true, 'dept_lead', ['yes', 'no']],
    ['J2:J5001', true, 'department_name', ['InfoSec']],
  ]);
});

test('UPLOAD-6 a list that is unknown or empty is left out', async () => {
  const { files } = await downloaded({ role: undefined, designation: [] });
  const rules = [...parsed(files['xl/worksheets/sheet1.xml']).querySelectorAll('dataValidation')];
  expect(rules.map((rule) => rule.getAttribute('sqref'))).toEqual(['H2:H5001']);
});
