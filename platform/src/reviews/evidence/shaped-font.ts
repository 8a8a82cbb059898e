import { create, type Font, type Subset } from 'fontkit';
import * as hb from 'harfbuzzjs';

/** What the PDF writer takes from a laid out text: the glyphs from left to right, and the letters of each. */
interface Shaped {
  glyphs: { id: number; codePoints: number[]; advanceWidth: number }[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number; advanceWidth?: number }[];
  advanceWidth: number;
}

/** A font as the PDF writer reads and embeds it, with texts laid out by HarfBuzz: the writer's own shaper fails for some scripts. */
export type ShapedFont = Font & { createSubset(): Subset } & { layout(text: string, features?: string[]): Shaped };

/** A feature for the direction, which the writer does not pass on. */
export const rightToLeft = 'right-to-left';

const wordJoiner = 0x2060;

/** Opens a font file (TrueType). */
export function openShapedFont(bytes: Buffer): ShapedFont {
  const font = create(bytes) as Font;
  const face = new hb.Face(new hb.Blob(Uint8Array.from(bytes).buffer));
  const points = new Set(face.collectUnicodes());
  const shaper = new hb.Font(face);
  const letterOf = new Map<number, number>();
  for (const point of points) {
    const glyph = shaper.nominalGlyph(point);
    if (glyph !== undefined && !letterOf.has(glyph)) letterOf.set(glyph, point);
  }
  const buffer = new hb.Buffer();
  const layout = (text: string, features?: string[]): Shaped => {
    buffer.clearContents();
    buffer.setClusterLevel(hb.ClusterLevel.CHARACTERS);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(features?.includes(rightToLeft) ? hb.Direction.RTL : hb.Direction.LTR);
    hb.shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const letters = lettersOf(text, infos, letterOf);
    const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      ...{ xAdvance, yAdvance, xOffset, yOffset },
    }));
    return {
      glyphs: infos.map(({ codepoint: id }, at) => ({
        ...{ id, codePoints: letters[at] ?? [] },
        advanceWidth: font.getGlyph(id).advanceWidth,
      })),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  };
  return Object.assign(Object.create(font), { layout, hasGlyphForCodePoint: (point: number) => points.has(point) });
}

/**
 * The letters of each glyph. The PDF has one meaning for each glyph of a font, the first that it is given. So a glyph that a letter has by itself
 * always means this letter, also where it is the mirror image of another one, and the first other glyph of a cluster for the rest of its letters.
 */
function lettersOf(
  text: string,
  infos: readonly { codepoint: number; cluster: number }[],
  letterOf: ReadonlyMap<number, number>,
): number[][] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((one, other) => one - other);
  const rests = new Map(
    starts.map((start, at) => [start, pointsOf(text.slice(start, starts[at + 1]).normalize('NFD'))]),
  );
  for (const { codepoint, cluster } of infos) {
    const rest = rests.get(cluster) ?? [];
    const at = rest.indexOf(letterOf.get(codepoint) ?? -1);
    if (at >= 0) rest.splice(at, 1);
  }
  return infos.map(({ codepoint, cluster }) => {
    const letter = letterOf.get(codepoint);
    if (letter !== undefined) return [letter];
    const rest = rests.get(cluster)?.splice(0) ?? [];
    // Without any, readers would take the number of the glyph for a letter.
    return rest.length > 0 ? rest : [wordJoiner];
  });
}

const pointsOf = (text: string): number[] => [...text].map((letter) => letter.codePointAt(0) ?? 0);
