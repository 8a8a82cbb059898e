import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import { openShapedFont, type ShapedFont } from './shaped-font.ts';

/** Noto Sans, by script. Each package has one file for each of its ranges of letters. */
const families = [
  ...['', 'arabic', 'armenian', 'bengali', 'devanagari', 'ethiopic', 'georgian', 'gujarati', 'gurmukhi', 'hebrew'],
  ...['kannada', 'khmer', 'lao', 'malayalam', 'myanmar', 'oriya', 'sinhala', 'tamil', 'telugu', 'thaana', 'thai'],
  ...['sc', 'tc', 'jp', 'kr'],
];

const packageOf = (script: string) => `@fontsource-variable/noto-sans${script && `-${script}`}`;
const resolve = createRequire(import.meta.url).resolve;

/** One file, with the code points that it is for. */
interface Slice {
  script: string;
  file: string;
  ranges: [first: number, last: number][];
}

async function readSlices(script: string): Promise<Slice[]> {
  const folder = dirname(resolve(`${packageOf(script)}/package.json`));
  const ranges: Record<string, string> = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8'));
  const prefix = `noto-sans${script && `-${script}`}`;
  return Object.entries(ranges).map(([name, text]) => ({
    script,
    file: join(folder, 'files', `${prefix}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: text.split(',').map(toRange),
  }));
}

const toRange = (text: string): [number, number] => {
  const [first = '0', last = first] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

const isIn = (ranges: Slice['ranges'], point: number) =>
  ranges.some(([first, last]) => point >= first && point <= last);

/** Finds the font of a letter, given those of the text that it is in; null where no font has it. */
export type FindFont = (point: number, text: string) => ShapedFont | null;

/** Loads the fonts that the texts need, and no other. */
export async function loadFonts(texts: readonly string[]): Promise<FindFont> {
  const slices = (await Promise.all(families.map(readSlices))).flat();
  const points = new Set<number>();
  // Decomposed, too: the shaper puts some letters together from their parts.
  for (const text of texts)
    for (const letter of text.normalize('NFC') + text.normalize('NFD')) points.add(letter.codePointAt(0) ?? 0);
  const languages = new Set(texts.map(languageOf));
  const fonts = new Map<Slice, ShapedFont>();
  const fontsOf = new Map<number, { script: string; font: ShapedFont }[]>();
  for (const point of points) {
    const found: { script: string; font: ShapedFont }[] = [];
    for (const slice of slices.filter(({ ranges }) => isIn(ranges, point))) {
      // The first font that has the letter, and those of a language that writes it in its own way.
      if (found.length > 0 && !languages.has(slice.script)) continue;
      const font = fonts.get(slice) ?? (await openFont(slice, points));
      fonts.set(slice, font);
      if (font.hasGlyphForCodePoint(point)) found.push({ script: slice.script, font });
    }
    fontsOf.set(point, found);
  }
  return (point, text) => {
    const found = fontsOf.get(point) ?? [];
    const language = found.length > 1 ? languageOf(text) : '';
    return (found.find(({ script }) => script === language) ?? found[0])?.font ?? null;
  };
}

/** Chinese, Japanese and Korean write the same character differently. */
const languageOf = (text: string): string => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  return /\p{Script=Hangul}/u.test(text) ? 'kr' : '';
};

/** The font of the letters alone, in the regular weight: the files have all. */
async function openFont({ file, ranges }: Slice, points: Iterable<number>): Promise<ShapedFont> {
  const own = [...points].filter((point) => isIn(ranges, point)).map((point) => String.fromCodePoint(point));
  const options = { targetFormat: 'sfnt', variationAxes: { wght: 400 } } as const;
  return openShapedFont(await subsetFont(await readFile(file), own.join(''), options));
}
