import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { type FindFont, loadFonts } from './evidence-fonts.ts';
import { type Run, runsOf } from './evidence-text.ts';
import { evidenceTime, type ReviewEvidence, type ReviewedPerson } from './review-evidence.ts';
import { outcomeLabels } from './review-outcome.ts';
import { rightToLeft, type ShapedFont } from './shaped-font.ts';

const margin = 36;
const size = 8;
const lineHeight = 12;
const headingSize = 12;
const titleSize = 18;
const grey = '#5c6370';
const line = '#c9ced6';

interface Column {
  title: string;
  /** The share of the width of the page. */
  share: number;
}

const personColumns: Column[] = [
  { title: 'Name and email', share: 0.19 },
  { title: 'Role', share: 0.1 },
  { title: 'Shown at the decision', share: 0.18 },
  { title: 'Decision and reason', share: 0.17 },
  { title: 'Decided', share: 0.12 },
  { title: 'Outcome', share: 0.12 },
  { title: 'Reviewer', share: 0.12 },
];
const reviewerColumns: Column[] = [
  { title: 'Reviewer', share: 0.6 },
  { title: 'People', share: 0.2 },
  { title: 'Decided', share: 0.2 },
];
const roleColumns: Column[] = [
  { title: 'Role', share: 0.12 },
  { title: 'In short', share: 0.28 },
  { title: 'Permissions, in any organisation or only their own', share: 0.6 },
];

/** Writes the evidence as a PDF to print and keep. Only the letters that it uses are embedded. */
export async function writeEvidencePdf(evidence: ReviewEvidence, out: Writable): Promise<void> {
  const findFont = await loadFonts([...textsOf(evidence)]);
  const page = new Page(evidence, findFont, out);
  page.write(evidence.name, { size: titleSize, gap: 6 });
  page.write(`Evidence of access review ${evidence.id} of ${evidence.organisation}`, { size: headingSize, gap: 10 });
  for (const [label, value] of summaryOf(evidence)) page.writePair(label, value);
  page.heading('Reviewers');
  await page.table(
    reviewerColumns,
    evidence.reviewers.map(({ name, people, decided }) => [name, `${people}`, `${decided}`]),
  );
  page.heading('Decisions');
  // Named above.
  const [{ name: only = '' } = {}, ...others] = evidence.reviewers;
  const isOnly = others.length === 0;
  await page.table(
    isOnly ? personColumns.slice(0, -1) : personColumns,
    evidence.people.map((person) => (isOnly ? cellsOf(person, only).slice(0, -1) : cellsOf(person))),
  );
  page.heading('What each role may do');
  await page.table(
    roleColumns,
    evidence.roles.map(({ role, summary, actions }) => [role, summary, actions.join(', ')]),
  );
  page.heading('Activity of the organisation');
  page.write(
    `At that time, the last event in the hash chain of the activity was number ${evidence.chain.number}. Its hash is ${evidence.chain.hash}. The column Outcome has numbers of the same chain.`,
  );
  await page.end();
}

const summaryOf = (evidence: ReviewEvidence): [label: string, value: string][] => {
  const count = (test: (person: ReviewedPerson) => boolean) => String(evidence.people.filter(test).length);
  return [
    ['Scope', evidence.scope],
    ['Started', `${evidenceTime(evidence.startedAt)}, by ${evidence.startedBy}`],
    ['Due', evidence.dueOn],
    ['Ended', `${evidenceTime(evidence.endedAt)}, by ${evidence.endedBy}`],
    ['Made', evidenceTime(evidence.madeAt)],
    ['People with a decision', `${count(({ decidedAt }) => decidedAt !== null)} of ${evidence.people.length}`],
    ...Object.values(outcomeLabels).map((label): [string, string] => [
      label,
      count(({ outcome }) => outcome === label || outcome.startsWith(`${label}. `)),
    ]),
  ];
};

const cellsOf = (person: ReviewedPerson, onlyReviewer?: string): string[] => [
  `${person.name}\n${person.email}`,
  person.role,
  person.facts,
  person.reason === '' ? person.decision : `${person.decision}\n${person.reason}`,
  person.decidedAt
    ? `${evidenceTime(person.decidedAt)}\n${person.decidedBy === onlyReviewer ? '' : person.decidedBy}`
    : '',
  person.event === null ? person.outcome : `${person.outcome}\nEvent ${person.event}`,
  person.reviewer,
];

function* textsOf(evidence: ReviewEvidence): Iterable<string> {
  // Also what the page itself says.
  for (let point = 0x20; point < 0x7f; point++) yield String.fromCodePoint(point);
  yield* [evidence.name, evidence.organisation, evidence.scope, evidence.startedBy, evidence.endedBy];
  for (const { name } of evidence.reviewers) yield name;
  for (const person of evidence.people) yield* cellsOf(person);
  for (const role of evidence.roles) yield* [role.role, role.summary];
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** With features, the writer has a run laid out as a whole and not by its words, which would be in the wrong order. */
const featuresOf = ({ isRightToLeft }: Run) =>
  (isRightToLeft ? [rightToLeft] : []) as string[] as PDFKit.Mixins.OpenTypeFeatures[];

class Page {
  readonly #doc: PDFKit.PDFDocument;
  readonly #findFont: FindFont;
  readonly #written: Promise<unknown>;
  readonly #footer: string;
  readonly #fontNames = new Map<ShapedFont, string>();
  #y = margin;
  #pages = 1;

  constructor({ name, organisation, id, madeAt }: ReviewEvidence, findFont: FindFont, out: Writable) {
    this.#findFont = findFont;
    this.#footer = `Access review ${id} of ${organisation}`;
    this.#doc = new PDFDocument({
      ...{ size: 'A4', layout: 'landscape', margin: 0, lang: 'en', displayTitle: true },
      info: { Title: `${name}: evidence of an access review`, CreationDate: madeAt },
    });
    this.#written = once(out, 'finish');
    this.#doc.pipe(out);
    this.#writeFooter();
  }

  get #width(): number {
    return this.#doc.page.width - 2 * margin;
  }

  get #bottom(): number {
    return this.#doc.page.height - margin - 2 * lineHeight;
  }

  heading(text: string): void {
    this.#y += 10;
    this.#makeRoom(5 * lineHeight);
    this.write(text, { size: headingSize, gap: 4 });
  }

  /** A text over the whole width. */
  write(text: string, { size: textSize = size, gap = 0 } = {}): void {
    const height = textSize * 1.5;
    for (const one of this.#linesOf(text, this.#width, textSize)) {
      this.#makeRoom(height);
      this.#writeLine(one, margin, this.#y + textSize, textSize);
      this.#y += height;
    }
    this.#y += gap;
  }

  writePair(label: string, value: string): void {
    const left = 130;
    const lines = this.#linesOf(value, this.#width - left, size);
    this.#makeRoom(lines.length * lineHeight);
    this.#writeLine(label, margin, this.#y + size, size, grey);
    for (const one of lines) {
      this.#writeLine(one, margin + left, this.#y + size, size);
      this.#y += lineHeight;
    }
  }

  /** Its titles are on each page; a row that is longer than a page continues on the next. */
  async table(columns: readonly Column[], rows: readonly string[][]): Promise<void> {
    const titles = () => {
      this.#writeCells(
        columns,
        columns.map(({ title }) => [title]),
        grey,
      );
      this.#rule();
    };
    titles();
    for (const row of rows) {
      const cells = row.map((text, at) => this.#linesOf(text, this.#cellWidth(columns[at]), size));
      while (cells.some((lines) => lines.length > 0)) {
        const needed = Math.max(...cells.map((lines) => lines.length));
        const free = Math.floor((this.#bottom - this.#y) / lineHeight);
        if (free < Math.min(needed, 8)) {
          this.#newPage();
          // So that the page before is compressed and written.
          await nextTurn();
          titles();
          continue;
        }
        this.#writeCells(
          columns,
          cells.map((lines) => lines.splice(0, free)),
        );
      }
      this.#rule();
    }
  }

  async end(): Promise<void> {
    this.#doc.end();
    await this.#written;
  }

  #cellWidth(column: Column | undefined): number {
    return (column?.share ?? 0) * this.#width - 8;
  }

  #writeCells(columns: readonly Column[], cells: readonly (readonly string[])[], colour?: string): void {
    let x = margin;
    for (const [at, lines] of cells.entries()) {
      for (const [index, one] of lines.entries())
        this.#writeLine(one, x, this.#y + index * lineHeight + size, size, colour);
      x += (columns[at]?.share ?? 0) * this.#width;
    }
    this.#y += Math.max(...cells.map((lines) => lines.length)) * lineHeight;
  }

  #rule(): void {
    this.#doc
      .moveTo(margin, this.#y + 1)
      .lineTo(margin + this.#width, this.#y + 1)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke();
    this.#y += 5;
  }

  #makeRoom(height: number): void {
    if (this.#y + height > this.#bottom) this.#newPage();
  }

  #newPage(): void {
    this.#doc.addPage();
    this.#pages += 1;
    this.#y = margin;
    this.#writeFooter();
  }

  #writeFooter(): void {
    const y = this.#doc.page.height - margin;
    const [left = ''] = this.#linesOf(this.#footer, this.#width - 100, size);
    this.#writeLine(left, margin, y, size, grey);
    this.#writeLine(`Page ${this.#pages}`, margin + this.#width - 50, y, size, grey);
  }

  #writeLine(text: string, x: number, baseline: number, textSize: number, colour = '#000000'): void {
    const doc = this.#doc.fontSize(textSize).fillColor(colour);
    let at = x;
    for (const run of runsOf(text, this.#findFont)) {
      const options = { features: featuresOf(run), lineBreak: false, baseline: 'alphabetic' as const };
      doc.font(this.#fontName(run.font)).text(run.text, at, baseline, options);
      at += doc.widthOfString(run.text, options);
    }
  }

  /** The writer finds a font again by its name. */
  #fontName(font: ShapedFont): string {
    const known = this.#fontNames.get(font);
    if (known) return known;
    const name = `font ${this.#fontNames.size}`;
    this.#fontNames.set(font, name);
    this.#doc.registerFont(name, font as never);
    return name;
  }

  #widthOf(text: string, textSize: number): number {
    const doc = this.#doc.fontSize(textSize);
    return runsOf(text, this.#findFont).reduce(
      (sum, run) => sum + doc.font(this.#fontName(run.font)).widthOfString(run.text, { features: featuresOf(run) }),
      0,
    );
  }

  /** The lines of a text in a column; a word that is too long is divided between letters. */
  #linesOf(text: string, width: number, textSize: number): string[] {
    return text.split('\n').flatMap((paragraph) => {
      const lines: string[] = [];
      let current = '';
      let used = 0;
      for (const part of partsOf(paragraph)) {
        const wide = this.#widthOf(part, textSize);
        if (used + wide <= width || current === '') {
          if (wide <= width) {
            current += part;
            used += wide;
            continue;
          }
        } else if (wide <= width) {
          lines.push(current.trimEnd());
          current = part.trimStart();
          used = current === part ? wide : this.#widthOf(current, textSize);
          continue;
        }
        for (const { segment } of letters.segment(part)) {
          const one = this.#widthOf(segment, textSize);
          if (used + one > width && current !== '') {
            lines.push(current.trimEnd());
            current = '';
            used = 0;
          }
          current += segment;
          used += one;
        }
      }
      return current === '' ? lines : [...lines, current.trimEnd()];
    });
  }
}

/** The places between which a line may be broken: words with what follows them up to the next one. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    if (!isWordLike && parts.length > 0) parts.push((parts.pop() ?? '') + segment);
    else parts.push(segment);
  }
  return parts;
}
