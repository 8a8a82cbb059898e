import {
  type ASTVisitor,
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { tooCostlyExtensions } from './too-costly.ts';

export interface OperationLimits {
  depth: number;
  aliases: number;
  rootFields: number;
  directives: number;
  selections: number;
  /** Depth below `__schema` and `__type`, which `depth` and `selections` ignore. */
  introspectionDepth: number;
  introspectionSelections: number;
}

type Size = Record<keyof OperationLimits, number>;
const empty: Size = {
  depth: 0,
  aliases: 0,
  rootFields: 0,
  directives: 0,
  selections: 0,
  introspectionDepth: 0,
  introspectionSelections: 0,
};

/** Introspection is deeper than any data: it has separate limits. */
const introspectionFields = new Set(['__schema', '__type']);

/** Measures expanded selections; each fragment once, so that multiplying fragments cost nothing. */
function measurer(document: DocumentNode): (set: SelectionSetNode) => Size {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const measuredFragments = new Map<string, Size>();

  const fragmentSize = (name: string): Size => {
    const size = measuredFragments.get(name);
    if (size) return size;
    // A cycle counts once; the standard rule rejects it.
    measuredFragments.set(name, empty);
    const fragment = fragments.get(name);
    const measured = fragment ? measure(fragment.selectionSet) : empty;
    measuredFragments.set(name, measured);
    return measured;
  };

  const measure = (set: SelectionSetNode): Size => {
    const total = { ...empty };
    for (const node of set.selections) {
      const field = node.kind === Kind.FIELD;
      let below = empty;
      if (node.kind === Kind.FRAGMENT_SPREAD) below = fragmentSize(node.name.value);
      else if (node.selectionSet) below = measure(node.selectionSet);
      if (field && introspectionFields.has(node.name.value)) below = asIntrospection(below);
      total.selections += 1 + below.selections;
      total.introspectionSelections += below.introspectionSelections;
      total.introspectionDepth = Math.max(total.introspectionDepth, below.introspectionDepth);
      total.directives += (node.directives?.length ?? 0) + below.directives;
      total.aliases += (field && node.alias ? 1 : 0) + below.aliases;
      total.rootFields += field ? 1 : below.rootFields;
      total.depth = Math.max(total.depth, field ? 1 + below.depth : below.depth);
    }
    return total;
  };
  return measure;
}

const asIntrospection = ({ depth, selections, ...others }: Size): Size => ({
  ...others,
  depth: 0,
  selections: 0,
  introspectionDepth: depth,
  introspectionSelections: selections,
});

const schemaHint = ' The whole schema is at /schema.graphql.';

const labels: Record<keyof OperationLimits, string> = {
  depth: 'levels of nesting',
  aliases: 'aliases',
  rootFields: 'fields at its root',
  directives: 'directives',
  selections: 'selections',
  introspectionDepth: 'levels of introspection',
  introspectionSelections: 'selections of introspection',
};

/** Rejects operations above the limits, and mutations with more than one field. */
export const operationLimitsRule =
  (limits: OperationLimits): ValidationRule =>
  (context: ValidationContext): ASTVisitor => {
    const measure = measurer(context.getDocument());
    return {
      OperationDefinition(node) {
        const size = measure(node.selectionSet);
        size.directives += node.directives?.length ?? 0;
        const allowed = node.operation === 'mutation' ? { ...limits, rootFields: 1 } : limits;
        for (const key of Object.keys(allowed) as (keyof OperationLimits)[])
          if (size[key] > allowed[key])
            context.reportError(
              new GraphQLError(
                `This operation has ${size[key]} ${labels[key]}, but at most ${allowed[key]} are allowed.${
                  key.startsWith('introspection') ? schemaHint : ''
                }`,
                { extensions: tooCostlyExtensions },
              ),
            );
        return false;
      },
    };
  };
