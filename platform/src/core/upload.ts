import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { Failure, invalid } from './failure.ts';

/** A file of a multipart form. */
export interface UploadedFile {
  name: string;
  bytes: Buffer;
}

/** Which file a call takes. */
export interface FileField {
  field: string;
  maxBytes: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a form, once it was received; only where forms are taken. */
    uploaded?: UploadedFile;
  }
}

/** Makes a part of the server in which calls with forms can be served; nowhere else is a form taken. */
export async function serveUploads(app: FastifyInstance, serve: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart);
    serve(scope);
  });
}

/** What a form may have beside its file. */
const roomForTexts = 64 * 1024;
const limits = { files: 1, fields: 10, fieldSize: 1_024, fieldNameSize: 100, parts: 11, headerPairs: 20 };

/**
 * Receives a form with one file, whole, before anything is done: its texts become the body, which is then validated like any other. What is not such a
 * form is 400, 413 or 415; without the file it is 422.
 */
export async function receiveFile(request: FastifyRequest, { field, maxBytes }: FileField): Promise<void> {
  if (!request.isMultipart()) throw new Failure(415, { message: 'The content type is not supported.' });
  const files: UploadedFile[] = [];
  const texts: [string, unknown][] = [];
  const receive = async () => {
    for await (const part of request.parts({ limits: { ...limits, fileSize: maxBytes } })) {
      if (part.type === 'file') await take(part);
      else if (part.valueTruncated || part.fieldnameTruncated) throw notAForm();
      else texts.push([part.fieldname, part.value]);
    }
  };
  const take = async (part: MultipartFile) => {
    const bytes = await part.toBuffer();
    if (part.fieldname === field) files.push({ name: part.filename, bytes });
  };
  try {
    await Promise.race([receive(), tooMuch(request, maxBytes + roomForTexts)]);
  } catch (error) {
    throw error instanceof Failure ? error : refusalOf(error as FastifyError);
  }
  const [file] = files;
  if (!file) throw invalid({ [field]: ['required'] });
  request.body = Object.fromEntries(texts);
  request.uploaded = file;
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

const notAForm = () => new Failure(400, { message: 'The form is not valid.' });

function refusalOf({ code }: FastifyError): Failure {
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Failure(413, { message: 'The file is too large.', code: 'FILE_REFUSED' });
  return code === 'FST_FILES_LIMIT' ? new Failure(400, { message: 'The form must have one file.' }) : notAForm();
}
