import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { expect, test } from 'vitest';
import type { ValidatedOperation } from '../core/validated-operation.ts';
import { callBudget, countCost, memoisedCost } from './call-budget.ts';

const schema = buildSchema(`
  directive @perObjectCall on FIELD_DEFINITION
  type Query { users(first: Int, last: Int): UserConnection! me: User tags: [Tag!]! node: Node }
  type UserConnection { nodes: [User!]! edges: [UserEdge!]! }
  type UserEdge { node: User! }
  interface Node { id: ID! }
  type User implements Node { id: ID! organisation: Organisation @perObjectCall photo: String @perObjectCall }
  type Organisation { id: ID! users(first: Int, last: Int): UserConnection! owner: User @perObjectCall }
  type Tag { label: String! user: User @perObjectCall }
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
])('DESIGN-4 %s could make %i calls', (text, calls) => {
  expect(cost(text).calls).toBe(calls);
});

test('DESIGN-4 a page size in a variable counts, its default too, and nonsense as the largest page', () => {
  const text = 'query($n: Int = 7) { users(first: $n) { nodes { photo } } }';
  expect([{ n: 3 }, {}, { n: 'x' }, { n: -1 }].map((variables) => cost(text, variables).calls)).toEqual([
    3, 7, 100, 100,
  ]);
  const either = 'query($n: Int, $m: Int) { users(first: $n, last: $m) { nodes { photo } } }';
  expect([{ n: 3 }, { m: 4 }, { n: null, m: 5 }, {}].map((variables) => cost(either, variables).calls)).toEqual([
    3, 4, 5, 25,
  ]);
});

// Written out they would be a thousand million fields, and the test would not end.
test('DESIGN-4 fragments that multiply are counted without being written out', () => {
  const fragments = Array.from({ length: 30 }, (_, n) => `fragment f${n} on User { ...f${n + 1} ...f${n + 1} }`);
  expect(cost(`{ me { ...f0 } } ${fragments.join(' ')} fragment f30 on User { photo }`).calls).toBe(2 ** 30);
});

test('DESIGN-4 an operation above the budget is refused before it runs, with the name of the expensive field', () => {
  const document = parse('{ users(first: 31) { nodes { organisation { id } } } me { photo } }');
  const operation = { document, operation: document.definitions[0], request: {} } as ValidatedOperation;
  const refused =
    'User.organisation costs one call for each object: this operation could make 32, at most 30 are allowed';
  const check = callBudget(30, schema, memoisedCost(schema));
  for (const _time of [1, 2]) expect(() => check(operation)).toThrow(refused);
});
