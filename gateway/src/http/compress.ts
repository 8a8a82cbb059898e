import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

// Node's default brotli level takes a hundred times as long for a large list, and saves little.
const brotliLevel = 4;
// `level` is for gzip, `params` for zstd.
const fast = { level: 1, params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compresses responses, with zstd for browsers only. Request bodies are never decompressed. */
export async function compressResponses(app: FastifyInstance): Promise<void> {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'accept-encoding': accepted, 'sec-fetch-site': site } = request.headers;
    // Programs announce zstd without being able to read it: the fetch of graphql-codegen on Node 20 does.
    if (accepted !== undefined && site === undefined)
      request.headers['accept-encoding'] = accepted.replaceAll(/\bzstd\b/gi, 'identity');
    done();
  });
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } },
    zlibOptions: fast,
  });
}
