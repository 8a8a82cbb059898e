import { imageMaxBytes } from '@console/contract/rules';
import type { Transaction } from 'kysely';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { busy, Failure, filesRefused } from './failure.ts';
import { newFileId } from './keys.ts';
import type { Database } from './schema.ts';
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
const side = 512;
const mostPixels = 4_096 * 4_096;

// Only these formats are ever decoded in this process, whatever a file says it is.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadSvg'] });
sharp.cache(false);
sharp.concurrency(1);

const limit = pLimit(2);
const waiting = 32;

/** Makes pictures of uploaded files. Throws 422 FILE_REFUSED with a text for each that is none. */
export async function readImages(files: Partial<Record<string, UploadedFile>>): Promise<Images> {
  const images: Images = {};
  const errors: Record<string, string[]> = {};
  for (const name of imageNames) {
    const file = files[name];
    if (!file) continue;
    if (limit.pendingCount >= waiting) throw busy();
    const read = await limit(() => readImage(file));
    if (typeof read === 'string') errors[name] = [read];
    else images[name] = read;
  }
  if (Object.keys(errors).length > 0) throw filesRefused(errors);
  return images;
}

async function readImage({ name, bytes }: UploadedFile): Promise<Image | string> {
  if (bytes.length === 0) return 'is empty';
  const kind = kindOf(bytes);
  if (!kind) return wrongType;
  const refusal = kind === 'svg' ? refusedSvg(bytes) : null;
  if (refusal) return refusal;
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > mostPixels) return `must have at most ${mostPixels.toLocaleString('en-GB')} pixels`;
    // A drawing is drawn at the size that is kept, however small it says it is.
    const density = Math.min(7_200, Math.max(1, (72 * side) / Math.max(width, height)));
    const picture = sharp(bytes, { limitInputPixels: mostPixels, ...(kind === 'svg' && { density }) })
      .timeout({ seconds: 5 })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    const type = kind === 'jpeg' ? 'webp' : 'png';
    const encoded = type === 'webp' ? picture.webp({ quality: 90 }) : picture.png({ compressionLevel: 9 });
    return { file_name: nameOf(name, type), content_type: `image/${type}`, bytes: await encoded.toBuffer() };
  } catch (error) {
    if (error instanceof Failure) throw error;
    return wrongType;
  }
}

/** What the bytes are. Neither the name nor the type that came with them is believed. */
function kindOf(bytes: Buffer): 'png' | 'jpeg' | 'svg' | null {
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
