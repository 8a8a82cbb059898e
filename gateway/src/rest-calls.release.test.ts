import { join } from 'node:path';
import { calls } from '@console/contract/calls/all';
import { extensionCalls } from '@console/contract/calls/extensions';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { expect, vi } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import { addBulkJob } from './testing/bulk-mutations.ts';
import type { TestClient } from './testing/client.ts';
import { passwordResetDocument } from './testing/documents.ts';
import { createKey } from './testing/key-mutations.ts';
import { addExternalUser } from './testing/mapping-mutations.ts';
import { onboardingDocument } from './testing/organisation-mutations.ts';
import { addReview } from './testing/review-mutations.ts';
import { prepareMutation } from './testing/samples/all.ts';
import { testWith, useTestSystem } from './testing/system.ts';
import { assessmentsOf } from './testing/tab-mutations.ts';
import { addWebhook } from './testing/webhook-mutations.ts';

const system = useTestSystem({
  signsInAnew: true,
  settings: { MAIN_DOMAIN: 'suite.example', GATEWAY_SECRET: 'shared by gateway and platform in tests' },
});

const page = join(import.meta.dirname, '../../docs/graphql-rest-calls.md');
const schema = loadSchema();
const fieldsOf = (name: string) => {
  const type = schema.getType(name);
  return isObjectType(type) ? Object.values(type.getFields()) : [];
};
const deeper = (type: Parameters<typeof getNamedType>[0]) => (isLeafType(getNamedType(type)) ? '' : ' { __typename }');
const items = new Map(
  [...Object.values(calls), ...Object.values(extensionCalls)].map(({ name, method, path, item }) => [
    `${method} ${path}`,
    // Reports are left out: they are sent in the background.
    name.startsWith('report') ? undefined : item.startsWith('REST') ? item : `\`${method} ${path}\``,
  ]),
);

/** Reads of all users of an organisation. */
const wholeLists: string[] = [];

/** The recorded calls, by the numbers of the specification. A GET's query does not matter. */
function recordedCalls(without: readonly string[] = []): string[] {
  const made = system.upstream.requests.map(({ method, path }) => items.get(`${method} ${path.split('?')[0]}`));
  for (const { path, query } of system.upstream.requests)
    if (/active_user_list/.test(path) && !['limit', 'designation'].some((bound) => bound in (query ?? {})))
      wholeLists.push(path);
  const named = [...new Set(made.flatMap((item) => item ?? []))].filter((item) => !without.includes(item));
  return named.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** The calls that a query causes. */
async function callsOf(query: string, without?: readonly string[], given?: TestClient): Promise<string[]> {
  // Shared caches, such as lookup lists, are read again.
  system.platform.moveClock(11 * 60_000);
  const tab = given ?? (await system.signIn('adm'));
  system.upstream.requests.length = 0;
  await tab.graphql(query);
  return recordedCalls(without);
}
const row = (field: string, made: readonly string[]) => `| \`${field}\` | ${made.join(', ') || 'none of its own'} |`;
/** Calls for which the tables need no row, because the fixtures and our platform do not cause them. */
const otherCases = [
  '| `requestPasswordReset` | REST-11, where the product API answers REST-10 with 404 |',
  '| `User.responder`, `Organisation.users`, and the mutations with `GET /consoles/ext/dept_responders` | REST-26, REST-27, REST-28, where one call for all three is not known |',
  "| `Organisation.mappings` | REST-33 for the accepted ones of the caller's own organisation |",
  '| `Organisation.users` | REST-17 and REST-18, where the product API has no pages of them |',
  "| `Organisation.externalUsers` | REST-31, or REST-32 of the caller's own organisation, where the product API has no pages of them |",
  '| `updateOrganisation`, `onboardOrganisation` | REST-41 for an organiser who is new, or comes by the link of a mail |',
  '| `Organisation.organiser` | REST-42, where the body of the organisation does not have the organiser |',
];

const headed = (heading: string, rows: readonly string[]) =>
  [`## ${heading}`, '', '| field | calls |', '|---|---|', ...rows, ''].join('\n');

/** The calls of each field of an object, in addition to the calls `without` that read the object itself. */
async function below(type: string, around: string, without: readonly string[]): Promise<string[]> {
  const rows: string[] = [];
  let signedIn = await system.signIn('adm');
  for (const [place, { name, type: its }] of fieldsOf(type).entries()) {
    // Each field moves the clock, and a session ends after 12 hours.
    if (place % 50 === 49) signedIn = await system.signIn('adm');
    const query = `{ ${around.replace('#', `${name}${deeper(its)}`)} }`;
    const made = await callsOf(query, without, signedIn);
    if (made.length > 0) rows.push(row(`${type}.${name}`, made));
  }
  return rows;
}

async function addKey(): Promise<string> {
  const { data } = await createKey(await system.signIn('adm'));
  return data.createApiKey.apiKey.id;
}

async function queries(): Promise<string[]> {
  const { orgs, users } = system.platform;
  const [assessment = ''] = await assessmentsOf(system, 'B', [{}]);
  await addExternalUser(system, 'orgB', 'A');
  const { reviewId } = await addReview(system, orgs.B);
  const asked: Record<string, string> = {
    viewer: '{ viewer { user { id } } }',
    singleSignOn: '{ singleSignOn(email: "adm@a.example") }',
    multiFactor: '{ multiFactor(email: "adm@a.example") }',
    passwordReset: passwordResetDocument.replace('$token)', '"x")').replace('($token: String!)', ''),
    user: `{ user(id: "${users.orgB.id}") { id } }`,
    users: '{ users { totalCount } }',
    organisation: `{ organisation(id: "${orgs.B}") { id } }`,
    organisations: '{ organisations { totalCount } }',
    onboarding: onboardingDocument.replace('$token)', '"x")').replace('($token: String!)', ''),
    organisationInvite: '{ organisationInvite(email: "orgB@b.example") { state } }',
    externalUser: `{ externalUser(userId: "${users.orgB.id}") { id } }`,
    assessment: `{ assessment(id: "${assessment}") { id } }`,
    auditEvents: '{ auditEvents { nodes { id } } }',
    events: '{ events { nodes { id } } }',
    apiKeyRequests: `{ apiKeyRequests(apiKeyId: "${await addKey()}") { missing } }`,
    webhookDeliveries: `{ webhookDeliveries(webhookId: "${(await addWebhook(system, orgs.B)).webhookId}") { id } }`,
    verifyActivity: '{ verifyActivity { whole } }',
    attention: '{ attention { kind } }',
    overview: '{ overview { countedAt } }',
    bulkJob: `{ bulkJob(id: "${await addBulkJob(system)}") { id rows { totalCount } } }`,
    recentBulkJobs: `{ recentBulkJobs(organisationId: "${orgs.B}") { id } }`,
    lookups: '{ lookups { __typename } }',
    personErasure: `{ personErasure(userId: "${users.disA.id}") { obstacle } }`,
    accessReview: `{ accessReview(id: "${reviewId}") { id } }`,
    accessReviewItems: `{ accessReviewItems(reviewId: "${reviewId}") { totalCount } }`,
  };
  expect(Object.keys(asked).sort()).toEqual(
    fieldsOf('Query')
      .map(({ name }) => name)
      .sort(),
  );
  const rows: string[] = [];
  for (const [name, query] of Object.entries(asked)) rows.push(row(name, await callsOf(query)));
  return rows;
}

async function mutations(): Promise<string[]> {
  const rows: string[] = [];
  for (const { name } of fieldsOf('Mutation')) {
    await system.reset();
    // Shared caches, such as lookup lists, are read again.
    system.platform.moveClock(11 * 60_000);
    const send = await prepareMutation(system, name);
    await send();
    // These mutations sign out after the response.
    if (/^(logout|changePassword)$/.test(name))
      await expect.poll(() => system.upstream.sent(calls.logoutApiUser.path)).toHaveLength(1);
    rows.push(row(name, recordedCalls()));
  }
  return rows;
}

// The test sends every query and mutation, which takes minutes on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

testWith('on', 'GQL-2 LARGE-7 docs/graphql-rest-calls.md says which calls each field makes', async () => {
  const { orgs, users } = system.platform;
  const text = [
    '# Which calls of the product API a GraphQL field makes',
    '',
    'Recorded by a test (`gateway/src/rest-calls.release.test.ts`; run it with `-u` after a change), for an Administrator, the documents of the console and the platform that comes with it. REST-3, which tells who asks,',
    'is made once in each request. Fields that are not listed are part of the response for their object.',
    '',
    headed('Queries', await queries()),
    headed('Fields with calls of their own', [
      ...(await below('Viewer', 'viewer { # }', ['REST-3'])),
      ...(await below('Organisation', `organisation(id: "${orgs.B}") { # }`, ['REST-3', 'REST-38'])),
      ...(await below('User', `user(id: "${users.orgB.id}") { # }`, ['REST-3', 'REST-22'])),
      ...(await below('Lookups', 'lookups { # }', ['REST-3'])),
    ]),
    headed('Mutations', await mutations()),
    headed('Calls in other cases', otherCases),
  ].join('\n');
  const named = new Set(text.match(/REST-\d+/g));
  expect(Object.values(calls).filter(({ item }) => item.startsWith('REST-') && !named.has(item))).toEqual([]);
  expect(wholeLists).toEqual([]);
  await expect(text).toMatchFileSnapshot(page);
});
