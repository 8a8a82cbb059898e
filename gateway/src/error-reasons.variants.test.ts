import { expect, test } from 'vitest';
import { createOrganisation, goodInput, goodPerson } from './testing/organisation-mutations.ts';
import { useTestSystem } from './testing/system.ts';
import { createUserDocument, goodUser, updateUserDocument, withoutOrganisation } from './testing/user-mutations.ts';

const system = useTestSystem();

const create = withoutOrganisation(createUserDocument);

test('ERR-8 GQL-11 a typo, a costly operation, a page that is too large and a taken email have different reasons', async () => {
  const tab = await system.signIn('adm');
  const answers = await Promise.all([
    tab.graphql('{ viewr { user { id } } }'),
    tab.graphql('query($first: Int!) { organisations(first: $first) { totalCount } }', { first: 'many' }),
    tab.graphql('{ organisations(first: 90) { nodes { activeUserCount } } }'),
    tab.graphql(`{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }`),
    tab.graphql(`{ __typename ${'@include(if: true) '.repeat(5_000)} }`),
    tab.graphql('{ organisations(first: 101) { totalCount } }'),
    tab.graphql('{ organisations(first: 0) { totalCount } }'),
    tab.graphql(create, { input: { ...goodUser, email: system.platform.users.orgA.email } }),
  ]);
  const reasons = answers.map(({ status, code, errors }) => [
    status,
    code,
    errors[0]?.extensions.fields.map((field) => `${field.path} ${field.code}`).join(),
  ]);
  expect(reasons).toEqual([
    [400, 'QUERY_INVALID', ''],
    [400, 'QUERY_INVALID', ''],
    [422, 'TOO_COSTLY', ''],
    [422, 'TOO_COSTLY', ''],
    [422, 'TOO_COSTLY', ''],
    [200, 'TOO_COSTLY', 'first FORMAT'],
    [200, 'INVALID', 'first FORMAT'],
    [200, 'INVALID', 'email TAKEN'],
  ]);
});

test('ERR-8 GQL-5 an operation that is too costly is 422 for clients that accept JSON only, too', async () => {
  const json = { accept: 'application/json' };
  const deep = `{ viewer { ${'organisation { organiser { '.repeat(20)} id ${'} } '.repeat(20)} } }`;
  const answer = await system.client().graphql(deep, {}, json);
  expect([answer.status, answer.code, answer.data]).toEqual([422, 'TOO_COSTLY', undefined]);
  expect((await system.client().graphql('{ viewr }', {}, json)).status).toBe(200);
});

test('CASES-36 ERR-8 an email of another organisation’s user is refused exactly like a taken one', async () => {
  const tab = await system.signIn('orgA');
  const { audA, orgB } = system.platform.users;
  const [own, foreign] = await Promise.all(
    [audA, orgB].map(({ email }) => tab.graphql(create, { input: { ...goodUser, email } })),
  );
  const reasonOf = ({ errors: [error] }: NonNullable<typeof own>) => ({
    ...error,
    extensions: { ...error?.extensions, requestId: '' },
  });
  if (!own || !foreign) throw new Error('two answers');
  expect(own.code).toBe('INVALID');
  expect(reasonOf(foreign)).toEqual(reasonOf(own));
  expect(own.text).not.toMatch(/organi[sz]ation/i);
});

test('WIZ-14 ERR-8 a person of the wizard who could not be created has a code, and one for each field', async () => {
  const tab = await system.signIn('adm');
  const taken = { designationId: 'CTO', person: goodPerson(system.platform.users.orgB.email) };
  const input = goodInput('Half');
  const { data } = await createOrganisation(tab, { ...input, seniorManagement: [...input.seniorManagement, taken] });
  expect(data.createOrganisation.failed).toMatchObject([
    { designationId: 'CTO', code: 'INVALID', fields: [{ code: 'TAKEN' }] },
  ]);
});

test.each(['yesterday', '', 'x'.repeat(3_000)])(
  'ERR-8 USER-32 a moment that is none is INVALID, and quoted briefly: %.20j',
  async (expectedUpdatedAt) => {
    const tab = await system.signIn('orgA');
    const input = { ...goodUser, id: system.platform.users.audA.id, expectedUpdatedAt };
    const { status, code, errors, text } = await tab.graphql(withoutOrganisation(updateUserDocument), { input });
    expect([status, code]).toEqual([200, 'INVALID']);
    expect(errors[0]?.extensions.fields).toMatchObject([{ path: 'expectedUpdatedAt', code: 'FORMAT' }]);
    expect(text.length).toBeLessThan(1_000);
  },
);

test('SECURITY-5 ERR-8 a value that a refusal of the product API quotes is shortened', async () => {
  const tab = await system.signIn('orgA');
  const quoted = 'x'.repeat(400);
  system.upstream.script('/consoles/create_org_user', {
    status: 422,
    body: { errors: { email: [`"${quoted}" is taken`] } },
  });
  const { errors } = await tab.graphql(create, { input: { ...goodUser, email: 'new@a.example' } });
  expect(errors[0]?.extensions.fields).toMatchObject([{ path: 'email', code: 'TAKEN' }]);
  expect(JSON.stringify(errors)).not.toContain('x'.repeat(101));
});
