import type { FieldProblem } from '@console/contract/errors';
import { imageMaxBytes } from '@console/contract/rules';
import { svgBeginningLength, svgTextOf } from '@console/server-base/svg-file';
import type { Transaction } from 'kysely';
import { filesRefused } from '../core/base/failure.ts';
import { newFileId } from '../core/base/keys.ts';
import type { Database } from '../core/database/schema.ts';
import type { FileFields, UploadedFile } from '../core/files/upload.ts';
import type { ImageRenderer } from './image-renderer.ts';
import { type ImageRenderFailure, type ImageRenderRequest, maxInputPixels, renderLimits } from './render.ts';

/** Embedded images and documents can have any type and size. Scripts can stay, because they are never run. */
const forbidden =
  /<!ENTITY|<!DOCTYPE|<(?:[\w.-]+:)?(?:image|feImage|include|foreignObject)\b|<\?xml-stylesheet|@import/i;
const encodings = ['utf-8', 'utf-16', 'utf-16le', 'utf-16be', 'us-ascii', 'ascii', 'iso-8859-1'];

const declaration = /^(\uFEFF?\s*<\?xml\b[^>]*?)\s+encoding\s*=\s*["']([^"']*)["']/i;
const documentType = /<!DOCTYPE svg[^>[]*(?:\[((?:"[^"]*"|'[^']*'|[^\]"'])*)\]\s*)?>/;
/** A plain text entity. Any other kind could grow without limit, or hide a part of the drawing. */
const plainEntity = /<!ENTITY\s+([A-Za-z_][\w.-]{0,63})\s+(?:"([^"<&%]{0,1000})"|'([^'<&%]{0,1000})')\s*>/g;

/** A drawing to render, or its problem. It cannot load anything: it is rendered from memory without a base URL. */
type PreparedSvg = { bytes: Buffer } | { problem: FieldProblem };

/** Replaces entities by their texts and encodes as UTF-8. */
function prepareSvg(text: string): PreparedSvg {
  const encoding = declaration.exec(text)?.[2] ?? 'utf-8';
  // Another encoding could hide the forbidden words.
  if (!encodings.includes(encoding.toLowerCase()) || text.includes('\u0000'))
    return { problem: { code: 'FORMAT', message: 'must be encoded in UTF-8 or UTF-16' } };
  // Only in front of the drawing: each unfinished one would be searched for its end.
  const [whole, subset = ''] = documentType.exec(text.slice(0, svgBeginningLength)) ?? [''];
  const entities = new Map(
    Array.from(subset.matchAll(plainEntity), ([, name, one, other]) => [name, one ?? other ?? '']),
  );
  const others = subset.replace(plainEntity, '').replace(/<!--(?:(?!--)[\s\S])*-->/g, '');
  if (others.trim() !== '') return { problem: { code: 'FORMAT', message: 'must define only plain-text entities' } };
  const drawing = withTexts(text.replace(whole, '').replace(declaration, '$1'), entities);
  if (drawing === null)
    return {
      problem: {
        code: 'FORMAT',
        message: `must be at most ${imageMaxBytes / 1024 / 1024} MB with its entities expanded`,
      },
    };
  if (forbidden.test(drawing))
    return { problem: { code: 'FORMAT', message: 'must not contain embedded images or documents' } };
  return { bytes: Buffer.from(drawing) };
}

/** Expands entities; null if the drawing becomes too long. */
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

/** A stored image: decoded and encoded again, so that only the pixels of the upload remain. */
interface RenderedImage {
  file_name: string;
  content_type: string;
  bytes: Buffer;
}

export const imageNames = ['logo', 'icon'] as const;
export type ImageName = (typeof imageNames)[number];
export type RenderedImages = Partial<Record<ImageName, RenderedImage>>;

export const imageFields: FileFields = {
  fields: imageNames,
  maxBytes: imageMaxBytes,
  texts: { most: 20, maxBytes: 4_096 },
  tooLarge: (field) => filesRefused({ [field]: [tooLarge] }),
};

const tooLarge: FieldProblem = { code: 'FORMAT', message: `must be at most ${imageMaxBytes / 1024 / 1024} MB` };
const wrongType: FieldProblem = { code: 'FORMAT', message: 'must be a PNG, JPEG or SVG image' };

const failureProblems: Record<ImageRenderFailure, FieldProblem> = {
  format: wrongType,
  pixels: { code: 'FORMAT', message: `must have at most ${maxInputPixels.toLocaleString('en-GB')} pixels` },
  time: { code: 'FORMAT', message: `must be an image that can be rendered within ${renderLimits.seconds} seconds` },
  memory: {
    code: 'FORMAT',
    message: `must be an image that can be rendered with ${renderLimits.megabytes} MB of memory`,
  },
  crash: { code: 'FORMAT', message: 'must be an image that can be rendered' },
};

/** Renders uploaded files. Throws 422 FILE_REFUSED with all problems, 429 if too many of the owner are queued. */
export async function renderImages(
  { imageRenderer }: { imageRenderer: ImageRenderer },
  owner: string,
  files: Partial<Record<string, UploadedFile>>,
): Promise<RenderedImages> {
  const images: RenderedImages = {};
  const problems: Record<string, FieldProblem[]> = {};
  for (const name of imageNames) {
    const file = files[name];
    if (!file) continue;
    const image = await readImage(file, (request) => imageRenderer.render(owner, request));
    if ('code' in image) problems[name] = [image];
    else images[name] = image;
  }
  if (Object.keys(problems).length > 0) throw filesRefused(problems);
  return images;
}

async function readImage(
  { name, bytes }: UploadedFile,
  render: (request: ImageRenderRequest) => ReturnType<ImageRenderer['render']>,
): Promise<RenderedImage | FieldProblem> {
  if (bytes.length === 0) return { code: 'REQUIRED', message: 'is empty' };
  const request = requestFor(bytes);
  if ('code' in request) return request;
  const result = await render(request);
  if ('failure' in result) return failureProblems[result.failure];
  return { file_name: nameOf(name, result.format), content_type: `image/${result.format}`, bytes: result.bytes };
}

/** Detects the format from the content; the uploaded name and content type are not trusted. */
function requestFor(bytes: Buffer): ImageRenderRequest | FieldProblem {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return { inputFormat: 'png', bytes };
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return { inputFormat: 'jpeg', bytes };
  const drawing = svgTextOf(bytes);
  if (drawing === null) return wrongType;
  const prepared = prepareSvg(drawing);
  return 'problem' in prepared ? prepared.problem : { inputFormat: 'svg', bytes: prepared.bytes };
}

const nameOf = (given: string, type: string) => {
  const base = (given.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').replace(/\.[^.]*$/, '');
  return `${Array.from(base).slice(0, 100).join('') || 'picture'}.${type}`;
};

/** Stores images under random ids, which it returns. */
export async function storeImages(
  trx: Transaction<Database>,
  now: Date,
  organisationId: number,
  images: RenderedImages,
): Promise<Partial<Record<`${ImageName}_id`, string>>> {
  const ids: Partial<Record<`${ImageName}_id`, string>> = {};
  for (const name of imageNames) {
    const image = images[name];
    if (!image) continue;
    const id = newFileId();
    await trx
      .insertInto('stored_file')
      .values({ ...image, id, ent_org_id: organisationId, created_at: now })
      .execute();
    ids[`${name}_id`] = id;
  }
  return ids;
}
