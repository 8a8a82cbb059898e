import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from './testing/client.ts';
import { addOrganisations, addUsers } from './testing/rows.ts';
import { startTestSystem, type TestSystem, testWith } from './testing/system.ts';

const people = 50_000;
const organisations = 5_000;
const chunk = 5_000;

let system: TestSystem;
let tab: TestClient;
beforeAll(async () => {
  system = await startTestSystem();
  for (let from = 0; from < people; from += chunk)
    await addUsers(
      system,
      'B',
      Array.from({ length: chunk }, (_, place) => ({
        email: `u${from + place}@b.example`,
        firstname: `First ${(from + place) % 997}`,
        lastname: 'Last',
        department_name: 'InfoSec',
        role_id: 4,
      })),
    );
  await addOrganisations(
    system,
    Array.from({ length: organisations }, (_, place) => ({ brandname: `Company ${place}` })),
  );
  tab = await system.signIn('adm');
});
afterAll(() => system.close());

const page = 'totalCount nodes { id }';
/** Sends a query; returns its response and the number of characters that the product API sent for it. */
async function ask(document: string) {
  system.upstream.answers.length = 0;
  const answer = await tab.graphql(document);
  expect(answer.errors).toEqual([]);
  return { ...answer, received: system.upstream.answers.join('').length };
}

testWith(
  'on',
  'CONST-7 USER-3 of 50,000 users, with extensions, only the requested page reaches the gateway',
  async () => {
    for (const args of [
      'first: 25',
      'first: 25, offset: 49000',
      'first: 25, search: "first 5"',
      'first: 25, orderBy: { field: NAME, direction: DESC }',
      'first: 25, filter: { status: ACTIVE, roleIds: ["4"] }',
    ]) {
      const { data, received } = await ask(
        `{ organisation(id: "${system.platform.orgs.B}") { activeUserCount users(${args}) { ${page} } } }`,
      );
      const { users, activeUserCount } = data.organisation;
      expect([activeUserCount, users.nodes.length]).toEqual([people + 1, 25]);
      expect(users.totalCount).toBeGreaterThan(5_000);
      expect(received).toBeLessThan(30_000);
    }
  },
);

testWith(
  'on',
  'CONST-7 ORG-1 of 5,000 organisations, with extensions, only the requested page reaches the gateway',
  async () => {
    const { data, received } = await ask(`{ organisations(first: 10, offset: 4000, search: "company") { ${page} } }`);
    expect([data.organisations.totalCount, data.organisations.nodes.length]).toEqual([organisations, 10]);
    expect(received).toBeLessThan(15_000);
  },
);

test('CONST-7 USER-3 ORG-1 of the longest lists only a page reaches the browser, whatever the product API can do', async () => {
  const { data, text } = await ask(`{
    organisation(id: "${system.platform.orgs.B}") {
      activeUserCount users(search: "first 5", first: 25, offset: 100, orderBy: { field: NAME, direction: ASC }) { ${page} }
    }
    organisations(search: "company 4", first: 25, orderBy: { field: BRAND_NAME, direction: DESC }) { ${page} }
  }`);
  const { users, activeUserCount } = data.organisation;
  expect([activeUserCount, users.nodes.length, data.organisations.nodes.length]).toEqual([people + 1, 25, 25]);
  expect([users.totalCount, data.organisations.totalCount]).toEqual([25_282, 2_084]);
  expect(text.length).toBeLessThan(3_000);
});
