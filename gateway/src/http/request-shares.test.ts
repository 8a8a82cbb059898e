import { connect } from 'node:net';
import { addIntegrationKey } from '@console/platform/testing/users';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, TestClient } from '../testing/client.ts';
import { programHeaders } from '../testing/documents.ts';
import { sendFile } from '../testing/multipart.ts';
import { type TestSystem, useTestSystem, viewerDocument } from '../testing/system.ts';

const limited = (answer: Answer) => {
  const { status, code, headers, errors } = answer;
  expect([status, code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(errors[0]?.extensions).toMatchObject({ httpStatus: 429, requestId: expect.any(String) });
};
/** The shares of earlier tests are full again. */
function startLater(system: TestSystem): void {
  let tests = 0;
  beforeEach(() => system.platform.moveClock(60_000 * ++tests));
}
const ofBytes = (bytes: number) => `{ __typename } #${'x'.repeat(bytes)}`;

/** Sends requests until one is rejected, at most 200; returns the number of accepted ones. */
async function sendUntilRefused(send: (place: number) => Promise<Answer>): Promise<number> {
  for (let place = 0; place < 200; place += 1) {
    const answer = await send(place);
    if (answer.status !== 429) continue;
    limited(answer);
    return place;
  }
  throw new Error('no request was refused');
}

describe('bytes', () => {
  const system = useTestSystem({
    settings: { REQUEST_KB_PER_CALLER: '500', KEY_POINTS_PER_MINUTE: '150', TRUST_PROXY: '1' },
  });
  startLater(system);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const large = (by: TestClient, address = '192.0.2.1', headers: object = {}) =>
    by.graphql(ofBytes(100_000), {}, { ...from(address), ...headers });
  const isAnswered = async (by: TestClient, address = '192.0.2.1') =>
    expect((await by.graphql(viewerDocument, {}, from(address))).status).toBe(200);

  test('CASES-61 a session that has sent its share is refused, others are not, and it is answered again later', async () => {
    const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgB')];
    expect(await sendUntilRefused(() => large(tab))).toBe(5);
    for (let more = 0; more < 3; more += 1) await isAnswered(other);
    system.platform.moveClock(3_000);
    expect((await large(tab)).status).toBe(200);
  });

  test('CASES-61 the sessions of a user have one share, and a new sign-in brings no other', async () => {
    const tab = await system.signIn('orgA');
    await sendUntilRefused(() => large(tab));
    const again = system.client();
    expect((await system.login(again, 'orgA')).status).toBe(200);
    limited(await large(again));
    limited(await large(again, '192.0.2.2'));
  });

  test('CASES-61 invented keys and cookies, each another one, share that of their address', async () => {
    const tab = await system.signIn('orgA');
    const invented = (place: number) =>
      large(system.client(), '192.0.2.1', programHeaders(`invented-${place}-${'x'.repeat(30)}`));
    expect(await sendUntilRefused(invented)).toBe(5);
    limited(await large(system.client(), '192.0.2.1', { cookie: '__Host-console=invented' }));
    limited(await large(system.client()));
    expect((await large(system.client(), '192.0.2.9')).status).toBe(200);
    await isAnswered(tab);
  });

  test('COUNTED-7 requests without a session share that of their /64', async () => {
    const large64 = (place: number) => large(system.client(), `2001:db8:1:2::${place}`);
    expect(await sendUntilRefused(large64)).toBe(5);
    limited(await large64(99));
    expect((await large(system.client(), '2001:db8:1:3::1')).status).toBe(200);
  });

  test('CASES-61 an invented key that a public call ignores shares that of its address', async () => {
    const invented = programHeaders(`invented-${'x'.repeat(30)}`);
    const ask = (document: string) => system.client().graphql(document, {}, { ...invented, ...from('192.0.2.30') });
    expect((await ask('{ lookups { countryCodes { id } } }')).data.lookups.countryCodes).not.toEqual([]);
    await sendUntilRefused(() => large(system.client(), '192.0.2.30'));
    limited(await ask(ofBytes(100_000)));
  });

  test('CASES-61 a key that was accepted has a share of its own, from any address', async () => {
    const key = programHeaders(await addIntegrationKey(system.platform.db, system.platform.users.adm.id));
    const ask = (address: string, document = ofBytes(100_000)) =>
      system.client().graphql(document, {}, { ...key, ...from(address) });
    expect((await ask('192.0.2.1', viewerDocument)).status).toBe(200);
    expect(await sendUntilRefused((place) => ask(`192.0.2.${place}`))).toBe(5);
    await isAnswered(system.client());
  });

  test('CASES-61 a request above the share is refused before its body arrives, and not at once', async () => {
    const tab = await system.signIn('orgA');
    await sendUntilRefused(() => large(tab));
    const socket = connect(Number(new URL(system.origin).port), '127.0.0.1');
    const began = performance.now();
    const said = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(String(chunk)));
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: x\r\ncookie: ${tab.cookieHeader}\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n`,
      );
    });
    socket.destroy();
    expect(said).toMatch(/^HTTP\/1\.1 429 /);
    expect(performance.now() - began).toBeGreaterThan(400);
  });

  test('CASES-61 bodies of unknown length and files count as well', async () => {
    const tab = await system.signIn('orgA');
    const chunked = async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(JSON.stringify({ query: ofBytes(100_000) })));
          controller.close();
        },
      });
      const headers = { 'content-type': 'application/json', ...from('192.0.2.5') };
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' };
      return (await fetch(`${system.origin}/graphql`, init)).status;
    };
    const statuses: number[] = [];
    for (let more = 0; more < 7; more += 1) statuses.push(await chunked());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);

    const organisationId = String(system.platform.orgs.A);
    const document = `mutation($organisationId: ID!, $file: Upload!) { previewUserUpload(organisationId: $organisationId, file: $file) { validCount } }`;
    const preview = () => sendFile(tab, document, { organisationId }, { text: Buffer.alloc(200_000, 'x') });
    expect((await preview()).code).toBe('FILE_REFUSED');
    expect((await preview()).code).toBe('FILE_REFUSED');
    system.upstream.requests.length = 0;
    limited(await preview());
    expect(system.upstream.requests).toEqual([]);
  });

  test('CASES-61 CASES-62 a key above its points is soon refused before anything is parsed', async () => {
    const key = programHeaders(await addIntegrationKey(system.platform.db, system.platform.users.adm.id));
    const ask = () =>
      system.client().graphql('{ organisations(first: 100) { nodes { id } } }', {}, { ...key, ...from('192.0.2.20') });
    const first = await ask();
    expect([first.status, first.headers['ratelimit-policy']]).toEqual([200, '"key";q=150;w=60']);
    const refused = await Promise.all(Array.from({ length: 9 }, ask));
    for (const answer of refused) limited(answer);
    const last = await ask();
    limited(last);
    expect(last.headers['ratelimit-policy']).toBeUndefined();
  });

  test('CASES-61 pictures count by their headers', async () => {
    const tab = await system.signIn('orgA');
    for (let more = 0; more < 5; more += 1) await large(tab, '127.0.0.1');
    const picture = () => tab.send('GET', `/files/${'a'.repeat(22)}`);
    expect(await sendUntilRefused(picture)).toBeLessThan(15);
  });
});

describe('time to parse', () => {
  const system = useTestSystem({ settings: { PARSE_MS_PER_CALLER: '30' } });
  startLater(system);
  const fields = Array.from({ length: 200 }, () => 'id email').join(' ');
  const anew = (by: TestClient, place: number) => by.graphql(`{ viewer { user { id ${fields} } } } #${place}`);

  test('CASES-62 documents that are new each time use up the share of their caller, and no other’s', async () => {
    const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgB')];
    expect(await sendUntilRefused((place) => anew(tab, place))).toBeGreaterThan(0);
    expect((await other.graphql(viewerDocument)).errors).toEqual([]);
    system.platform.moveClock(20_000);
    expect((await tab.graphql(viewerDocument)).errors).toEqual([]);
  });

  test('CASES-62 documents that are refused use it up too', async () => {
    const tokens = (place: number) => system.client().graphql(`{ a${place}${' a'.repeat(60_000)} }`);
    await sendUntilRefused(tokens);
  });

  test('CASES-62 PARSE-6 user files that are read use it up, whether or not they are accepted', async () => {
    const [tab, other] = [await system.signIn('orgA'), await system.signIn('orgB')];
    const document = `mutation($organisationId: ID!, $file: Upload!) { previewUserUpload(organisationId: $organisationId, file: $file) { validCount } }`;
    const preview = (rows: number) => {
      const file = { text: `firstname,lastname\n${'Ada,Quill\n'.repeat(rows)}` };
      return sendFile(tab, document, { organisationId: String(system.platform.orgs.A) }, file);
    };
    expect((await preview(5_001)).code).toBe('FILE_REFUSED');
    expect(await sendUntilRefused(() => preview(5_000))).toBeLessThan(10);
    expect((await other.graphql(viewerDocument)).errors).toEqual([]);
    system.platform.moveClock(20_000);
    expect((await tab.graphql(viewerDocument)).errors).toEqual([]);
  });

  test('CASES-62 a known query uses up nothing', async () => {
    const tab = await system.signIn('orgA');
    for (let more = 0; more < 100; more += 1) expect((await tab.graphql(viewerDocument)).status).toBe(200);
  });
});
