import bidiFactory from 'bidi-js';
import type { FindFont } from './evidence-fonts.ts';
import type { ShapedFont } from './shaped-font.ts';

/** Its types are those of its other build. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** A part of a line that is written with one font in one direction. */
export interface Run {
  text: string;
  font: ShapedFont;
  isRightToLeft: boolean;
}

interface Part extends Omit<Run, 'isRightToLeft'> {
  level: number;
}

/** Letters that are not seen: they only join or separate others. */
const unseen = /^[\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;

/** The runs of a line as they are written from left to right. A letter that no font has is written as its code point. */
export function runsOf(line: string, findFont: FindFont): Run[] {
  const text = withFonts(line, findFont);
  const joined = text.map(({ letters }) => letters).join('');
  const { levels } = bidi.getEmbeddingLevels(joined);
  const parts: Part[] = [];
  let at = 0;
  for (const { letters, font } of text) {
    const level = levels[at] ?? 0;
    const last = parts.at(-1);
    if (last && last.level === level && last.font === font) last.text += letters;
    else parts.push({ text: letters, font, level });
    at += letters.length;
  }
  return inVisualOrder(parts).map(({ level, ...part }) => ({ ...part, isRightToLeft: level % 2 === 1 }));
}

/** Each letter with its font: that of the letter before, where it has both, so that marks stay with what they mark. */
function withFonts(line: string, findFont: FindFont): { letters: string; font: ShapedFont }[] {
  const parts: { letters: string; font: ShapedFont }[] = [];
  const latin = findFont(0x55, line);
  for (const letter of line.normalize('NFC')) {
    const point = letter.codePointAt(0) ?? 0;
    const before = parts.at(-1)?.font;
    const font = before?.hasGlyphForCodePoint(point) && !isLetter(letter) ? before : findFont(point, line);
    if (font) parts.push({ letters: letter, font });
    else if (!unseen.test(letter) && latin)
      for (const one of ` U+${point.toString(16).toUpperCase().padStart(4, '0')} `)
        parts.push({ letters: one, font: latin });
  }
  return parts;
}

const isLetter = (letter: string) => /\p{L}/u.test(letter);

/** Rule L2 of the Unicode Bidirectional Algorithm, for whole runs. */
function inVisualOrder(parts: readonly Part[]): Part[] {
  let ordered = [...parts];
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level--) {
    const next: Part[] = [];
    let turned: Part[] = [];
    for (const part of ordered) {
      if (part.level >= level) turned.unshift(part);
      else {
        next.push(...turned, part);
        turned = [];
      }
    }
    ordered = [...next, ...turned];
  }
  return ordered;
}
