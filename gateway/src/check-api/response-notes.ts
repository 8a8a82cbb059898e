import { decodeHTMLStrict } from 'entities';
import type { GatewaySettings } from '../base/settings.ts';
import { fileAddress, pathOnProductApi } from '../product-api/file-address.ts';
import { responseExcerpt } from '../product-api/read-response.ts';
import { isRecord } from '../product-api/shape.ts';
import { type Answer, declaredCharset, textOfResponse } from '../product-api/transport.ts';

/** Notes on the character set, and on text that is not JSON or precedes it. */
export function notesOnText(answer: Answer, json: unknown): string[] {
  if (answer.bytes.length === 0) return [];
  const isText = textOfResponse(answer) !== undefined;
  const start = `begins with: ${responseExcerpt(answer)}`;
  return [
    ...charsetNotes(answer, isText),
    ...(json !== undefined ? [] : isText && hasJsonLater(answer) ? [`has text before its JSON, ${start}`] : [start]),
  ];
}

const byteOrderMarks = { 'UTF-8': [0xef, 0xbb, 0xbf], 'UTF-16LE': [0xff, 0xfe], 'UTF-16BE': [0xfe, 0xff] };

function charsetNotes(answer: Answer, isText: boolean): string[] {
  const declared = declaredCharset(answer);
  const [marked] =
    Object.entries(byteOrderMarks).find(([, mark]) => answer.bytes.indexOf(Buffer.from(mark)) === 0) ?? [];
  const markNote = marked ? [`begins with the byte order mark of ${marked}`] : [];
  if (!isText) return [...markNote, `is not in ${declared ?? 'UTF-8, and declares no other character set'}`];
  return declared && !/^utf-?8$/i.test(declared) ? [...markNote, `is in ${declared}`] : markNote;
}

function hasJsonLater(answer: Answer): boolean {
  const text = textOfResponse(answer) ?? '';
  return [...text.matchAll(/[[{]/g)].slice(0, mostStarts).some(({ index }) => {
    try {
      return typeof JSON.parse(text.slice(index)) === 'object';
    } catch {
      return false;
    }
  });
}

const mostStarts = 20;
const imageKeys = new Set(['logo', 'icon', 'logo_url']);
const mostNested = 8;

/** Notes on texts that are escaped for HTML, and images on hosts that are not allowed. */
export function notesOnContent(body: unknown, settings: GatewaySettings): string[] {
  const escaped: string[] = [];
  const hosts = new Set<string>();
  const visit = (value: unknown, key: string, isImage: boolean, depth: number): void => {
    if (typeof value === 'string' && isImage) return void hosts.add(hostOf(value, settings));
    if (typeof value === 'string' && decodeHTMLStrict(value) !== value) escaped.push(`${value.slice(0, 60)} (${key})`);
    if (depth >= mostNested) return;
    if (Array.isArray(value)) for (const entry of value) visit(entry, key, false, depth + 1);
    if (isRecord(value))
      for (const [name, entry] of Object.entries(value))
        visit(entry, name, imageKeys.has(name) || (name === 'url' && imageKeys.has(key)), depth + 1);
  };
  visit(body, '', false, 0);
  const others = [...hosts].filter(Boolean).join(',');
  const [first] = escaped;
  return [
    ...(first ? [`has HTML entities in ${escaped.length} texts, which are shown as they are, such as ${first}`] : []),
    ...(others ? [`has images on other hosts, which are not shown without IMAGE_HOSTS=${others}`] : []),
  ];
}

/** Host of an image that is not shown; otherwise empty. */
function hostOf(address: string, settings: GatewaySettings): string {
  const isShown = fileAddress(address, settings) !== null || pathOnProductApi(address, settings) !== null;
  if (isShown || !URL.canParse(address)) return '';
  const { host } = new URL(address);
  return settings.imageHosts.includes(host) ? '' : host;
}
