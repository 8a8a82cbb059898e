/** Embedded images and documents could be anything, and of any size. Scripts are never run and may stay. */
const forbidden = /<!ENTITY|<(?:[\w.-]+:)?(?:image|feImage|include|foreignObject)\b|<\?xml-stylesheet|@import/i;
const encodings = ['utf-8', 'us-ascii', 'ascii', 'iso-8859-1'];

/** Why an SVG is not rendered, null if it is. What remains allowed loads nothing: it is rendered from memory without a base address. */
export function svgProblem(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  const encoding = /^\uFEFF?\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)["']/i.exec(text)?.[1] ?? 'utf-8';
  // In another encoding the forbidden words could be written so that they do not match.
  if (!encodings.includes(encoding.toLowerCase()) || text.includes('\u0000')) return 'must be written in UTF-8';
  return forbidden.test(text) ? 'must be a drawing without pictures, documents or entities inside' : null;
}
