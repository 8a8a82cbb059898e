import { imageMaxBytes, type imageTypes } from '@console/contract/rules';
import { svgTextOf } from '@console/server-base/svg-file';
import { type FieldError, failure, isFileRefused } from '../../base/errors.ts';
import type { SentFile } from '../../product-api/request-parts.ts';
import { fileRefusedError, readUpload, type UploadArgument } from './read-upload.ts';

const names = ['logo', 'icon'] as const;

export type OrganisationImages = Partial<Record<(typeof names)[number], SentFile>>;

type ImageArguments = { readonly [K in (typeof names)[number]]?: UploadArgument | null | undefined };

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** Type by the bytes; the declared name and type are not trusted. */
function typeOf(bytes: Buffer): (typeof imageTypes)[number] | null {
  if (bytes.subarray(0, png.length).equals(png)) return 'image/png';
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) return 'image/jpeg';
  return svgTextOf(bytes) === null ? null : 'image/svg+xml';
}

async function readPicture(upload: UploadArgument, path: string): Promise<SentFile> {
  const { name, bytes } = await readUpload(upload, imageMaxBytes, path);
  const type = typeOf(bytes);
  if (type === null) throw fileRefusedError('FORMAT', 'must be a PNG, JPEG or SVG image', path);
  return { name: name.replace(/\p{Cc}/gu, '').slice(-255), type, bytes };
}

/** Reads images in parallel, because the second arrives after the first was read. The returned function throws FILE_REFUSED after other checks. */
export async function readImages(given: ImageArguments, path: string): Promise<() => OrganisationImages> {
  const requested = names.flatMap((name) => {
    const upload = given[name];
    return upload ? [{ name, read: readPicture(upload, `${path}.${name}`) }] : [];
  });
  const outcomes = await Promise.allSettled(requested.map(({ read }) => read));
  const problems: FieldError[] = [];
  const pictures: OrganisationImages = {};
  for (const [index, outcome] of outcomes.entries()) {
    const name = requested[index]?.name;
    if (outcome.status === 'fulfilled' && name) pictures[name] = outcome.value;
    if (outcome.status === 'rejected') {
      if (!isFileRefused(outcome.reason)) throw outcome.reason;
      problems.push(...(outcome.reason.extensions.fields as FieldError[]));
    }
  }
  return () => {
    if (problems.length === 0) return pictures;
    throw failure('FILE_REFUSED', problems.map(({ path: at, message }) => `${at} ${message}`).join('\n'), {
      fields: problems,
    });
  };
}
