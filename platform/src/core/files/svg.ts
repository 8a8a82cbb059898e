import { imageMaxBytes } from '@console/contract/rules';

/** Embedded images and documents could be anything, and of any size. Scripts are never run and may stay. */
const forbidden =
  /<!ENTITY|<!DOCTYPE|<(?:[\w.-]+:)?(?:image|feImage|include|foreignObject)\b|<\?xml-stylesheet|@import/i;
const encodings = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'us-ascii', 'ascii', 'iso-8859-1'];

const declaration = /^(\uFEFF?\s*<\?xml\b[^>]*?)\s+encoding\s*=\s*["']([^"']*)["']/i;
const documentType = /<!DOCTYPE svg[^>[]*(?:\[((?:"[^"]*"|'[^']*'|[^\]"'])*)\]\s*)?>/;
/** A name for a text; one that names another entity or has markup could grow without end, or hide a part of the drawing. */
const plainEntity = /<!ENTITY\s+([A-Za-z_][\w.-]{0,63})\s+(?:"([^"<&%]{0,1000})"|'([^'<&%]{0,1000})')\s*>/g;

/** The drawing as it is rendered, or why it is not. What remains allowed loads nothing: it is rendered from memory without a base address. */
export type PreparedSvg = { bytes: Buffer } | { problem: string };

/** Prepares the text of an SVG file: entities are replaced by their texts, and it is written in UTF-8. */
export function prepareSvg(text: string): PreparedSvg {
  const encoding = declaration.exec(text)?.[2] ?? 'utf-8';
  // In another encoding the forbidden words could be written so that they do not match.
  if (!encodings.includes(encoding.toLowerCase()) || text.includes('\u0000'))
    return { problem: 'must be written in UTF-8 or UTF-16' };
  const [whole, subset = ''] = documentType.exec(text) ?? [''];
  const entities = new Map(
    Array.from(subset.matchAll(plainEntity), ([, name, one, other]) => [name, one ?? other ?? '']),
  );
  const others = subset.replace(plainEntity, '').replace(/<!--(?:(?!-->)[\s\S])*-->/g, '');
  if (others.trim() !== '') return { problem: 'must be a drawing with entities that are plain texts' };
  const drawing = withTexts(text.replace(whole, '').replace(declaration, '$1'), entities);
  if (drawing === null) return { problem: `must have at most ${imageMaxBytes / 1024 / 1024} MB with its entities` };
  if (forbidden.test(drawing)) return { problem: 'must be a drawing without pictures or documents inside' };
  return { bytes: Buffer.from(drawing) };
}

/** The drawing with the texts of its entities; null when it is too long with them. */
function withTexts(drawing: string, entities: ReadonlyMap<string | undefined, string>): string | null {
  if (entities.size === 0) return drawing;
  const reference = /&([A-Za-z_][\w.-]{0,63});/g;
  const escaped = (text: string) => text.replaceAll('"', '&quot;').replaceAll("'", '&apos;').replaceAll('>', '&gt;');
  let length = drawing.length;
  for (const [, name] of drawing.matchAll(reference)) {
    length += escaped(entities.get(name) ?? '').length;
    if (length > imageMaxBytes) return null;
  }
  return drawing.replace(reference, (whole, name) => (entities.has(name) ? escaped(entities.get(name) ?? '') : whole));
}
