import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse, print, visit } from 'graphql';

const web = join(import.meta.dirname, '../../../web/src');
const written = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/(^gql[/\\]|\.test\.tsx?$)/.test(file))
  .flatMap((file) => [...readFileSync(join(web, file), 'utf8').matchAll(/\bgraphql\(\s*`([^`]+)`/g)])
  .flatMap(([, text]) => parse(text ?? '').definitions);
const fragments = new Map(
  written
    .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
    .map((node) => [node.name.value, node]),
);
/** The queries of the console. */
export const consoleQueries = written.filter(
  (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION && node.operation === 'query',
);

/** A document of the console as its client sends it: with its fragments, with the names of types, without the client's own directives. */
export function sentAs(operation: OperationDefinitionNode): string {
  const used = new Set<string>();
  const definitions: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation];
  for (const definition of definitions)
    visit(definition, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(name.value)) return;
        used.add(name.value);
        definitions.push(fragment);
      },
    });
  return definitions
    .map((definition) =>
      print(
        visit(definition, {
          Directive: ({ name }) => (name.value === 'unmask' ? null : undefined),
          SelectionSet: (set, _key, parent) =>
            parent && 'operation' in parent
              ? undefined
              : {
                  ...set,
                  selections: [...set.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }],
                },
        }),
      ),
    )
    .join('\n');
}
