import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse, print, visit } from 'graphql';

const web = join(import.meta.dirname, '../../../web/src');
const definitions = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/(^gql[/\\]|\.test\.tsx?$)/.test(file))
  .flatMap((file) => [...readFileSync(join(web, file), 'utf8').matchAll(/\bgraphql\(\s*`([^`]+)`/g)])
  .flatMap(([, text]) => parse(text ?? '').definitions);
const fragments = new Map(
  definitions
    .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
    .map((node) => [node.name.value, node]),
);

const operations = definitions.filter(
  (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
);

/** The console's queries by name, as its client sends them: with their fragments and the names of types, without the client's own directives. */
export const consoleQueries: ReadonlyMap<string, string> = new Map(
  operations
    .filter(({ operation }) => operation === 'query')
    .map((operation) => [operation.name?.value ?? '', sentAs(operation)]),
);

/** The console's first operation with a mutation: its text, and the variable of each argument. */
export function consoleMutation(name: string): { document: string; variableOf: ReadonlyMap<string, string> } {
  for (const operation of operations.filter((one) => one.operation === 'mutation'))
    for (const field of operation.selectionSet.selections)
      if (field.kind === Kind.FIELD && field.name.value === name)
        return {
          document: sentAs(operation),
          variableOf: new Map(
            field.arguments?.flatMap(({ name: argument, value }) =>
              value.kind === Kind.VARIABLE ? [[argument.value, value.name.value]] : [],
            ),
          ),
        };
  throw new Error(`the console has no operation with ${name}: add its control to web/src`);
}

/** The variables of every list: one page. */
export const firstPages = Object.fromEntries(
  ['active', 'disabled', 'inactive', 'external', 'accepted', 'request', 'ended'].map((list) => [`${list}First`, 25]),
);

function sentAs(operation: OperationDefinitionNode): string {
  const used = new Set<string>();
  const sent: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation];
  for (const definition of sent)
    visit(definition, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!fragment || used.has(name.value)) return;
        used.add(name.value);
        sent.push(fragment);
      },
    });
  return sent
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
