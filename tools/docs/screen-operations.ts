import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { root } from '../steps.ts';
import type { ReadyOperation } from './operations.ts';
import { sessionFields, values } from './sample-values.ts';

const consoleTexts = Object.values(
  JSON.parse(readFileSync(join(root, 'web/src/gql/persisted-documents.json'), 'utf8')) as Record<string, string>,
);

/** A selection without fragments and client directives. A field that several fragments request appears once. */
function inlined(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): SelectionSetNode {
  const merged = new Map<string, SelectionNode>();
  const add = (node: SelectionNode): void => {
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(node.name.value);
      if (!fragment) throw new Error(`there is no fragment ${node.name.value}`);
      const directives = node.directives?.filter(({ name }) => name.value !== 'unmask') ?? [];
      if (directives.length === 0) for (const one of fragment.selectionSet.selections) add(one);
      else add({ kind: Kind.INLINE_FRAGMENT, directives, selectionSet: fragment.selectionSet });
    } else if (node.kind === Kind.INLINE_FRAGMENT)
      merged.set(print(node), { ...node, selectionSet: inlined(node.selectionSet, fragments) });
    else if (node.name.value !== '__typename' && !sessionFields.includes(node.name.value)) addField(merged, node);
  };
  for (const node of selections) add(node);
  const fields = [...merged.values()].map((node) =>
    node.kind === Kind.FIELD && node.selectionSet
      ? { ...node, selectionSet: inlined(node.selectionSet, fragments) }
      : node,
  );
  return { kind: Kind.SELECTION_SET, selections: fields };
}

function addField(merged: Map<string, SelectionNode>, node: FieldNode): void {
  const key = node.alias?.value ?? node.name.value;
  const earlier = merged.get(key);
  const selections = [
    ...(earlier?.kind === Kind.FIELD ? (earlier.selectionSet?.selections ?? []) : []),
    ...(node.selectionSet?.selections ?? []),
  ];
  const selectionSet = node.selectionSet && { ...node.selectionSet, selections };
  merged.set(key, { ...node, ...(selectionSet && { selectionSet }) });
}

function screenOperation(text: string): ReadyOperation[] {
  const { definitions } = parse(text);
  const operation = definitions.find((node): node is OperationDefinitionNode => 'operation' in node);
  const name = operation?.name?.value;
  if (!operation || !name?.endsWith('Page') || operation.operation !== 'query') return [];
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const variables = (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
    if (type.kind !== Kind.NON_NULL_TYPE || defaultValue) return [];
    const key = variable.name.value;
    const typeName = print(type);
    if (typeName === 'Int!') return [[key, 25] as const];
    if (typeName === 'Boolean!') return [[key, false] as const];
    return [[key, values[key] ?? '1'] as const];
  });
  const document = print({ ...operation, selectionSet: inlined(operation.selectionSet, fragments) });
  return [{ name, kind: 'screen', document, variables: Object.fromEntries(variables) }];
}

export const screenOperations: readonly ReadyOperation[] = consoleTexts
  .flatMap(screenOperation)
  .sort((one, other) => one.name.localeCompare(other.name));
