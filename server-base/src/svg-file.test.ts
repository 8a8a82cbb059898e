import { expect, test } from 'vitest';
import { svgTextOf } from './svg-file.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, (sign) => sign.charCodeAt(0)).buffer);
const utf8 = (text: string) => new TextEncoder().encode(text);
const entities = '<!DOCTYPE svg PUBLIC "a" "b" [\n<!ENTITY ns_a "http://a.example/>]">\n]>';

test.each<[string, Uint8Array, string | null]>([
  ['a drawing', utf8(drawing), drawing],
  [
    'one with entities',
    utf8(`<?xml version="1.0"?><!-- a -->${entities}${drawing}`),
    `<?xml version="1.0"?><!-- a -->${entities}${drawing}`,
  ],
  ['one in UTF-16', utf16(drawing), drawing],
  ['one in UTF-16 with a mark', utf16(`\uFEFF${drawing}`), drawing],
  ['a page with a drawing', utf8(`<!doctype html>${drawing}`), null],
  ['a text that begins like one', utf8('<!DOCTYPE svg ['.repeat(900)), null],
  ['nothing', new Uint8Array(), null],
])('ORG-29 %s is known by how it begins', (_what, bytes, text) => {
  expect(svgTextOf(bytes)).toBe(text);
});
