import { expect, test } from 'vitest';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem({ compileAfter: 2 });

const document = /* GraphQL */ `
  query Same($id: ID!, $first: Int!, $own: Boolean!) {
    __typename
    viewer {
      ... on Viewer { who: user { id email ...Names } }
      can { viewUsers }
      organisation @include(if: $own) { id users(first: $first) { nodes { ...Names role { key } } edges { cursor } totalCount } }
    }
    user(id: $id) { id }
  }
  fragment Names on User { firstName fullName status createdAt }
`;

test.each([
  ['an answer with faults in it', { id: '999999', first: 3, own: true }, 'NOT_FOUND'],
  ['an answer without what is left out', { id: '999999', first: 3, own: false }, 'NOT_FOUND'],
  ['arguments that are refused', { id: '999999', first: 1_000, own: true }, 'TOO_COSTLY'],
  ['a variable of the wrong type', { id: '999999', first: 'three', own: true }, 'QUERY_INVALID'],
  ['a variable that is missing', { first: 3, own: true }, 'QUERY_INVALID'],
])('DESIGN-9 %s is the same from an interpreted and a compiled document', async (_what, variables, code) => {
  const tab = await system.signIn('adm');
  const answers = [];
  for (let time = 0; time < 4; time++) {
    const { status, text, data, errors } = await tab.graphql(document, variables);
    // Fields that are read side by side fail in any order.
    const faults = errors.map((error) =>
      JSON.stringify({ ...error, extensions: { ...error.extensions, requestId: '' } }),
    );
    answers.push([status, faults.sort(), JSON.stringify(data), Object.keys(JSON.parse(text))]);
  }
  expect(String(answers[0]?.[1])).toContain(code);
  expect(answers.slice(1)).toEqual([answers[0], answers[0], answers[0]]);
});

test('DESIGN-9 a compiled document is run anew for each request and for each of its operations', async () => {
  const [adm, orgB] = [await system.signIn('adm'), await system.signIn('orgB')];
  const two = 'query One { viewer { user { email } } } query Two { viewer { user { id } } }';
  const ask = (tab: typeof adm, operationName: string) =>
    tab.send('POST', '/graphql', { body: JSON.stringify({ query: two, operationName }) });
  for (let time = 0; time < 4; time++) {
    expect((await ask(adm, 'One')).data).toEqual({ viewer: { user: { email: system.platform.users.adm.email } } });
    expect((await ask(orgB, 'One')).data).toEqual({ viewer: { user: { email: system.platform.users.orgB.email } } });
    expect((await ask(orgB, 'Two')).data).toEqual({ viewer: { user: { id: String(system.platform.users.orgB.id) } } });
    expect((await ask(adm, 'Three')).code).toBe('QUERY_INVALID');
  }
});

test('DESIGN-9 an alias that JavaScript has another meaning for is answered alike, interpreted and compiled', async () => {
  const tab = await system.signIn('adm');
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'data'];
  for (const name of names) {
    const alias = `query { viewer { ${name}: user { ${name}: id email } can { viewUsers } } ${name}: __typename }`;
    const answers = new Set<string>();
    for (let time = 0; time < 4; time += 1) answers.add((await tab.graphql(alias)).text);
    expect([...answers]).toEqual([expect.stringContaining(`"${name}":"Query"`)]);
    expect([...answers][0]).toContain(`"${name}":{"${name}":"${system.platform.users.adm.id}"`);
  }
});
