import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

// Node's own level of brotli takes a hundred times as long for a large list, and saves little.
const brotliLevel = 4;
// gzip reads the one, zstd the other.
const fast = { level: 1, params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Packs the answers of `app` for clients that say they can unpack them. Requests are never unpacked. */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliLevel } },
    zlibOptions: fast,
  });
}
