import type { Readable } from 'node:stream';
import type { FileUpload } from 'graphql-upload-minimal';
import { failure } from '../../base/errors.ts';

/** An argument of the schema's type `Upload`. It fails when the request ends before the file begins. */
export type UploadArgument = Promise<FileUpload>;

/** A file that has come whole. */
export interface UploadedFile {
  /** As the sender named it, without folders. */
  name: string;
  bytes: Buffer<ArrayBuffer>;
}

/** A file that cannot be used, in words for people. */
export const fileRefused = (message: string, path = 'file') =>
  failure('FILE_REFUSED', message, { fields: [{ path, message }] });

/**
 * Reads a file to its end; FILE_REFUSED at `path` of the input when it is larger than `mostBytes`. The one place that reads an upload: the parser cuts a file that is over its
 * own limit without an error, and says so in `truncated` alone.
 */
export async function readUpload(upload: UploadArgument, mostBytes: number, path?: string): Promise<UploadedFile> {
  const chunks: Buffer[] = [];
  let size = 0;
  let name: string;
  let stream: Readable & { truncated?: boolean };
  try {
    const file = await upload;
    name = file.filename ?? '';
    stream = file.createReadStream();
    // To the end, whatever the size: a browser that is answered while it still sends may not see the answer.
    for await (const chunk of stream) {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    }
  } catch {
    throw failure('INVALID', 'The file did not come whole', { answerStatus: 400 });
  }
  if (size > mostBytes || stream.truncated)
    throw fileRefused(`The file is too large: it must have at most ${Math.floor(mostBytes / 1_048_576)} MB.`, path);
  return { name, bytes: Buffer.concat(chunks, size) };
}
