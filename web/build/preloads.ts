import { relative, resolve } from 'node:path';
import type { Rolldown } from 'vite';
import { type Plugin, parseAst } from 'vite';
import { type PageModules, pagesOf } from './routeTable.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** What the gateway writes into a page, by the path pattern that it was asked for. */
interface PagePreloads {
  path: string;
  /** Nobody sees it without a session. */
  guarded: boolean;
  scripts: string[];
  styles: string[];
}

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');

/** A module's chunk with all that it needs before it can run, in that order. */
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
 * Writes beside the page which files each address needs, read from the routes themselves and the finished chunks, so that the browser asks for all of them at
 * once and not for one after the other.
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
