import {
  type DirectiveNode,
  type GraphQLDirective,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  Kind,
  type SelectionSetNode,
} from 'graphql';

export function selectsField({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo, name: string): boolean {
  const argumentOf = (directive: GraphQLDirective, node: { directives?: readonly DirectiveNode[] }) =>
    getDirectiveValues(directive, node, variableValues)?.if;
  const isIn = ({ selections }: SelectionSetNode): boolean =>
    selections.some((node) => {
      if (argumentOf(GraphQLSkipDirective, node) === true || argumentOf(GraphQLIncludeDirective, node) === false)
        return false;
      if (node.kind === Kind.FIELD) return node.name.value === name;
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments[node.name.value] : node;
      return fragment !== undefined && isIn(fragment.selectionSet);
    });
  return fieldNodes.some(({ selectionSet }) => selectionSet !== undefined && isIn(selectionSet));
}
