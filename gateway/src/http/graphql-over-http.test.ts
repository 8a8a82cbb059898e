import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { programHeaders } from '../testing/documents.ts';
import { useTestSystem } from '../testing/system.ts';

const system = useTestSystem();

const bare = {
  'x-csrf-guard': undefined,
  'x-console-page': undefined,
  origin: undefined,
  'sec-fetch-site': undefined,
};
const viewer = '{ viewer { user { id } } }';

test('GQL-5 DESIGN-8 the server passes every audit of graphql-http, which sends no header of ours', async () => {
  const audits = serverAudits({ url: `${system.origin}/graphql` });
  const results = await Promise.all(audits.map(({ fn }) => fn()));
  const failed = results.flatMap((result) => (result.status === 'ok' ? [] : `${result.id} ${result.name}`));
  expect([results.length, failed]).toEqual([61, []]);
});

test('GQL-5 PROTOCOLS-1.5 without a cookie GET and POST need no guard; with any cookie of ours both do', async () => {
  const tab = await system.signIn('orgA');
  const ask = (method: string, cookie?: string) =>
    system.client().send(method, method === 'GET' ? `/graphql?query=${encodeURIComponent(viewer)}` : '/graphql', {
      ...(method === 'POST' && { body: JSON.stringify({ query: viewer }) }),
      headers: { ...bare, cookie },
    });
  const names = ['__Host-preauth', `__Host-mfa-${'x'.repeat(16)}`];
  for (const method of ['GET', 'POST']) {
    for (const cookie of [undefined, 'language=de'])
      expect([method, (await ask(method, cookie)).data]).toEqual([method, { viewer: null }]);
    for (const cookie of [tab.cookieHeader, ...names.map((name) => `language=de; ${name}=x`)]) {
      const { status, code, data } = await ask(method, cookie);
      expect([method, cookie, status, code, data]).toEqual([method, cookie, 403, 'FORBIDDEN', undefined]);
    }
  }
});

test('GQL-15 an empty operation name, variables or extensions are as absent, in a body and in a URL', async () => {
  const named = 'query Name { __typename }';
  const parameters: Record<string, string>[] = [
    { operationName: '' },
    { variables: '' },
    { operationName: '', variables: '', extensions: '' },
  ];
  for (const empty of parameters) {
    const body = JSON.stringify({ query: named, ...empty });
    const [post, again] = [
      await system.client().send('POST', '/graphql', { body }),
      await system.client().send('POST', '/graphql', { body }),
    ];
    const search = new URLSearchParams({ query: named, ...empty });
    const get = await system.client().send('GET', `/graphql?${search}`, { headers: bare });
    for (const answer of [post, again, get])
      expect([empty, answer.status, answer.data]).toEqual([empty, 200, { __typename: 'Query' }]);
  }
  const two = JSON.stringify({ query: `${named} query Other { __typename }`, operationName: '' });
  expect((await system.client().send('POST', '/graphql', { body: two })).status).toBe(400);
});

test.each(['Multipart/Form-Data', 'MULTIPART/FORM-DATA', ' multipart/form-Data'])(
  'GQL-16 the media type %s is read whatever its case, and its boundary as it is',
  async (type) => {
    const part = (name: string, content: string) =>
      `--Xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
    const body = `${part('operations', '{"query":"{ __typename }"}')}${part('map', '{}')}--Xx--\r\n`;
    const tab = await system.signIn('orgA');
    const answer = await tab.send('POST', '/graphql', { headers: { 'content-type': `${type}; boundary=Xx` }, body });
    expect([answer.status, answer.data]).toEqual([200, { __typename: 'Query' }]);
  },
);

test('GQL-16 JSON is read and sent whatever the case of its media type', async () => {
  const headers = { 'content-type': 'Application/JSON; Charset=UTF-8', accept: 'Application/JSON' };
  const answer = await system.client().send('POST', '/graphql', { headers, body: '{"query":"{ __typename }"}' });
  expect([answer.status, answer.data]).toEqual([200, { __typename: 'Query' }]);
});

test('GQL-5 an unknown API key is answered with 401, before any field has a value', async () => {
  const headers = { ...programHeaders('unknown'), accept: 'application/json' };
  for (const query of [viewer, '{ organisation(id: "1") { id } organisations { totalCount } }']) {
    const answer = await system.client().graphql(query, {}, headers);
    expect([answer.status, answer.code, answer.data]).toEqual([401, 'UNAUTHENTICATED', undefined]);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  }
  const known = programHeaders(await system.integrationKey('orgA'));
  const field = await system.client().graphql('{ organisation(id: "0") { id } }', {}, known);
  expect([field.status, field.code, field.data]).toEqual([200, 'NOT_FOUND', { organisation: null }]);
  expect((await system.client().graphql('{ organisation(id: "1") { id } }')).status).toBe(200);
});

test('GQL-5 the request id of a client is the one of the answer, its errors and the calls; another is replaced', async () => {
  const ask = (id: string) => system.client().graphql(viewer, {}, { ...programHeaders('unknown'), 'x-request-id': id });
  const answer = await ask('script-7:4.1');
  expect(answer.headers['x-request-id']).toBe('script-7:4.1');
  expect(answer.errors[0]?.extensions.requestId).toBe('script-7:4.1');
  expect(system.upstream.requests.map(({ headers }) => headers['x-request-id'])).toEqual(['script-7:4.1']);
  for (const id of ['two words', 'x'.repeat(129), '<b>'])
    expect((await ask(id)).headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});

test('GQL-5 every answer has a request id: files, unknown paths, invalid addresses, bodies that cannot be read', async () => {
  const client = system.client();
  const answers = [
    await client.send('GET', '/health/live'),
    await client.send('GET', '/nothing'),
    await client.send('GET', '/%ff'),
    await client.send('GET', '/files/unknown'),
    await client.send('POST', '/graphql', { body: '{' }),
  ];
  for (const { headers } of answers) expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
});
