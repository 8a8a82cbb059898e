import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAssessments } from '@console/platform/testing/assessments';
import type { UserName } from '@console/platform/testing/fixtures';
import { addMapping, addUserMapping } from '@console/platform/testing/mappings';
import { Kind, parse, TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import { programHeaders } from './testing/documents.ts';
import { addReview } from './testing/review-mutations.ts';
import { testWith, useTestSystem } from './testing/system.ts';

const system = useTestSystem();
const folder = join(import.meta.dirname, '../../docs/examples/assistant');
const operations = readdirSync(join(folder, 'operations')).map((file) => ({
  name: file.replace(/\.graphql$/, ''),
  text: readFileSync(join(folder, 'operations', file), 'utf8'),
}));
const forAdministrators = 'Requires the role Administrator or Architect.';

test.each(operations)(
  'GQL-5 the assistant’s $name is one described, valid query with pages of at most 25 rows',
  ({ name, text }) => {
    expect(text).toMatch(/^# [A-Z].+\.\nquery /);
    const [schema, document] = [loadSchema(), parse(text)];
    expect(validate(schema, document)).toEqual([]);
    expect(document.definitions).toMatchObject([{ operation: 'query', name: { value: name } }]);
    const types = new TypeInfo(schema);
    const visitor = visitWithTypeInfo(types, {
      Field(node) {
        if (!types.getFieldDef()?.args.some((argument) => argument.name === 'first')) return;
        const first = node.arguments?.find((argument) => argument.name.value === 'first')?.value;
        expect([node.name.value, first?.kind]).toEqual([node.name.value, Kind.INT]);
        expect(first).toHaveProperty('value', expect.stringMatching(/^(\d|1\d|2[0-5])$/));
      },
    });
    visit(document, visitor);
  },
);

test('GQL-5 the server of the assistant passes the caller’s key on, and has neither mutations nor introspection', () => {
  const settings = readFileSync(join(folder, 'mcp.yaml'), 'utf8');
  expect(settings).toMatch(/^forward_headers:\n {2}- authorization\n\S/m);
  expect(settings).toMatch(/^ {2}mutation_mode: none$/m);
  expect(settings.match(/enabled: \w+/g)).toEqual(Array(4).fill('enabled: false'));
});

/** Sends an operation as Apollo MCP Server does. */
async function ask(key: string, { name, text }: (typeof operations)[number]) {
  const { orgs, users } = system.platform;
  const values: Record<string, unknown> = {
    organisationId: orgs.A,
    userId: users.audA.id,
    search: name === 'FindOrganisations' ? 'organisation' : 'fixture',
    from: '2026-11-01T00:00:00Z',
    kind: 'MAPPING_REQUESTS',
  };
  const given = Object.entries(values).filter(([variable]) => text.includes(`$${variable}:`));
  const body = {
    variables: Object.fromEntries(given),
    query: text,
    extensions: { clientLibrary: { name: 'mcp', version: '1.15.0' } },
    operationName: name,
  };
  const headers = { ...programHeaders(key), accept: '*/*', 'mcp-session-id': 'session' };
  return system.client().send('POST', '/graphql', { body: JSON.stringify(body), headers });
}

/** The number of rows in each list of a response. */
const rowCounts = (value: unknown): number[] => {
  if (Array.isArray(value)) return [value.length];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(rowCounts) : [];
};

beforeEach(async () => {
  const { db, orgs, users } = system.platform;
  await addMapping(db, orgs.A, orgs.B);
  await addUserMapping(db, users.orgB.id, orgs.A, { activated: true });
  await addAssessments(db, orgs.A, [{ end_date: new Date('2026-01-01') }]);
});

testWith('on', 'GQL-5 DESIGN-8 each operation of the assistant has rows for a key that can only read', async () => {
  await addReview(system, system.platform.orgs.A);
  const rename = 'mutation($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }';
  await (await system.signIn('adm')).graphql(rename, {
    input: { id: system.platform.users.audA.id, firstName: 'Maya' },
  });
  await system.signIn('audA');
  const key = await system.integrationKey('adm', ['read']);
  for (const operation of operations) {
    const { errors, data } = await ask(key, operation);
    expect([operation.name, errors]).toEqual([operation.name, []]);
    expect([operation.name, rowCounts(data)]).toEqual([operation.name, expect.not.arrayContaining([0])]);
    expect(rowCounts(data)).not.toEqual([]);
  }
});

testWith('on', 'GQL-5 DESIGN-8 the description of an operation names the role that it requires', async () => {
  const codesOf = async (user: UserName) => {
    const key = await system.integrationKey(user, ['read']);
    const codes: [string, string | undefined][] = [];
    for (const operation of operations) codes.push([operation.name, (await ask(key, operation)).code]);
    return codes;
  };
  const required = operations.map(({ name, text }) => [
    name,
    text.includes(forAdministrators) ? 'FORBIDDEN' : undefined,
  ]);
  expect(await codesOf('orgA')).toEqual(required);
  // Another organisation seems not to exist.
  const foreign = (await codesOf('orgB')).filter(([name]) => name !== 'PendingItems');
  expect(foreign.map(([, code]) => code)).toEqual(foreign.map(() => expect.stringMatching(/^(NOT_FOUND|FORBIDDEN)$/)));
});
