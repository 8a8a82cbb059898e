import { imageMaxBytes } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import { filesRefused } from '../base/failure.ts';
import { newFileId } from '../base/keys.ts';
import type { Database } from '../database/schema.ts';
import type { ImageRenderer } from './image-renderer.ts';
import { maxPixels, type RenderFailure, type RenderRequest, renderLimits } from './render.ts';
import { refusedSvg } from './svg.ts';
import type { FileFields, UploadedFile } from './upload.ts';

/** A picture as it is stored: decoded and encoded anew, so that nothing is left of what was uploaded but its look. */
export interface Image {
  file_name: string;
  content_type: string;
  bytes: Buffer;
}

/** Where an organisation's pictures stand in a form. */
export const imageNames = ['logo', 'icon'] as const;
export type ImageName = (typeof imageNames)[number];
export type Images = Partial<Record<ImageName, Image>>;

/** How forms with pictures are received. */
export const imageFields: FileFields = {
  fields: imageNames,
  maxBytes: imageMaxBytes,
  texts: { most: 20, maxBytes: 4_096 },
  tooLarge: (field) => filesRefused({ [field]: [tooLarge] }),
};

const tooLarge = `must have at most ${imageMaxBytes / 1024 / 1024} MB`;
const wrongType = 'must be a PNG, JPEG or SVG picture';

const failureTexts: Record<RenderFailure, string> = {
  format: wrongType,
  pixels: `must have at most ${maxPixels.toLocaleString('en-GB')} pixels`,
  time: `must be a picture that is drawn within ${renderLimits.seconds} seconds`,
  memory: `must be a picture that is drawn with at most ${renderLimits.megabytes} MB of memory`,
  crash: 'must be a picture that can be drawn',
};

/**
 * Makes pictures of uploaded files. Throws 422 FILE_REFUSED with a text for each that is none, and 429 when too many of the owner wait: the organisation
 * or, for a new one, the user.
 */
export async function readImages(
  { imageRenderer }: { imageRenderer: ImageRenderer },
  owner: string,
  files: Partial<Record<string, UploadedFile>>,
): Promise<Images> {
  const images: Images = {};
  const errors: Record<string, string[]> = {};
  for (const name of imageNames) {
    const file = files[name];
    if (!file) continue;
    const image = await readImage(file, (request) => imageRenderer.render(owner, request));
    if (typeof image === 'string') errors[name] = [image];
    else images[name] = image;
  }
  if (Object.keys(errors).length > 0) throw filesRefused(errors);
  return images;
}

async function readImage(
  { name, bytes }: UploadedFile,
  render: (request: RenderRequest) => ReturnType<ImageRenderer['render']>,
): Promise<Image | string> {
  if (bytes.length === 0) return 'is empty';
  const format = formatOf(bytes);
  if (!format) return wrongType;
  const refusal = format === 'svg' ? refusedSvg(bytes) : null;
  if (refusal) return refusal;
  const result = await render({ format, bytes });
  if ('failure' in result) return failureTexts[result.failure];
  return { file_name: nameOf(name, result.format), content_type: `image/${result.format}`, bytes: result.bytes };
}

/** What the bytes are. Neither the name nor the type that came with them is believed. */
function formatOf(bytes: Buffer): RenderRequest['format'] | null {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  // A comment ends at its first `-->` and nowhere else: with more than one way to read it, many comments would take exponential time.
  return /^\uFEFF?\s*(<\?xml\s[^>]*>\s*)?(<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<(\w+:)?svg[\s>]/.test(
    bytes.subarray(0, 4_096).toString('utf8'),
  )
    ? 'svg'
    : null;
}

const nameOf = (given: string, type: string) => {
  const base = (given.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').replace(/\.[^.]*$/, '');
  return `${Array.from(base).slice(0, 100).join('') || 'picture'}.${type}`;
};

/** Stores pictures of an organisation under ids of their own, and gives the ids. */
export async function storeImages(
  trx: Transaction<Database>,
  now: Date,
  organisationId: number,
  images: Images,
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
