/** What a drawing must not hold: pictures and documents inside it could be anything, and of any size. A script is never run and may stay. */
const forbidden = /<!ENTITY|<(?:[\w.-]+:)?(?:image|feImage|include|foreignObject)\b|<\?xml-stylesheet|@import/i;
const encodings = ['utf-8', 'us-ascii', 'ascii', 'iso-8859-1'];

/** Why an SVG is not even looked at; null when it is. What it may hold loads nothing: it is drawn from memory, without an address of its own. */
export function refusedSvg(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  const encoding = /^\uFEFF?\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)["']/i.exec(text)?.[1] ?? 'utf-8';
  // In another encoding the words looked for could be written so that they are not found.
  if (!encodings.includes(encoding.toLowerCase()) || text.includes('\u0000')) return 'must be written in UTF-8';
  return forbidden.test(text) ? 'must be a drawing without pictures, documents or entities inside' : null;
}
