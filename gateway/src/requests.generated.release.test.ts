import { errorCodes } from '@console/contract/errors';
import { atOnce, batchSize, generatedRuns, requestCount } from '@console/platform/testing/generated-runs';
import { internals, numberUpTo, oddsOf } from '@console/platform/testing/hostile-values';
import { sendRawRequests } from '@console/platform/testing/raw-requests';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSchema } from './graphql/schema.ts';
import { type KnownValues, operationOf } from './testing/generated-operations.ts';
import { type GeneratedRequest, requestOf } from './testing/generated-requests.ts';
import { goodInput, png } from './testing/organisation-mutations.ts';
import { password, startTestSystem, type TestSystem } from './testing/system.ts';
import { lines } from './testing/user-files.ts';
import { goodUser } from './testing/user-mutations.ts';

let system: TestSystem;
let connections: Pool;
beforeAll(async () => {
  system = await startTestSystem({ settings: { TRUST_PROXY: '1' } });
  connections = new Pool(system.origin, { connections: atOnce });
});
afterAll(async () => {
  await connections.close();
  await system.close();
});

const patienceMs = 30_000;
const bodyLimit = 128 * 1024;
const count = requestCount(100);
const schema = loadSchema();

let tokens: string[] = [];
let added = 0;

/** Values with which operations succeed. */
const known: KnownValues = (name) => {
  added += 1;
  const { organisation, organiser, seniorManagement, attempt } = goodInput(`Added ${added}`);
  const examples: Record<string, unknown> = {
    ...goodUser,
    ...organisation,
    organisation,
    organiser,
    seniorManagement,
    attempt,
  };
  if (/email$/i.test(name))
    return [...Object.values(system.platform.users).map(({ email }) => email), `new${added}@a.example`];
  if (/password/i.test(name)) return [password, 'Fresh-start1'];
  if (/token/i.test(name)) return tokens;
  if (name === 'designationId') return ['CEO', 'DPO'];
  if (name === 'moduleId') return ['auditor', 'controller'];
  if (/^id$|Id$/.test(name) && name !== 'roleId') return [1, 2, 3, 4, 5, 6, 7, '1', '3'];
  return name in examples ? [examples[name]] : [];
};

const fileFor = (path: string) => (/(logo|icon)$/.test(path) ? png : lines(`added${added}`));

/** The problem of a response; null if the response clearly says what happened. */
function problemOf(status: number, type: string, text: string): string | null {
  if (status >= 500) return 'a failure of the server';
  if (status === 204) return null;
  if (!/^application\/(graphql-response\+)?json/.test(type)) return 'no JSON';
  const { data, errors = [], message: said } = JSON.parse(text);
  // A response to an unknown URL has only a message.
  if (errors.length === 0) return data || said ? null : 'neither data nor errors';
  if (internals.test(JSON.stringify(errors))) return 'too much';
  for (const { message, extensions } of errors) {
    if (typeof message !== 'string' || message === '' || Array.from(message).length > 500) return 'no message';
    if (!Object.hasOwn(errorCodes, extensions?.code)) return 'no code';
    if (extensions.code === 'INTERNAL' || extensions.code.startsWith('UPSTREAM_')) return 'a failure';
  }
  return null;
}

/** Sends a request; returns the problems of its response. */
async function send({ method, path, headers, body }: GeneratedRequest): Promise<string[]> {
  const sent = `${method} ${path} ${JSON.stringify(headers)} ${body?.toString('latin1').slice(0, 1_500)}`;
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const answer = await connections.request({ method: method as 'POST', path, headers, body, signal });
    const text = await answer.body.text();
    const problem = problemOf(answer.statusCode, String(answer.headers['content-type']), text);
    return problem === null ? [] : [`${problem}: ${sent} → ${answer.statusCode} ${text.slice(0, 1_000)}`];
  } catch (thrown) {
    // The gateway stops reading a body that is too large.
    if (body && body.length > bodyLimit && !signal.aborted) return [];
    return [`${thrown}: ${sent}`];
  }
}

/** Headers of users and programs, with and without credentials. */
async function callers(): Promise<Record<string, string>[]> {
  const tabs = [];
  for (const user of ['adm', 'orgA', 'audA', 'nowhere'] as const) tabs.push(await system.signIn(user));
  const keys = [await system.integrationKey('adm'), await system.integrationKey('orgA'), 'unknown'];
  const ofPage = { origin: system.origin, 'sec-fetch-site': 'same-origin' };
  return [
    ...tabs.map(({ cookieHeader = '', page }) => ({ ...ofPage, cookie: cookieHeader, 'x-console-page': page ?? '' })),
    ...keys.map((key) => ({ authorization: `Bearer ${key}` })),
    ofPage,
  ];
}

test(
  'RELIABILITY-5 SECURITY-5 CASES-22 CASES-48 generated requests each end in a clear answer',
  async () => {
    for (let first = 0; first < count; first += batchSize) {
      await system.reset();
      added = 0;
      for (const texts of [system.logs, system.upstream.answers, system.platform.logs]) texts.length = 0;
      const all = await callers();
      tokens = await Promise.all(
        (['reset', 'invitation', 'onboarding'] as const).map((kind) => system.platform.issueToken('orgB', kind)),
      );
      for (const token of tokens) system.watch(token);
      const problems = await generatedRuns({ first, runs: batchSize / atOnce }, async (g) => {
        const sent = Array.from({ length: atOnce }, (_, place) => {
          const isOdd = oddsOf(g);
          // A new IP address each time, because most requests would otherwise exceed the limits by address.
          const address = { 'x-forwarded-for': `10.0.${numberUpTo(g, 255)}.${place}` };
          const caller = { ...all[numberUpTo(g, all.length - 1)], ...address };
          const operation = operationOf(g, isOdd, schema, known);
          return send(requestOf(g, isOdd, operation, { caller, fileFor }));
        });
        return (await Promise.all(sent)).flat();
      });
      expect(problems).toEqual([]);
    }
  },
  60_000 + count * 100,
);

test(
  'RELIABILITY-5 SECURITY-5 CASES-48 bytes that are no request end in an answer or a closed connection',
  async () => {
    const paths = ['/graphql', '/graphql?query=%7B__typename%7D', '/files/x', '/health/live', '/login'];
    expect(await sendRawRequests(system.origin, paths, Math.ceil(count / 20))).toEqual([]);
    expect((await system.client().graphql('{ __typename }')).status).toBe(200);
  },
  60_000 + count * 20,
);
