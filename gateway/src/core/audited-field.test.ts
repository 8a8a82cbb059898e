import { type DocumentNode, getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { auditedFieldAt } from './audited-field.ts';

const fieldAt = (text: string, path: (string | number)[], variables: Record<string, unknown> = {}) => {
  const document: DocumentNode = parse(text);
  return auditedFieldAt({ document, operation: getOperationAST(document) ?? undefined, variables }, path);
};

test('DESIGN-4 a refused field is named as in the schema, whatever its alias, through lists and fragments', () => {
  const text = `query { x: organisation(id: "7") { ...F } }
    fragment F on Organisation { ... on Organisation { y: users(first: 1) { edges { z: node { responder } } } } }`;
  const target = { type: 'ent_org', id: '7' };
  expect(fieldAt(text, ['x', 'y', 'edges', 0, 'z', 'responder'])).toEqual({
    action: 'organisation.users.edges.node.responder',
    target,
  });
  expect(fieldAt(text, ['x', 'unknown'])).toEqual({ action: 'organisation', target });
  expect(fieldAt(text, [])).toEqual({ action: 'graphql:request' });
});

test('DESIGN-4 the target of a mutation is what its id or input names', () => {
  const act = (field: string, variables = {}) => fieldAt(`mutation ($i: I, $id: ID) { ${field} }`, ['act'], variables);
  expect(act('act: deactivateUser(id: $id)', { id: 7 }).target).toEqual({ type: 'ent_usr', id: '7' });
  expect(act('act: createUser(input: $i)', { i: { roleId: '1', organisationId: '8' } }).target).toEqual({
    type: 'ent_org',
    id: '8',
  });
  expect(act('act: updateMapping(id: "9", input: { organisationId: "8" })').target).toEqual({
    type: 'mapping',
    id: '9',
  });
  expect(act('act: logout')).toEqual({ action: 'logout' });
});

test('SECURITY-T21 an email is taken from fields where it is claimed, and from no others', () => {
  const input = { i: { email: 'a@b.example', password: 'canary' } };
  expect(fieldAt('mutation ($i: I) { login(input: $i) }', ['login'], input)).toEqual({
    action: 'login',
    email: 'a@b.example',
  });
  expect(fieldAt('mutation ($i: I) { createUser(input: $i) }', ['createUser'], input)).toEqual({
    action: 'createUser',
  });
});
