import { maxPageSize } from '@console/contract/rules';
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { failure } from '../base/errors.ts';
import type { OperationCheck, ValidatedOperation } from '../core/validated-operation.ts';
import { defaultPageSize } from '../product-api/paging.ts';

const directive = 'perObjectCall';
/** Share of a row per read entry, for fields with a `first` that counts unreturned ones. */
const readForOneRow: Readonly<Record<string, number>> = { 'Query.verifyActivity': 100 };
const maxVariables = 20;
const maxVariablesLength = 500;

/** Rows of pages and calls of a selection per parent object, and the field with most calls. */
export interface OperationCost {
  rows: number;
  calls: number;
  mostCalls: number;
  costliestField: string | null;
}
const free: OperationCost = { rows: 0, calls: 0, mostCalls: 0, costliestField: null };

const times = (cost: OperationCost, factor: number): OperationCost => ({
  ...cost,
  rows: cost.rows * factor,
  calls: cost.calls * factor,
  mostCalls: cost.mostCalls * factor,
});
const plus = (one: OperationCost, other: OperationCost): OperationCost => ({
  rows: one.rows + other.rows,
  calls: one.calls + other.calls,
  ...(other.mostCalls > one.mostCalls
    ? { mostCalls: other.mostCalls, costliestField: other.costliestField }
    : { mostCalls: one.mostCalls, costliestField: one.costliestField }),
});

/** Counts rows of pages and calls of `@perObjectCall`; lists multiply by `first` or `last`, otherwise by the largest page. */
export function countCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>> = {},
): OperationCost {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const memo = new Map<string, OperationCost>();
  const defaults = new Map(operation.variableDefinitions?.map((node) => [node.variable.name.value, node.defaultValue]));

  const argumentOf = (node: FieldNode, name: string): unknown => {
    const given = node.arguments?.find((argument) => argument.name.value === name)?.value;
    const literal = given?.kind === Kind.VARIABLE ? defaults.get(given.name.value) : given;
    const written = literal?.kind === Kind.INT ? Number(literal.value) : null;
    return (given?.kind === Kind.VARIABLE ? variables[given.name.value] : null) ?? written;
  };
  const pageOf = (node: FieldNode, field: GraphQLField<unknown, unknown>): number | null => {
    const first = field.args.find(({ name }) => name === 'first');
    if (!first) return null;
    const size = argumentOf(node, 'first') ?? argumentOf(node, 'last') ?? first.defaultValue ?? defaultPageSize;
    return typeof size === 'number' && size >= 0 ? size : maxPageSize;
  };

  const costOf = (set: SelectionSetNode, type: GraphQLCompositeType, paged: boolean): OperationCost =>
    set.selections.reduce<OperationCost>((total, node) => {
      if (node.kind === Kind.FIELD) return plus(total, fieldCost(node, type, paged));
      const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : null;
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!fragment) return total;
      const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
      if (!isCompositeType(on)) return total;
      const key = `${name} ${paged}`;
      const cost = (name !== null && memo.get(key)) || costOf(fragment.selectionSet, on, paged);
      if (name !== null) memo.set(key, cost);
      return plus(total, cost);
    }, free);

  const fieldCost = (node: FieldNode, type: GraphQLCompositeType, paged: boolean): OperationCost => {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field) return free;
    const page = pageOf(node, field);
    const listed = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
    // The nodes and edges of a connection were already counted by its size.
    const factor = page ?? (listed && !paged ? maxPageSize : 1);
    const name = `${type.name}.${field.name}`;
    const rows = Math.ceil((page ?? 0) / (readForOneRow[name] ?? 1));
    const own = field.astNode?.directives?.some((entry) => entry.name.value === directive)
      ? { rows, calls: 1, mostCalls: 1, costliestField: name }
      : { ...free, rows };
    const below = getNamedType(field.type);
    if (!node.selectionSet || !isCompositeType(below)) return own;
    return plus(own, times(costOf(node.selectionSet, below, page !== null && !listed), factor));
  };

  const root = schema.getRootType(operation.operation);
  return root ? costOf(operation.selectionSet, root, false) : free;
}

/** Memoised, because queries are cached. */
function containsDirective(schema: GraphQLSchema): (document: DocumentNode) => boolean {
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) || isInterfaceType(type))
      for (const { name, astNode } of Object.values(type.getFields()))
        if (astNode?.directives?.some((entry) => entry.name.value === directive)) names.add(name);
  const memo = new WeakMap<DocumentNode, boolean>();
  return (document) => {
    const before = memo.get(document);
    if (before !== undefined) return before;
    let named = false;
    visit(document, {
      Field({ name }) {
        if (names.has(name.value)) named = true;
      },
    });
    memo.set(document, named);
    return named;
  };
}

export type CostOf = (operation: Pick<ValidatedOperation, 'document' | 'operation' | 'request'>) => OperationCost;

export function memoisedCost(schema: GraphQLSchema): CostOf {
  const memo = new WeakMap<OperationDefinitionNode, LRUCache<string, OperationCost>>();
  return ({ document, operation, request: { variables } }) => {
    if (!operation) return free;
    const given = JSON.stringify(variables) ?? '';
    const costs = memo.get(operation) ?? new LRUCache<string, OperationCost>({ max: maxVariables });
    const known = costs.get(given);
    if (known) return known;
    const cost = countCost(schema, document, operation, variables);
    memo.set(operation, costs);
    // Variables of a mutation can contain a password.
    const isStorable = operation.operation === OperationTypeNode.QUERY && given.length <= maxVariablesLength;
    if (isStorable) costs.set(given, cost);
    return cost;
  };
}

export function callBudget(maxCalls: number, schema: GraphQLSchema, costOf: CostOf): OperationCheck {
  const namesOne = containsDirective(schema);
  return (operation) => {
    if (!namesOne(operation.document)) return;
    const { calls, costliestField } = costOf(operation);
    if (calls > maxCalls)
      throw failure(
        'TOO_COSTLY',
        `${costliestField} makes one call for each object. This operation could make ${calls} calls, but at most ${maxCalls} are allowed.`,
        { responseStatus: 422 },
      );
  };
}
