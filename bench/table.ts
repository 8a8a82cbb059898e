export interface Figure {
  name: string;
  value: number;
  /** The largest value that meets the goal. */
  most?: number;
}

/** A question of the bench, with its options and their defaults. */
export interface Question<Option extends string = never> {
  options: Readonly<Record<Option, number>>;
  /** Prints the tables of the question and returns the figures that have goals. */
  measure(options: Readonly<Record<Option, number>>): Promise<Figure[]>;
}

const formatNumber = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

/** Prints rows as Markdown, as docs/performance.md has them. The first column is text, the others are numbers or short texts. */
export function printTable(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((cells) => cells.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  console.log(
    ['', line(heads), line(heads.map((_, place) => (place === 0 ? '---' : '---:'))), ...texts.map(line), ''].join('\n'),
  );
}

const isMet = ({ value, most }: Figure): boolean => most === undefined || value <= most;

/** Prints the figures with their goals. Returns whether all are met. */
export function printGoals(figures: readonly Figure[]): boolean {
  printTable(
    ['figure', 'value', 'goal', 'met'],
    figures.map((figure) => [
      figure.name,
      figure.value,
      figure.most === undefined ? '–' : `≤ ${figure.most}`,
      figure.most === undefined ? '–' : isMet(figure) ? 'met' : 'missed',
    ]),
  );
  return figures.every(isMet);
}
