import type { Readable } from 'node:stream';
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
export const fileRefused = (message: string, path = 'file') =>
  failure('FILE_REFUSED', message, { fields: [{ path, message }] });

/** Reads a file to its end; FILE_REFUSED at `path` when it is larger than `maxBytes`. Every upload must be read here: the parser truncates a large file without an error and only sets `truncated`. */
export async function readUpload(upload: UploadArgument, maxBytes: number, path?: string): Promise<UploadedFile> {
  const chunks: Buffer[] = [];
  let size = 0;
  let name: string;
  let stream: Readable & { truncated?: boolean };
  try {
    const file = await upload;
    name = file.filename ?? '';
    stream = file.createReadStream();
    // Reads to the end at any size: a browser that is answered while it sends may not see the response.
    for await (const chunk of stream) {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
    }
  } catch {
    throw failure('INVALID', 'The file did not come whole', { answerStatus: 400 });
  }
  if (size > maxBytes || stream.truncated)
    throw fileRefused(`The file is too large: it must have at most ${Math.floor(maxBytes / 1_048_576)} MB.`, path);
  return { name, bytes: Buffer.concat(chunks, size) };
}
