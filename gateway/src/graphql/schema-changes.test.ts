import { expect, test } from 'vitest';
import { schemaProblems } from './schema-changes.ts';

const released = /* GraphQL */ `
  enum State { ON OFF }
  input ChangeInput { id: ID! }
  type Query {
    thing(id: ID!, state: State): String
    count: Int
    old: Int @deprecated(reason: "Use thing. It works until 2027-11-21.")
  }
  type Mutation {
    change(id: ID!): Boolean
  }
`;
const problems = (from: string, to: string, today = '2026-11-21') =>
  schemaProblems(released.replace(from, to), released, today);

test.each([
  ['thing(id: ID!, state: State): String', 'other: String'],
  ['thing(id: ID!, state: State)', 'thing(id: ID!)'],
  ['state: State)', 'state: State!)'],
  ['): String', '): Int'],
  ['ON OFF', 'ON'],
  ['input ChangeInput { id: ID! }', 'input ChangeInput { id: ID! name: String! }'],
  ['old: Int @deprecated(reason: "Use thing. It works until 2027-11-21.")', ''],
])('GQL-8 %s may not become %s', (from, to) => {
  expect(problems(from, to)).toEqual([expect.stringMatching(/^breaking: /)]);
});

test.each([
  ['state: State)', 'state: State, more: Int)'],
  ['ON OFF', 'ON OFF BROKEN'],
  ['change(id: ID!): Boolean', 'change(id: ID!, at: Int): Boolean'],
  ['change(id: ID!): Boolean', 'change(id: ID!): Boolean\n make(input: ChangeInput!): Boolean'],
])('GQL-8 %s may become %s', (from, to) => {
  expect(problems(from, to)).toEqual([]);
});

test('GQL-8 a deprecated element can be removed on the day after its end', () => {
  const removed = ['old: Int @deprecated(reason: "Use thing. It works until 2027-11-21.")', ''] as const;
  expect(problems(...removed, '2027-11-21')).not.toEqual([]);
  expect(problems(...removed, '2027-11-22')).toEqual([]);
});

test.each(['"Old."', '"It works until next year."'])('GQL-8 @deprecated with the reason %s has no end', (reason) => {
  expect(problems('state: State)', `state: State @deprecated(reason: ${reason}))`)).toEqual([
    expect.stringContaining('until YYYY-MM-DD'),
  ]);
});

test('GQL-8 a new mutation takes nothing but input', () => {
  const made = (args: string) =>
    problems('change(id: ID!): Boolean', `change(id: ID!): Boolean\n make(${args}): Boolean`);
  expect(made('id: ID!, input: ChangeInput!')).toEqual([expect.stringContaining('make')]);
});
