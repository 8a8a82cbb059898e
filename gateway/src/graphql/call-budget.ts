import type { ApolloServerPlugin } from '@apollo/server';
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
  type SelectionSetNode,
  visit,
} from 'graphql';
import { failure } from '../base/errors.ts';

/** Assumed for a list whose size the operation does not say: the largest page. */
const largestPage = 100;
const directive = 'perObjectCall';

/** How many calls a selection can make for one parent object, and the field that makes most of them. */
interface Cost {
  calls: number;
  most: number;
  field: string | null;
}
const free: Cost = { calls: 0, most: 0, field: null };

const times = (cost: Cost, factor: number): Cost => ({ ...cost, calls: cost.calls * factor, most: cost.most * factor });
const plus = (one: Cost, other: Cost): Cost => ({
  calls: one.calls + other.calls,
  ...(other.most > one.most ? { most: other.most, field: other.field } : { most: one.most, field: one.field }),
});

/** Counts the calls that fields with `@perObjectCall` could make in an operation: each list multiplies what is asked for below it by its `first`. */
export function objectCalls(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>> = {},
): Cost {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const known = new Map<string, Cost>();
  const defaults = new Map(operation.variableDefinitions?.map((node) => [node.variable.name.value, node.defaultValue]));

  const pageOf = (node: FieldNode, field: GraphQLField<unknown, unknown>): number | null => {
    const argument = field.args.find(({ name }) => name === 'first');
    if (!argument) return null;
    const given = node.arguments?.find(({ name }) => name.value === 'first')?.value;
    let size: unknown = argument.defaultValue;
    if (given?.kind === Kind.INT) size = Number(given.value);
    if (given?.kind === Kind.VARIABLE) {
      const fallback = defaults.get(given.name.value);
      size = variables[given.name.value] ?? (fallback?.kind === Kind.INT ? Number(fallback.value) : size);
    }
    return typeof size === 'number' && size >= 0 ? size : largestPage;
  };

  const costOf = (set: SelectionSetNode, type: GraphQLCompositeType, paged: boolean): Cost =>
    set.selections.reduce<Cost>((total, node) => {
      if (node.kind === Kind.FIELD) return plus(total, fieldCost(node, type, paged));
      const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : null;
      const fragment = name === null ? node : fragments.get(name);
      if (!fragment || !('selectionSet' in fragment)) return total;
      const on = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : type;
      if (!isCompositeType(on)) return total;
      const key = `${name} ${paged}`;
      const cost = (name !== null && known.get(key)) || costOf(fragment.selectionSet, on, paged);
      if (name !== null) known.set(key, cost);
      return plus(total, cost);
    }, free);

  const fieldCost = (node: FieldNode, type: GraphQLCompositeType, paged: boolean): Cost => {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field) return free;
    const page = pageOf(node, field);
    const listed = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
    // The nodes and edges of a connection are as many as its `first` said.
    const factor = page ?? (listed && !paged ? largestPage : 1);
    const name = `${type.name}.${field.name}`;
    const own = field.astNode?.directives?.some((entry) => entry.name.value === directive)
      ? { calls: 1, most: 1, field: name }
      : free;
    const below = getNamedType(field.type);
    if (!node.selectionSet || !isCompositeType(below)) return own;
    return plus(own, times(costOf(node.selectionSet, below, page !== null && !listed), factor));
  };

  const root = schema.getRootType(operation.operation);
  return root ? costOf(operation.selectionSet, root, false) : free;
}

/** Whether a document names a field with the directive at all. Documents are kept by Apollo, so most are looked through once. */
function namesOneIn(schema: GraphQLSchema): (document: DocumentNode) => boolean {
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) || isInterfaceType(type))
      for (const { name, astNode } of Object.values(type.getFields()))
        if (astNode?.directives?.some((entry) => entry.name.value === directive)) names.add(name);
  const known = new WeakMap<DocumentNode, boolean>();
  return (document) => {
    const before = known.get(document);
    if (before !== undefined) return before;
    let named = false;
    visit(document, {
      Field({ name }) {
        if (names.has(name.value)) named = true;
      },
    });
    known.set(document, named);
    return named;
  };
}

/** How many such calls an operation could make, and the field that makes most of them. */
function budgetOf(schema: GraphQLSchema) {
  const namesOne = namesOneIn(schema);
  return (...[document, operation, variables]: Operation): Cost =>
    namesOne(document) ? objectCalls(schema, document, operation, variables) : free;
}
type Operation = [DocumentNode, OperationDefinitionNode, Readonly<Record<string, unknown>> | undefined];

/** Whether an operation could make no more such calls than `most`. */
export function isAffordable(most: number, schema: GraphQLSchema): (...operation: Operation) => boolean {
  const costOf = budgetOf(schema);
  return (...operation) => costOf(...operation).calls <= most;
}

/** Refuses an operation that could make more such calls than `most`, before any of it runs. */
export function callBudget(most: number, schema: GraphQLSchema): ApolloServerPlugin {
  const costOf = budgetOf(schema);
  return {
    requestDidStart: async () => ({
      async didResolveOperation({ document, operation, request }) {
        if (!operation) return;
        const { calls, field } = costOf(document, operation, request.variables);
        if (calls > most)
          throw failure(
            'INVALID',
            `${field} costs one call for each object: this operation could make ${calls}, at most ${most} are allowed`,
            {
              answerStatus: 400,
            },
          );
      },
    }),
  };
}
