import { relative } from 'node:path';
import type { DefinitionNode, DocumentNode } from 'graphql';
import type { Plugin } from 'vite';

const call = /\bgraphql\(\s*`([^`]*)`\s*,?\s*\)/g;
const title = /\b(?:query|mutation|subscription|fragment)\s+(\w+)/;
const prefix = 'virtual:document/';

const nameOf = (definition: DefinitionNode | undefined): string =>
  definition && 'name' in definition && definition.name ? definition.name.value : '';

/** Documents by the name of their first definition; the others are its fragments. */
const byName = (generated: Record<string, unknown>): Map<string, DocumentNode> =>
  new Map(Object.values(generated as Record<string, DocumentNode>).map((one) => [nameOf(one.definitions[0]), one]));

/** A module that imports its fragments from the others. */
function moduleOf({ definitions: [own, ...fragments], ...rest }: DocumentNode): string {
  const names = fragments.map((_fragment, index) => `fragment${index}`);
  const imports = fragments.map(
    (fragment, index) => `import { definition as ${names[index]} } from '${prefix}${nameOf(fragment)}';\n`,
  );
  return `${imports.join('')}export const definition = ${JSON.stringify(own)};
export const document = { ...${JSON.stringify(rest)}, definitions: [${['definition', ...names].join(', ')}] };`;
}

/** Puts each document into the chunks of its pages. The table behind `graphql()`, which has all documents twice, stays out. */
export function documents(generatedFile: string): Plugin {
  let known: Map<string, DocumentNode>;
  return {
    name: 'console-documents',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      known = byName(await import(generatedFile));
    },
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const document = known.get(id.slice(prefix.length + 1));
      return { code: moduleOf(document ?? this.error(`there is no ${id.slice(1)}`)), moduleSideEffects: false };
    },
    transform(code, id) {
      if (!id.includes('/web/src/') || !code.includes('/gql/gql.ts')) return null;
      const used: string[] = [];
      const replaced = code.replaceAll(call, (_call, source: string) => {
        const name = title.exec(source)?.[1] ?? this.error(`${relative('.', id)} has a document without a name`);
        used.push(`import { document as document${used.length} } from '${prefix}${name}';`);
        return `document${used.length - 1}`;
      });
      // On the first line, so that the numbers of the other lines stay.
      return {
        code: used.join(' ') + replaced.replace(/import \{ graphql \} from '[^']*\/gql\/gql\.ts';/, ''),
        map: null,
      };
    },
  };
}
