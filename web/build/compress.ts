import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const texts = /\.(js|css|svg)$/;

/** Writes a brotli copy beside each hashed file, at the highest quality, instead of compressing each response. */
export function compress(): Plugin {
  return {
    name: 'console-compress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => texts.test(fileName));
        await Promise.all(
          files.map(async (file) => {
            const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
            const params = { [constants.BROTLI_PARAM_SIZE_HINT]: source.length };
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: await brotli(source, { params }) });
          }),
        );
      },
    },
  };
}
