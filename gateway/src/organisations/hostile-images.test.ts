import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { TestClient } from '../testing/client.ts';
import { multipart, multipartType, type Part, sendParts } from '../testing/multipart.ts';
import * as mutations from '../testing/organisation-mutations.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const stored = async () => {
  const count = async (table: 'ent_org' | 'stored_file') =>
    (await system.platform.db.selectFrom(table).select('id').execute()).length;
  return [await count('ent_org'), await count('stored_file')];
};
const written = () => [
  ...system.upstream.sent(mutations.orgPaths.create),
  ...system.upstream.sent(mutations.orgPaths.update),
];

const acts: [string, () => { query: string; input: object }][] = [
  [
    'REST-39 a new organisation',
    () => ({ query: mutations.createOrganisationDocument, input: mutations.goodInput('Made') }),
  ],
  [
    'REST-40 a changed one',
    () => ({
      query: mutations.updateOrganisationDocument,
      input: { id: String(system.platform.orgs.B), organisation: mutations.goodOrganisation('Changed') },
    }),
  ],
];

const partsOf = (query: string, input: object, logo: string | Buffer): Part[] => [
  {
    name: 'operations',
    text: JSON.stringify({ query, variables: { input: { ...input, ...emptyLogo(input) } } }),
  },
  { name: 'map', text: JSON.stringify({ 0: ['variables.input.organisation.logo'] }) },
  { name: '0', text: logo, file: 'logo.png' },
];
const emptyLogo = (input: object) => ({
  organisation: { ...(input as { organisation: object }).organisation, logo: null },
});

/** Sends the first half of a request on a new connection; returns a function that cuts the connection. */
async function half(tab: TestClient, body: Buffer): Promise<() => void> {
  const { host, port } = new URL(system.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  const headers = {
    host,
    origin: system.origin,
    'x-csrf-guard': '1',
    cookie: tab.cookieHeader,
    'x-console-page': tab.page ?? '',
    'content-type': multipartType,
    'content-length': String(body.length),
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = Buffer.concat([
    Buffer.from(`POST /graphql HTTP/1.1\r\n${head.join('')}\r\n`),
    body.subarray(0, body.length / 2),
  ]);
  await new Promise<void>((sent) => socket.write(start, () => sent()));
  return () => socket.destroy();
}

describe.each(acts)('%s', (what, act) => {
  const good = async (tab: TestClient) => {
    const { errors } = what.startsWith('REST-39')
      ? await mutations.createOrganisation(tab, mutations.goodInput('Good'))
      : await mutations.updateOrganisation(tab, act().input as never, { logo: mutations.png, icon: mutations.png });
    expect(errors).toEqual([]);
  };

  test('CASES-49 CASES-22 with a logo of 20 MB is refused, nothing is sent or stored, and the next one is served', async () => {
    const tab = await system.signIn('adm');
    const before = await stored();
    const { query, input } = act();
    // The response is lost if the connection is cut before the body is sent completely.
    const answer = await sendParts(
      tab,
      partsOf(query, input, Buffer.concat([mutations.png, Buffer.alloc(20_000_000)])),
    ).catch(() => null);
    if (answer) expect([answer.status, answer.code]).toEqual([413, 'INVALID']);
    expect([written(), await stored()]).toEqual([[], before]);
    await good(tab);
  });

  test.each<[string, (query: string, input: object) => Buffer]>([
    ['that has no end', (query, input) => multipart(partsOf(query, input, mutations.png), { end: false })],
    [
      'with a part without a colon',
      (query, input) => multipart([...partsOf(query, input, mutations.png).slice(0, 2), { head: 'no colon' }]),
    ],
    ['without the file', (query, input) => multipart(partsOf(query, input, mutations.png).slice(0, 2))],
  ])('CASES-48 GQL-3 with a form %s is refused, and nothing is sent or stored', async (_form, body) => {
    const tab = await system.signIn('adm');
    const before = await stored();
    const { query, input } = act();
    const headers = { 'content-type': multipartType };
    const answer = await tab.send('POST', '/graphql', { body: body(query, input), headers });
    expect([answer.status, answer.code]).toEqual([400, 'INVALID']);
    expect([written(), await stored()]).toEqual([[], before]);
    await good(tab);
  });

  test('CASES-48 with a client that hangs in the middle of the logo delays no other request, and nothing is sent or stored', async () => {
    const tab = await system.signIn('adm');
    const before = await stored();
    const { query, input } = act();
    const body = multipart(partsOf(query, input, Buffer.concat([mutations.png, Buffer.alloc(1_000_000)])));
    const hanging = await Promise.all(Array.from({ length: 10 }, () => half(tab, body)));
    expect((await tab.graphql('{ viewer { user { id } } }')).errors).toEqual([]);
    expect([written(), await stored()]).toEqual([[], before]);
    for (const end of hanging) end();
    await good(tab);
    expect(system.logs.filter((line) => line.includes('unexpected failure'))).toEqual([]);
  });
});
