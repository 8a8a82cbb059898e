import { relative, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { type Plugin, parseAst } from 'vite';
import { type PageModules, pagesOf } from './routeTable.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** The files that the gateway preloads in a page, by the page's path pattern. */
interface PagePreloads {
  path: string;
  /** It needs a session. */
  guarded: boolean;
  scripts: string[];
  styles: string[];
}

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');

/** The chunks with all their static imports, in the order of loading. */
function closure(bundle: Bundle, entries: readonly Chunk[], known = new Set<Chunk>()): Set<Chunk> {
  for (const chunk of entries) {
    if (known.has(chunk)) continue;
    known.add(chunk);
    const needed = chunk.imports.flatMap((name) => chunksOf({ [name]: bundle[name] } as Bundle));
    closure(bundle, needed, known);
  }
  return known;
}

/**
 * Writes the files that each address needs, found by the routes and the finished chunks, so that the browser requests all of them at once and not one after
 * the other.
 */
export function preloads(routesFile: string): Plugin {
  let pages: PageModules[] = [];
  return {
    name: 'console-preloads',
    apply: 'build',
    transform: {
      order: 'pre',
      handler(code, id) {
        if (id === routesFile) pages = pagesOf({ ...parseAst(code, { lang: 'tsx' }) });
      },
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (pages.length === 0) this.error(`no page found in ${relative('.', routesFile)}`);
        const chunks = chunksOf(bundle);
        const chunkOf = (module: string): Chunk =>
          chunks.find(({ moduleIds }) => moduleIds.includes(module)) ?? this.error(`${module} is in no chunk`);
        const inPage = closure(
          bundle,
          chunks.filter(({ isEntry }) => isEntry),
        );
        const table = pages.map(({ path, guarded, modules }): PagePreloads => {
          const needed = closure(
            bundle,
            modules.map((module) => chunkOf(resolve(routesFile, '..', module))),
          );
          const later = [...needed].filter((chunk) => !inPage.has(chunk));
          const styles = new Set(later.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]));
          return {
            path,
            guarded,
            scripts: later.map(({ fileName }) => `/${fileName}`),
            styles: [...styles].map((name) => `/${name}`),
          };
        });
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(table) });
      },
    },
  };
}
