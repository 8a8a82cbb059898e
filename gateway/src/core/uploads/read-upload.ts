import type { Readable } from 'node:stream';
import type { FieldErrorCode } from '@console/contract/errors';
import type { FileUpload } from 'graphql-upload-minimal';
import { failure } from '../../base/errors.ts';

/** An argument of the schema's type `Upload`. Rejects when the request ends before the file begins. */
export type UploadArgument = Promise<FileUpload>;

export interface UploadedFile {
  /** The name that the sender gave, without folders. */
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

/** A refused file, with a message for the user. */
export const fileRefusedError = (code: FieldErrorCode, message: string, path = 'file') =>
  failure('FILE_REFUSED', message, { fields: [{ path, code, message }] });

/** Reads a file to its end; FILE_REFUSED at `path` when it is larger than `maxBytes`. Every upload must be read here: the parser truncates a large file without an error and only sets `truncated`. */
export async function readUpload(upload: UploadArgument, maxBytes: number, path?: string): Promise<UploadedFile> {
  const { name, bytes, isTruncated } = await readUploadOnce(upload);
  if (bytes.length > maxBytes || isTruncated)
    throw fileRefusedError(
      'TOO_LONG',
      `The file is too large. It must be at most ${Math.floor(maxBytes / 1_048_576)} MB.`,
      path,
    );
  return { name, bytes };
}

type WholeFile = UploadedFile & { isTruncated: boolean };

/** The files of requests that are running, because a stream can be read only once. */
const wholeFiles = new WeakMap<UploadArgument, Promise<WholeFile>>();

/** Reads a file as far as the parser accepts it, once. */
export function readUploadOnce(upload: UploadArgument): Promise<WholeFile> {
  const earlier = wholeFiles.get(upload);
  if (earlier) return earlier;
  const file = readStream(upload);
  wholeFiles.set(upload, file);
  return file;
}

async function readStream(upload: UploadArgument): Promise<WholeFile> {
  const chunks: Buffer[] = [];
  try {
    const file = await upload;
    const stream: Readable & { truncated?: boolean } = file.createReadStream();
    // Reads to the end at any size: a browser that is answered while it sends may not see the response.
    for await (const chunk of stream) chunks.push(chunk);
    return { name: file.filename ?? '', bytes: Buffer.concat(chunks), isTruncated: stream.truncated === true };
  } catch {
    throw failure('INVALID', 'The upload was incomplete. Try again.', { answerStatus: 400 });
  }
}
