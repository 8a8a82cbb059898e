import {
  type ASTNode,
  buildASTSchema,
  type DocumentNode,
  findBreakingChanges,
  type GraphQLSchema,
  Kind,
  parse,
  visit,
} from 'graphql';

function deprecationOf(node: ASTNode): string | null {
  const directives = 'directives' in node ? (node.directives ?? []) : [];
  const deprecated = directives.find(({ name }) => name.value === 'deprecated');
  const value = deprecated?.arguments?.find(({ name }) => name.value === 'reason')?.value;
  return deprecated ? (value?.kind === Kind.STRING ? value.value : '') : null;
}

const endOf = (reason: string): string | undefined => /until (\d{4}-\d\d-\d\d)\.$/.exec(reason)?.[1];

/** Leaves out elements with an ended deprecation: these can be removed. */
const withoutEnded = (schema: DocumentNode, today: string): DocumentNode =>
  visit(schema, {
    enter: (node) => {
      const reason = deprecationOf(node);
      return reason !== null && (endOf(reason) ?? today) < today ? null : undefined;
    },
  });

function deprecationsWithoutEnd(schema: DocumentNode): string[] {
  const problems: string[] = [];
  visit(schema, {
    enter: (node) => {
      const reason = deprecationOf(node);
      if (reason !== null && endOf(reason) === undefined)
        problems.push(`@deprecated(reason: "${reason}") does not end with "until YYYY-MM-DD."`);
    },
  });
  return problems;
}

function mutationsWithoutInput(current: GraphQLSchema, released: GraphQLSchema): string[] {
  const known = released.getMutationType()?.getFields() ?? {};
  return Object.values(current.getMutationType()?.getFields() ?? {})
    .filter(({ name, args }) => !known[name] && args.some((arg) => arg.name !== 'input'))
    .map(({ name }) => `the new mutation ${name} has other arguments than input`);
}

export function schemaProblems(current: string, released: string, today: string): string[] {
  const [now, before] = [parse(current), parse(released)];
  const schema = buildASTSchema(now);
  const breaking = findBreakingChanges(buildASTSchema(withoutEnded(before, today)), schema);
  return [
    ...breaking.map(({ description }) => `breaking: ${description}`),
    ...deprecationsWithoutEnd(now),
    ...mutationsWithoutInput(schema, buildASTSchema(before)),
  ];
}
