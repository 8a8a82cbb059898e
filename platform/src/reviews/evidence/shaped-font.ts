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

/** Opens a font file (TrueType). */
export function openShapedFont(bytes: Buffer): ShapedFont {
  const font = create(bytes) as Font;
  const face = new hb.Face(new hb.Blob(Uint8Array.from(bytes).buffer));
  const points = new Set(face.collectUnicodes());
  const shaper = new hb.Font(face);
  const buffer = new hb.Buffer();
  const layout = (text: string, features?: string[]): Shaped => {
    buffer.clearContents();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    buffer.setDirection(features?.includes(rightToLeft) ? hb.Direction.RTL : hb.Direction.LTR);
    hb.shape(shaper, buffer);
    const infos = buffer.getGlyphInfos();
    const lettersOf = clusterLetters(
      text,
      infos.map(({ cluster }) => cluster),
    );
    const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
      ...{ xAdvance, yAdvance, xOffset, yOffset },
    }));
    return {
      glyphs: infos.map(({ codepoint: id, cluster }) => ({
        ...{ id, codePoints: lettersOf(cluster) },
        advanceWidth: font.getGlyph(id).advanceWidth,
      })),
      positions,
      advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  };
  return Object.assign(Object.create(font), { layout, hasGlyphForCodePoint: (point: number) => points.has(point) });
}

/** The letters of a cluster, once: its first glyph has all of them. */
function clusterLetters(text: string, clusters: readonly number[]): (cluster: number) => number[] {
  const starts = [...new Set(clusters)].toSorted((one, other) => one - other);
  const given = new Set<number>();
  return (cluster) => {
    if (given.has(cluster)) return [];
    given.add(cluster);
    const end = starts[starts.indexOf(cluster) + 1] ?? text.length;
    return [...text.slice(cluster, end)].map((letter) => letter.codePointAt(0) ?? 0);
  };
}
