import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, invalid } from '../base/failure.ts';

/** A file of a multipart form. */
export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Which files a call takes. */
export interface FileFields {
  fields: readonly string[];
  /** The largest each may be. */
  maxBytes: number;
  /** What is said of one that is larger. */
  tooLarge: (field: string) => Failure;
  /** Whether each must be there, before anything else is looked at. */
  required?: boolean;
  /** How many texts there may be beside them, and how many bytes each may have. */
  texts: { most: number; maxBytes: number };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a form by field, once they were received; only where forms are taken. */
    uploaded?: Partial<Record<string, UploadedFile>>;
  }
}

/** Makes a part of the server in which calls with forms can be served; nowhere else is a form taken. */
export async function serveUploads(app: FastifyInstance, serve: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    serve(scope);
  });
}

/** What a form may have beside its files. */
const roomForTexts = 64 * 1024;

/**
 * Receives a form, whole, before anything is done: its texts become the body, which is then validated like any other. What is not such a form is 400,
 * 413 or 415.
 */
export async function receiveFiles(
  request: FastifyRequest,
  { fields, maxBytes, tooLarge, required, texts: room }: FileFields,
): Promise<void> {
  if (!request.isMultipart()) throw new Failure(415, { message: 'The content type is not supported.' });
  const files: Partial<Record<string, UploadedFile>> = {};
  const texts: [string, unknown][] = [];
  const limits = {
    files: fields.length,
    fileSize: maxBytes,
    fields: room.most,
    fieldSize: room.maxBytes,
    fieldNameSize: 100,
    parts: fields.length + room.most,
    headerPairs: 20,
  };
  const receive = async () => {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await take(part);
      else if (part.valueTruncated || part.fieldnameTruncated) throw notAForm();
      else texts.push([part.fieldname, part.value]);
    }
  };
  const take = async (part: MultipartFile) => {
    const bytes = await part.toBuffer();
    if (!fields.includes(part.fieldname)) return;
    if (part.file.truncated) throw tooLarge(part.fieldname);
    files[part.fieldname] = { name: part.filename, bytes };
  };
  try {
    await Promise.race([receive(), tooMuch(request, maxBytes * fields.length + roomForTexts)]);
  } catch (error) {
    throw error instanceof Failure ? error : refusalOf(error as FastifyError, fields.length);
  }
  const missing = fields.filter((field) => required && !files[field]);
  if (missing.length > 0) throw invalid(Object.fromEntries(missing.map((field) => [field, ['required']])));
  refuseRepeated(texts.map(([field]) => field));
  request.body = Object.fromEntries(texts);
  request.uploaded = files;
}

/** Fails once more has come than a form may have: the parser reads on for as long as something comes. */
function tooMuch({ raw, headers }: FastifyRequest, maxBytes: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = () => {
      raw.unpipe();
      reject(new Failure(413, { message: 'The request is too large.' }, { connection: 'close' }));
    };
    if (Number(headers['content-length'] ?? 0) > maxBytes) refuse();
    let received = 0;
    raw.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxBytes) refuse();
    });
  });
}

// Another reader of the same form may take the first of them and not the last.
function refuseRepeated(fields: readonly string[]): void {
  const repeated = fields.filter((field, place) => fields.indexOf(field) !== place);
  if (repeated.length > 0) throw invalid(Object.fromEntries(repeated.map((field) => [field, ['must be given once']])));
}

const notAForm = () => new Failure(400, { message: 'The form is not valid.' });

function refusalOf({ code }: FastifyError, files: number): Failure {
  if (code !== 'FST_FILES_LIMIT') return notAForm();
  return new Failure(400, { message: files === 1 ? 'The form must have one file.' : 'The form has too many files.' });
}
