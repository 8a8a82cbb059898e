import { requiredProblem } from '@console/contract/fields/field-problem';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, invalidFields } from '../base/failure.ts';

export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

export interface FileFields {
  fields: readonly string[];
  maxBytes: number;
  tooLarge: (field: string) => Failure;
  /** Whether every file is required; checked before the other fields. */
  required?: boolean;
  /** Number of text fields, and size of each in bytes. */
  texts: { most: number; maxBytes: number };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Uploaded files by field, only on routes that accept forms. */
    uploaded?: Partial<Record<string, UploadedFile>>;
  }
}

/** Registers routes for multipart forms in their own scope. */
export async function registerUploadRoutes(
  app: FastifyInstance,
  serve: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, { throwFileSizeLimit: false });
    serve(scope);
  });
}

const maxTextBytes = 64 * 1024;

/** Receives a form completely; its texts become the body. Throws 400, 413 or 415. */
export async function receiveFiles(
  request: FastifyRequest,
  { fields, maxBytes, tooLarge, required, texts: textLimits }: FileFields,
): Promise<void> {
  if (!request.isMultipart()) throw new Failure(415, { message: 'Send the form as multipart/form-data.' });
  const files: Partial<Record<string, UploadedFile>> = {};
  const texts: [string, unknown][] = [];
  const limits = {
    files: fields.length,
    fileSize: maxBytes,
    fields: textLimits.most,
    fieldSize: textLimits.maxBytes,
    fieldNameSize: 100,
    parts: fields.length + textLimits.most,
    headerPairs: 20,
  };
  const receive = async () => {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') await addFile(part);
      else if (part.valueTruncated || part.fieldnameTruncated) throw invalidForm();
      else texts.push([part.fieldname, part.value]);
    }
  };
  const addFile = async (part: MultipartFile) => {
    const bytes = await part.toBuffer();
    if (!fields.includes(part.fieldname)) return;
    if (part.file.truncated) throw tooLarge(part.fieldname);
    files[part.fieldname] = { name: part.filename, bytes };
  };
  try {
    await Promise.race([receive(), rejectOversized(request, maxBytes * fields.length + maxTextBytes)]);
  } catch (error) {
    throw error instanceof Failure ? error : multipartFailure(error as FastifyError, fields.length);
  }
  const missing = fields.filter((field) => required && !files[field]);
  if (missing.length > 0) throw invalidFields(Object.fromEntries(missing.map((field) => [field, [requiredProblem]])));
  refuseRepeated(texts.map(([field]) => field));
  request.body = Object.fromEntries(texts);
  request.uploaded = files;
}

/** Fails when a form exceeds its size; the parser alone would read all of it. */
function rejectOversized({ raw, headers }: FastifyRequest, maxBytes: number): Promise<never> {
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

// Rejects duplicates, because another parser may take a different one.
function refuseRepeated(fields: readonly string[]): void {
  const repeated = fields.filter((field, place) => fields.indexOf(field) !== place);
  if (repeated.length > 0)
    throw invalidFields(
      Object.fromEntries(repeated.map((field) => [field, [{ code: 'TAKEN', message: 'must be given once' }]])),
    );
}

const invalidForm = () => new Failure(400, { message: 'The form is not valid.' });

function multipartFailure({ code }: FastifyError, files: number): Failure {
  if (code !== 'FST_FILES_LIMIT') return invalidForm();
  return new Failure(400, { message: files === 1 ? 'The form must have one file.' : 'The form has too many files.' });
}
