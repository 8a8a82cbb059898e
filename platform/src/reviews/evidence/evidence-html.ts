import { createHash } from 'node:crypto';
import { evidenceTime, type ReviewEvidence, type ReviewedPerson } from './review-evidence.ts';
import { outcomeLabels } from './review-outcome.ts';

const style = `
@page { size: A4 landscape; margin: 12mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }
body { max-width: 1200px; margin: 24px auto; padding: 0 16px; color: #000; background: #fff; font: 14px/1.5 system-ui, "Noto Sans", sans-serif }
h1, h2 { line-height: 1.25; break-after: avoid }
h2 { margin-top: 32px }
table { width: 100%; border-collapse: collapse; table-layout: fixed }
th, td { padding: 6px 8px; border-bottom: 1px solid #c9ced6; text-align: start; vertical-align: top; overflow-wrap: anywhere; white-space: pre-line }
th { color: #4a515e }
.people th:nth-child(2), .people th:nth-child(5), .people th:nth-child(6) { width: 13% }
tr { break-inside: avoid }
.facts { width: auto }
.facts th { width: 180px; font-weight: normal }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 8pt } thead { display: table-header-group } }
`;

/** No scripts and no requests, wherever the file is opened. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:`;

class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const toText = (value: Value): string => {
  if (value instanceof Markup) return value.text;
  return Array.isArray(value)
    ? value.map(toText).join('')
    : String(value).replace(/[&<>"']/g, (letter) => entities[letter] ?? '');
};

/** Markup from a template; values that are not markup are escaped. */
const html = (parts: TemplateStringsArray, ...values: Value[]): Markup =>
  new Markup(parts.map((part, at) => part + (at < values.length ? toText(values[at] ?? '') : '')).join(''));

/** Language for the form of Chinese characters; otherwise a name's language is unknown. */
const languageOf = (text: string): string => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  if (/\p{Script=Hangul}/u.test(text)) return 'ko';
  return /\p{Script=Han}/u.test(text) ? 'zh' : '';
};

/** Typed text in its own direction and language. */
const typed = (text: string): Markup => html`<bdi lang="${languageOf(text)}">${text}</bdi>`;

const lines = (...texts: string[]): Markup =>
  html`${texts.filter((text) => text !== '').map((text, at) => html`${at > 0 ? '\n' : ''}${typed(text)}`)}`;

const table = (
  titles: readonly string[],
  rows: readonly (readonly Markup[])[],
  kind = '',
): Markup => html`<table class="${kind}">
<thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>`;

/** A self-contained page without scripts, to read, print and keep. */
export function writeEvidenceHtml(evidence: ReviewEvidence): Uint8Array {
  const { id, name, organisation, reviewers, people, roles, chain } = evidence;
  // A single reviewer is named above the people.
  const isNamedAbove = people.every(({ supervisor }) => supervisor === '') && reviewers.length === 1;
  const only = isNamedAbove ? reviewers[0]?.name : undefined;
  const titles = ['Name and email', 'Role', 'Shown to the reviewer', 'Decision and reason', 'Decided', 'Outcome'];
  const cellsOf = (person: ReviewedPerson): Markup[] => [
    lines(person.name, person.email),
    lines(person.role),
    lines(person.facts),
    lines(person.decision, person.reason),
    person.decidedAt
      ? lines(evidenceTime(person.decidedAt), person.decidedBy === only ? '' : person.decidedBy)
      : html``,
    lines(person.outcome, person.event === null ? '' : `Event ${person.event}`),
    ...(only === undefined ? [lines(person.reviewer, person.supervisor && `Supervisor: ${person.supervisor}`)] : []),
  ];
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}: evidence of an access review</title>
<style>${new Markup(style)}</style>
</head>
<body>
<h1>${typed(name)}</h1>
<p>Evidence of access review ${id} of ${typed(organisation)}</p>
<table class="facts"><tbody>
${summaryOf(evidence).map(([label, value]) => html`<tr><th scope="row">${label}</th><td>${value}</td></tr>\n`)}</tbody></table>
<h2>Reviewers</h2>
${table(
  ['Reviewer', 'People', 'Decided'],
  reviewers.map((one) => [typed(one.name), html`${one.people}`, html`${one.decided}`]),
)}
<h2>Decisions</h2>
${table(only === undefined ? [...titles, 'Reviewer'] : titles, people.map(cellsOf), 'people')}
<h2>Permissions of each role</h2>
<p>A permission names what it is for and what it allows: users:view allows to view users. It is valid in any organisation, or in the user’s own.</p>
${table(
  ['Role', 'Summary', 'Permissions, in any organisation or only their own'],
  roles.map(({ role, summary, actions }) => [role, summary, actions.join(', ')].map((text) => html`${text}`)),
)}
<h2>Activity log</h2>
<p>When this evidence was created, the activity log ended with event ${chain.number}, hash ${chain.hash}. The event numbers in the column Outcome belong to the same hash chain.</p>
</body>
</html>
`;
  return Buffer.from(page.text);
}

const summaryOf = (evidence: ReviewEvidence): [label: string, value: Markup][] => {
  const count = (test: (person: ReviewedPerson) => boolean) => String(evidence.people.filter(test).length);
  return [
    ['Scope', html`${evidence.scope}`],
    ['Started', html`${evidenceTime(evidence.startedAt)}, by ${typed(evidence.startedBy)}`],
    ['Due', html`${evidence.dueOn}`],
    ['Completed', html`${evidenceTime(evidence.endedAt)}, by ${typed(evidence.endedBy)}`],
    ['Created', html`${evidenceTime(evidence.madeAt)}`],
    ['Decided', html`${count(({ decidedAt }) => decidedAt !== null)} of ${evidence.people.length}`],
    ...Object.values(outcomeLabels).map((label): [string, Markup] => [
      label,
      html`${count(({ outcome }) => outcome === label || outcome.startsWith(`${label}. `))}`,
    ]),
  ];
};
