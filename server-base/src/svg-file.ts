/** Prolog, comments and document type, in any order, then the drawing. A comment ends at its first `-->`: an ambiguous pattern would backtrack exponentially. */
const beginning =
  /^\uFEFF?\s*(<\?xml\s[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE svg[^>[]*(?:\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]\s*)?>\s*)*<(\w+:)?svg[\s>]/;
/** Drawing programs declare their entities before the drawing. */
export const svgBeginningLength = 16_384;

/** Text of an SVG file: UTF-16 by its byte order mark or first character, otherwise UTF-8. Null for any other file. */
export function svgTextOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
    return beginning.test(text.slice(0, svgBeginningLength)) ? text : null;
  } catch {
    return null;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be';
  return 'utf-8';
}
