import { buildSchema, GraphQLID, GraphQLObjectType, GraphQLSchema, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test, vi } from 'vitest';
import type { ValidatedOperation } from '../core/validated-operation.ts';
import { callBudget, countCost, memoisedCost } from './call-budget.ts';

const schema = buildSchema(`
  directive @perObjectCall on FIELD_DEFINITION
  type Query {
    users(first: Int, last: Int): UserConnection! me: User tags: [Tag!]! someTags(first: Int): [Tag!]! node: Node any: Any
  }
  type Mutation { removeUser: User! }
  union Any = User | Tag
  type UserConnection { nodes: [User!]! edges: [UserEdge!]! }
  type UserEdge { node: User! }
  interface Node { id: ID! }
  type User implements Node {
    id: ID! organisation: Organisation @perObjectCall photo: String @perObjectCall
    name: String @deprecated portrait: String @perObjectCall @deprecated tags: [Tag!]!
  }
  type Organisation { id: ID! users(first: Int, last: Int): UserConnection! owner: User @perObjectCall }
  type Tag { label: String! user: User @perObjectCall tags: [Tag!]! }
`);
const cost = (text: string, variables = {}) => {
  const document = parse(text);
  return countCost(schema, document, document.definitions[0] as OperationDefinitionNode, variables);
};

test.each([
  ['{ me { id } }', 0],
  ['{ me { photo organisation { id } } }', 2],
  ['{ users(first: 5) { nodes { photo } } }', 5],
  ['{ users(first: 5) { edges { node { photo } } } }', 5],
  ['{ users(last: 5) { nodes { photo } } }', 5],
  ['{ users(first: null, last: 5) { nodes { photo } } }', 5],
  ['{ users { nodes { photo } } }', 25],
  ['{ users(first: 5) { nodes { organisation { owner { photo } } } } }', 15],
  ['{ users(first: 4) { nodes { organisation { users(first: 3) { nodes { photo } } } } } }', 16],
  ['{ users(first: 2) { nodes { organisation { users { nodes { photo } } } } } }', 52],
  ['{ tags { user { id } } }', 100],
  ['{ a: users(first: 2) { nodes { photo } } b: users(first: 3) { nodes { photo } } }', 5],
  ['{ users(first: 3) { nodes { ...f } } me { ...f } } fragment f on User { photo }', 4],
  ['{ node { ... on User { photo } } }', 1],
  ['{ me { name portrait } }', 1],
  ['{ me { ...a ...b } } fragment a on User { photo } fragment b on User { id }', 1],
  ['{ me { ... on User { photo } ... on User { id } } }', 1],
  ['{ any { __typename ... on User { photo } } }', 1],
  ['{ me { ...gone ... on Gone { photo } } }', 0],
  ['{ me { ... on Gone { ... on User { photo } } } }', 0],
  ['{ me { id { ... on User { photo } } } }', 0],
  ['{ me users { nodes } }', 0],
  ['{ me { ...null ... on User { id } } } fragment null on User { photo }', 1],
  ['{ me { ... on User { id } ...null } } fragment null on User { photo }', 1],
  ['{ me { tags { user { id } } } }', 100],
  ['{ someTags(first: 2) { user { id } } }', 2],
  ['{ someTags(first: 2) { tags { user { id } } } }', 200],
])('DESIGN-4 %s could make %i calls', (text, calls) => {
  expect(cost(text).calls).toBe(calls);
});

test('DESIGN-4 a page size in a variable counts, its default too, and nonsense as the largest page', () => {
  const text = 'query($n: Int = 7) { users(first: $n) { nodes { photo } } }';
  const given = [{ n: 3 }, {}, { n: 'x' }, { n: '5' }, { n: [5] }, { n: -1 }, { n: 0 }];
  expect(given.map((variables) => cost(text, variables).calls)).toEqual([3, 7, 100, 100, 100, 100, 0]);
  const either = 'query($n: Int, $m: Int) { users(first: $n, last: $m) { nodes { photo } } }';
  expect([{ n: 3 }, { m: 4 }, { n: null, m: 5 }, {}].map((variables) => cost(either, variables).calls)).toEqual([
    3, 4, 5, 25,
  ]);
});

// Written out, the fragments would have a thousand million fields, and the test would not end.
test('DESIGN-4 fragments that multiply are counted without being written out', () => {
  const fragments = Array.from({ length: 30 }, (_, n) => `fragment f${n} on User { ...f${n + 1} ...f${n + 1} }`);
  expect(cost(`{ me { ...f0 } } ${fragments.join(' ')} fragment f30 on User { photo }`).calls).toBe(2 ** 30);
});

test('DESIGN-4 a schema that was not written as text has no expensive fields', () => {
  const user = new GraphQLObjectType({ name: 'User', fields: { id: { type: GraphQLID } } });
  const query = new GraphQLObjectType({ name: 'Query', fields: { me: { type: user } } });
  const document = parse('{ me { id } }');
  const operation = document.definitions[0] as OperationDefinitionNode;
  expect(countCost(new GraphQLSchema({ query }), document, operation).calls).toBe(0);
});

const operationOf = (text: string, variables: object = {}) => {
  const document = parse(text);
  return { document, operation: document.definitions[0], request: { variables } } as ValidatedOperation;
};

test('DESIGN-4 an operation above the budget is refused before it runs, with the name of the expensive field', () => {
  const operation = operationOf('{ users(first: 31) { nodes { organisation { id } } } me { photo } }');
  const message =
    'User.organisation makes one call for each object. This operation could make 32 calls, but at most 30 are allowed.';
  const extensions = expect.objectContaining({ code: 'TOO_COSTLY', http: { status: 422 } });
  const check = callBudget(30, schema, memoisedCost(schema));
  for (const _time of [1, 2]) expect(() => check(operation)).toThrow(expect.objectContaining({ message, extensions }));
  check(operationOf('{ users(first: 30) { nodes { photo } } }'));
});

test('DESIGN-4 the field that causes most calls is named, of equal ones the first', () => {
  expect(cost('{ me { photo organisation { id } } }').costliestField).toBe('User.photo');
  expect(cost('{ me { photo } users(first: 2) { nodes { portrait } } }').costliestField).toBe('User.portrait');
});

test('DESIGN-4 the calls of an operation without an expensive field are not counted', () => {
  const costOf = vi.fn(memoisedCost(schema));
  const check = callBudget(0, schema, costOf);
  for (const _time of [1, 2]) check(operationOf('{ me { id name tags { label } } }'));
  expect(costOf).not.toHaveBeenCalled();
  expect(() => check(operationOf('{ me { portrait } }'))).toThrow('User.portrait');
});

test('DESIGN-4 a document is looked through for expensive fields once', () => {
  const check = callBudget(0, schema, memoisedCost(schema));
  const operation = operationOf('{ me { id } }');
  const { definitions } = operation.document;
  const read = vi.fn(() => definitions);
  Object.defineProperty(operation.document, 'definitions', { get: read });
  check(operation);
  const reads = read.mock.calls.length;
  check(operation);
  expect([reads > 0, read.mock.calls.length]).toEqual([true, reads]);
});

test('DESIGN-4 the cost of a query is counted once for variables of at most 500 letters, and a mutation’s variables are not stored', () => {
  const costOf = memoisedCost(schema);
  const operation = operationOf('{ me { photo } }');
  const letters = (length: number) => ({ a: 'x'.repeat(length - JSON.stringify({ a: '' }).length) });
  for (const [variables, isMemoised] of [
    [undefined, true],
    [{ a: 1 }, true],
    [letters(500), true],
    [letters(501), false],
  ] as const) {
    const again = { ...operation, request: { variables } };
    const [first, second] = [costOf(again), costOf(again)];
    expect([first === second, first.calls]).toEqual([isMemoised, 1]);
  }
  expect(costOf({ ...operation, operation: undefined }).calls).toBe(0);
  const mutation = operationOf('mutation { removeUser { photo } }');
  expect(costOf(mutation)).not.toBe(costOf(mutation));
});
