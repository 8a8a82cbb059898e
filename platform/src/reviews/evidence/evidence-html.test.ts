import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeEvidenceCsv } from './evidence-csv.ts';
import { writeEvidenceHtml } from './evidence-html.ts';
import type { ReviewEvidence, ReviewedPerson } from './review-evidence.ts';

const at = new Date('2026-11-20T10:00:00Z');

const personOf = (name: string, more: Partial<ReviewedPerson> = {}): ReviewedPerson => ({
  name,
  email: `person@example.org`,
  role: 'Assessor',
  reviewer: 'Olga <olga@example.org>',
  supervisor: '',
  decision: 'Keep access',
  reason: '',
  facts: 'Never signed in; API keys: 0',
  decidedBy: 'Olga <olga@example.org>',
  decidedAt: at,
  outcome: 'Nothing to change',
  event: null,
  ...more,
});

const evidenceOf = (people: ReviewedPerson[]): ReviewEvidence => ({
  organisation: 'Acme',
  name: 'Autumn',
  id: 7,
  scope: 'All active users and accepted external users: 3',
  startedBy: 'Ana <ana@example.org>',
  startedAt: at,
  dueOn: '2026-12-01',
  endedBy: 'Ana',
  endedAt: at,
  madeAt: at,
  reviewers: [{ name: 'Olga <olga@example.org>', people: people.length, decided: people.length }],
  people,
  roles: [{ role: 'Auditee', summary: 'Answers assessments.', actions: ['users:view (own)', 'sso:view (any)'] }],
  chain: { number: 4_711, hash: 'ab'.repeat(32) },
});

const pageOf = (people: ReviewedPerson[], changes: Partial<ReviewEvidence> = {}) =>
  Buffer.from(writeEvidenceHtml({ ...evidenceOf(people), ...changes })).toString();

/** Visible text, with a space for each tag. */
const textOf = (...given: Parameters<typeof pageOf>) =>
  pageOf(...given)
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/\s+/g, ' ');

test('EVIDENCE-12 the page says scope, reviewers, each decision with time and reason, its outcome, what roles may do, and the head of the hash chain', () => {
  const text = textOf([
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
      outcome: 'No decision',
    }),
    personOf('Cy Responder', { decision: 'Remove access', outcome: 'Not applied. Cy is a responder.' }),
  ]);
  for (const part of [
    ...[
      'Evidence of access review 7 of Acme',
      'Scope All active users and accepted external users: 3',
      'Due 2026-12-01',
    ],
    ...['Started 2026-11-20 10:00:00 UTC, by Ana <ana@example.org>', 'Decided 2 of 3', 'Not applied 1'],
    ...[
      'Change role to Auditee',
      'New team',
      'Changed',
      'Event 12',
      'No decision',
      'No decision',
      'Remove access',
      'Not applied.',
    ],
    ...['Answers assessments.', 'users:view (own), sso:view (any)', 'ended with event 4711', 'ab'.repeat(32)],
  ])
    expect(text).toContain(part);
  expect(text).not.toContain('\\n');
});

test('EVIDENCE-22 the only reviewer is named once above the people, and each of several with their people, who have what was shown at the decision', () => {
  const people = [personOf('Ana Assessor'), personOf('Bo Auditee')];
  const countOf = (text: string) => text.split('Olga').length - 1;
  const text = textOf(people);
  expect([countOf(text), text]).toEqual([1, expect.stringContaining('Never signed in; API keys: 0')]);
  const reviewers = ['Olga <olga@example.org>', 'Ben'].map((name) => ({ name, people: 1, decided: 1 }));
  expect(countOf(textOf(people, { reviewers }))).toBe(5);
});

test('EVIDENCE-14 every value is escaped, the policy comes before anything else, and the page has no script, link or address', () => {
  const attack = `<script src="https://x.example">1</script>'"&amp;<img src=x onerror=alert(1)>`;
  const page = pageOf(
    [personOf(attack, { email: attack, role: attack, reason: attack, facts: attack, outcome: attack })],
    {
      organisation: attack,
      name: attack,
      scope: attack,
      startedBy: attack,
      endedBy: attack,
      reviewers: [{ name: attack, people: 1, decided: 1 }],
    },
  );
  const head =
    /^<!doctype html>\n<html lang="en">\n<head>\n<meta http-equiv="Content-Security-Policy" content="([^"]*)">\n/;
  const [, policy] = head.exec(page) ?? [];
  const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; img-src data:`);
  const tags = (page.match(/<[^>]*>/g) ?? []).join('');
  expect(tags).not.toMatch(/<(script|img|a|link|iframe)\b|\s(src|href|style|on\w+)=/);
  expect(page).toContain('&lt;script src=&quot;https://x.example&quot;&gt;1&lt;/script&gt;&#39;&quot;&amp;amp;');
});

test('EVIDENCE-15 the CSV has a row for each person, and no cell that a spreadsheet takes for a formula', () => {
  const people = [
    personOf('=HYPERLINK("https://x.example")', { reason: '+1, "quoted"\nnext line' }),
    personOf('@SUM(A1)', { supervisor: 'not known who set it' }),
  ];
  const text = Buffer.from(writeEvidenceCsv(evidenceOf(people))).toString();
  expect(text.startsWith('\uFEFFName,Email,Role,Reviewer,Shown to the reviewer,Decision,Reason,')).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""https://x.example"")"`);
  expect(text).toContain(`"'+1, ""quoted""\nnext line"`);
  expect(text).toContain(`\r\n'@SUM(A1),`);
  expect(text).toContain(`,4711,${'ab'.repeat(32)},not known who set it\r\n`);
});

test('REVIEWER-6 the page says next to a single reviewer, too, that it is not known who set a supervisor', () => {
  const text = textOf([personOf('Ana'), personOf('Bo', { supervisor: 'not known who set it' })]);
  expect(text).toContain('Supervisor: not known who set it');
  expect(text.match(/Supervisor:/g)).toHaveLength(1);
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
    `Role,Summary,"Permissions, in any organisation or only their own"${','.repeat(commas - 2)}`,
    `Auditee,Answers assessments.,"users:view (own), sso:view (any)"${','.repeat(commas - 2)}`,
    '',
  ]);
});
