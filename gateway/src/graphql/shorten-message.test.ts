import { sendRaw } from '@console/platform/testing/raw-requests';
import { expect, test } from 'vitest';
import type { Answer } from '../testing/client.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const refused = (answer: Answer) => {
  expect([answer.status, answer.data, answer.code]).toEqual([400, undefined, 'QUERY_INVALID']);
  expect(answer.text.length).toBeLessThan(2048);
};

test('SECURITY-5 a mistyped name brings no suggestion', async () => {
  const answer = await system.client().graphql('{ viewe { user { id } } }');
  refused(answer);
  expect(answer.text).not.toContain('Did you mean');
});

const usersBy =
  'query($filter: UserFilter) { viewer { organisation { users(filter: $filter, first: 1) { totalCount } } } }';
const usersOf = (filter: string) => `{ viewer { organisation { users(filter: ${filter}, first: 1) { totalCount } } } }`;

test.each([
  ['an enum value', usersOf('{ status: ACTIV }'), {}],
  ['an input field', usersOf('{ statu: ACTIVE }'), {}],
  ['an argument', '{ viewer { organisation { users(filte: {}, first: 1) { totalCount } } } }', {}],
  ['a type', '{ viewer { ... on Viewe { user { id } } } }', {}],
  ['an enum value of a variable', usersBy, { filter: { status: 'ACTIV' } }],
  ['an input field of a variable', usersBy, { filter: { statu: 'ACTIVE' } }],
])('SECURITY-5 a mistyped name of %s brings no suggestion', async (_what, document, variables) => {
  const tab = await system.signIn('orgA');
  const answer = await tab.graphql(document, variables);
  refused(answer);
  expect(answer.text).not.toContain('Did you mean');
});

const long = 'x'.repeat(100_000);
test.each<[string, object]>([
  ['a text', { variables: { filter: { status: long } } }],
  ['a text with spaces and quotes', { variables: { filter: { status: '"x\\" '.repeat(15_000) } } }],
  ['a field', { variables: { filter: { [long]: 1 } } }],
  [
    '9,000 fields',
    { variables: { filter: Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`x${n}`, 1])) } },
  ],
  ['an operation name', { operationName: long }],
  ['an operation name of quotes', { operationName: '"\\'.repeat(30_000) }],
])('SECURITY-5 an answer quotes at most 100 characters of %s of 100 kB', async (_what, body) => {
  const tab = await system.signIn('orgA');
  const answer = await tab.send('POST', '/graphql', { body: JSON.stringify({ query: usersBy, ...body }) });
  expect([answer.status, answer.code]).toEqual([400, 'QUERY_INVALID']);
  for (const { message } of answer.errors) {
    expect(message.length).toBeLessThanOrEqual(500);
    expect(message).not.toMatch(/x{100}/);
  }
});

test('SECURITY-5 of a variable with many fields at most 100 characters are quoted, and the reason is kept', async () => {
  const tab = await system.signIn('orgA');
  const filter = { departments: Array.from({ length: 50 }, (_, n) => `Department; ${n}`), role: 'x', status: 'ACTIVE' };
  const answer = await tab.graphql(usersBy, { filter });
  refused(answer);
  const [, value] =
    /got invalid value (.+); Field "role" is not defined by type "UserFilter"\.$/.exec(
      answer.errors[0]?.message ?? '',
    ) ?? [];
  expect(value?.length).toBeLessThanOrEqual(100);
});

test('CASES-22 SECURITY-5 a list of 1,000 wrong values is QUERY_INVALID, with the first five errors', async () => {
  const tab = await system.signIn('orgA');
  const answer = await tab.graphql(usersBy, { filter: { roleIds: Array(1_000).fill({}) } });
  refused(answer);
  expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual(Array(5).fill('QUERY_INVALID'));
});

test('SECURITY-5 an address that cannot be read is refused in our shape, and not repeated', async () => {
  const answer = await system.client().send('GET', '/%zz-canary');
  expect([answer.status, answer.code]).toEqual([400, 'INVALID']);
  expect(answer.text).not.toMatch(/canary|FST_/);
});

test('SECURITY-5 headers that are too large are refused in our words, and the answer closes the connection', async () => {
  const answer = await sendRaw(
    system.origin,
    Buffer.from(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 431 .+\r\nConnection: close\r\n.+\{"message":"The headers are too large\."\}$/s);
});

test('SECURITY-5 a message that quotes input has no character that changes the order of its text', async () => {
  const tab = await system.signIn('orgA');
  const answer = await tab.graphql(usersBy, { filter: { status: 'a\u202Ebc\u2066d\u2069' } });
  expect(answer.errors[0]?.message).toContain('abcd');
});
