import type { Readable } from 'node:stream';
import type { FieldErrorCode } from '@console/contract/errors';
import type { FileUpload } from 'graphql-upload-minimal';
import { failure } from '../../base/errors.ts';

/** An `Upload` argument. Rejects if the request ends before the file begins. */
export type UploadArgument = Promise<FileUpload>;

export interface UploadedFile {
  /** File name from the sender, without folders. */
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

export const fileRefusedError = (code: FieldErrorCode, message: string, path = 'file') =>
  failure('FILE_REFUSED', message, { fields: [{ path, code, message }] });

/** Reads a file; FILE_REFUSED at `path` above `maxBytes`. All uploads must use it: the parser truncates silently and only sets `truncated`. */
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

/** Files of running requests, because a stream can be read only once. */
const wholeFiles = new WeakMap<UploadArgument, Promise<WholeFile>>();

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
    throw failure('INVALID', 'The upload was incomplete. Try again.', { responseStatus: 400 });
  }
}
