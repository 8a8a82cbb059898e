import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { writeEvidenceCsv } from './evidence-csv.ts';
import { renderEvidencePdf } from './evidence-renderer.ts';
import type { ReviewEvidence, ReviewedPerson } from './review-evidence.ts';

const at = new Date('2026-11-20T10:00:00Z');

const personOf = (name: string, more: Partial<ReviewedPerson> = {}): ReviewedPerson => ({
  ...{ name, email: `person@example.org`, role: 'Assessor', reviewer: 'Olga <olga@example.org>', decision: 'Keep' },
  ...{
    reason: '',
    facts: 'Never signed in; API keys: 0',
    decidedBy: 'Olga <olga@example.org>',
    decidedAt: at,
    outcome: 'Nothing to change',
    event: null,
  },
  ...more,
});

const evidenceOf = (people: ReviewedPerson[]): ReviewEvidence => ({
  ...{ organisation: 'Acme', name: 'Autumn', id: 7, scope: 'All active users and accepted external users: 3' },
  ...{
    startedBy: 'Ana <ana@example.org>',
    startedAt: at,
    dueOn: '2026-12-01',
    endedBy: 'Ana',
    endedAt: at,
    madeAt: at,
  },
  reviewers: [{ name: 'Olga <olga@example.org>', people: people.length, decided: people.length }],
  people,
  roles: [{ role: 'Auditee', summary: 'Answers assessments.', actions: ['users:view (own)', 'sso:view (any)'] }],
  chain: { number: 4_711, hash: 'ab'.repeat(32) },
});

/** The letters in the order of the page, without what is not seen. */
const textOf = async (people: ReviewedPerson[], changes: Partial<ReviewEvidence> = {}) => {
  const bytes = await renderEvidencePdf({ ...evidenceOf(people), ...changes });
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return text.normalize('NFC').replaceAll('\u2060', '');
};
const lettersIn = (text: string) => [...text.normalize('NFD')].filter((letter) => letter.trim()).sort();

test('EVIDENCE-12 the PDF says scope, reviewers, each decision with time and reason, its outcome, what roles may do, and the head of the hash chain', async () => {
  const text = await textOf([
    personOf('Ana Assessor', {
      decision: 'Change role to Auditee',
      reason: 'New team',
      outcome: 'Changed',
      event: 12,
    }),
    personOf('Bo Auditee', {
      decision: 'No decision',
      decidedAt: null,
      decidedBy: '',
      outcome: 'Not decided',
    }),
    personOf('Cy Responder', { decision: 'Remove', outcome: 'Not applied. Cy is a responder.' }),
  ]);
  for (const part of [
    ...[
      'Evidence of access review 7 of Acme',
      'Scope All active users and accepted external users: 3',
      'Due 2026-12-01',
    ],
    ...['Started 2026-11-20 10:00:00 UTC, by Ana <ana@example.org>', 'People with a decision 2 of 3', 'Not applied 1'],
    ...[
      'Change role to Auditee',
      'New team',
      'Changed',
      'Event 12',
      'No decision',
      'Not decided',
      'Remove',
      'Not applied.',
    ],
    ...['Answers assessments.', 'users:view (own), sso:view (any)', 'was number 4711', 'ab'.repeat(32), 'Page 1'],
  ])
    expect(text).toContain(part);
});

test('EVIDENCE-22 the only reviewer is named once above the people, and each of several with their people, who have what was shown at the decision', async () => {
  const people = [personOf('Ana Assessor'), personOf('Bo Auditee')];
  const countOf = (text: string) => text.split('Olga').length - 1;
  const text = await textOf(people);
  expect([countOf(text), text.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('Never signed in; API keys: 0'),
  ]);
  const reviewers = ['Olga <olga@example.org>', 'Ben'].map((name) => ({ name, people: 1, decided: 1 }));
  expect(countOf(await textOf(people, { reviewers }))).toBe(5);
});

const names = [
  ...['Łukasz Żółć', 'Мария Иванова', 'Γιώργος', 'Nguyễn Văn Đức', 'Հայերեն', 'ქართული', 'አማርኛ'],
  ...['王小明', '陳大文', '山田太郎さん', '김철수', 'ไทย สมชาย', 'ລາວ', 'తెలుగు', 'ગુજરાતી', 'മലയാളം', 'नरेंद्र', 'ಕನ್ನಡ'],
];

test('EVIDENCE-13 names in every script can be read and copied', async () => {
  const text = await textOf(names.map((name, place) => personOf(name, { email: `person${place}@example.org` })));
  const before = text.split(/person\d+@example\.org/).map(lettersIn);
  for (const [place, name] of names.entries()) {
    const counts = Map.groupBy(before[place] ?? [], (letter) => letter);
    for (const [letter, there] of Map.groupBy(lettersIn(name), (one) => one))
      expect(counts.get(letter)?.length ?? 0, `${letter} of ${name}`).toBeGreaterThanOrEqual(there.length);
  }
  expect(text).not.toContain('U+');
});

test('EVIDENCE-13 Hebrew and Arabic are written from right to left, and parentheses elsewhere stay as they are', async () => {
  const text = await textOf([personOf('דוד (כהן) 12'), personOf('(מחמד) محمد')]);
  expect(text).toContain('12 (כהן) דוד');
  expect(text).toContain('users:view (own), sso:view (any)');
});

test('EVIDENCE-14 letters that no font has are code points, and invisible ones do not turn the text around', async () => {
  const text = await textOf([personOf('😀 Emoji'), personOf('ᏣᎳᎩ'), personOf('𓀀'), personOf('Ann \u202Enimda\u202C')]);
  expect(text).toContain('U+1F600 Emoji');
  expect(text.replace(/\s+/g, ' ')).toContain('U+13E3 U+13B3 U+13A9');
  expect(text).toContain('U+13000');
  expect(text).toContain('Ann nimda');
  expect(text).not.toMatch(/[?\uFFFD]/);
});

test('EVIDENCE-15 the CSV has a row for each person, and no cell that a spreadsheet takes for a formula', () => {
  const people = [
    personOf('=HYPERLINK("https://x.example")', { reason: '+1, "quoted"\nnext line' }),
    personOf('@SUM(A1)'),
  ];
  const text = Buffer.from(writeEvidenceCsv(evidenceOf(people))).toString();
  expect(text.startsWith('\uFEFFName,Email,Role,Reviewer,Shown at the decision,Decision,Reason,')).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""https://x.example"")"`);
  expect(text).toContain(`"'+1, ""quoted""\nnext line"`);
  expect(text).toContain(`\r\n'@SUM(A1),`);
  expect(text).toContain(`,4711,${'ab'.repeat(32)}\r\n`);
});

test('EVIDENCE-15 the CSV says scope and due date of the review and, below the people, what each role may do, in rows of one width', () => {
  const text = Buffer.from(writeEvidenceCsv(evidenceOf([personOf('Ana'), personOf('Bo')]))).toString();
  const [titles = '', ana = '', bo = '', ...below] = text.split('\r\n');
  expect(titles).toContain(',Organisation,Scope,Started by,Started at,Due date,');
  for (const row of [ana, bo]) {
    expect(row).toContain(',Acme,All active users and accepted external users: 3,Ana <ana@example.org>,');
    expect(row).toContain(',2026-12-01,');
  }
  const commas = titles.split(',').length - 1;
  expect(below).toEqual([
    ','.repeat(commas),
    `Role,In short,"Permissions, in any organisation or only their own"${','.repeat(commas - 2)}`,
    `Auditee,Answers assessments.,"users:view (own), sso:view (any)"${','.repeat(commas - 2)}`,
    '',
  ]);
});

test('EVIDENCE-19 the process that makes a PDF ends with the try', async () => {
  const ending = new AbortController();
  const made = renderEvidencePdf(evidenceOf([personOf('Ana')]), ending.signal);
  ending.abort();
  await expect(made).rejects.toThrow();
});
