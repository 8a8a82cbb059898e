import type { Call } from '@console/contract/call';
import { calls } from '@console/contract/calls/all';
import { capabilitiesCall, extensionCalls } from '@console/contract/calls/extensions';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixturePassword } from './testing/fixtures.ts';
import { csvOf, newOrganisation, newUser, rowOf } from './testing/forms.ts';
import { type GeneratedRequest, generateRequest, type KnownValues } from './testing/generated-calls.ts';
import { atOnce, batchSize, generatedRuns, requestCount } from './testing/generated-runs.ts';
import { internals, numberUpTo } from './testing/hostile-values.ts';
import { png } from './testing/images.ts';
import { startTestPlatform, type TestPlatform } from './testing/platform.ts';
import { sendRawRequests } from './testing/raw-requests.ts';
import { addIntegrationKey } from './testing/users.ts';

let platform: TestPlatform;
let origin: string;
beforeAll(async () => {
  platform = await startTestPlatform();
  logo = await png();
  origin = await platform.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => platform.close());

const patienceMs = 30_000;
const count = requestCount(200);
const all: readonly Call[] = [...Object.values(calls), capabilitiesCall, ...Object.values(extensionCalls)];

let tokens: string[] = [];
let logo: Buffer;
let users = 0;
const examples: Record<string, unknown> = { ...newUser(''), ...newOrganisation('') };

/** Values with which the calls succeed. */
const known: KnownValues = (field) => {
  users += 1;
  if (/email$/i.test(field))
    return [...Object.values(platform.users).map(({ email }) => email), ...Array(9).fill(`new${users}@a.example`)];
  if (/password/.test(field)) return [fixturePassword, 'Fresh-start1'];
  if (/token|api_key/.test(field)) return tokens;
  if (field === 'role_id') return [1, 2, 3, 4, 5];
  if (/(^|_)id$|Id$/.test(field)) return [1, 2, 3, 4, 5, 6, 7, '1', '3'];
  if (/^(offset|limit)$|_limit$/.test(field)) return ['0', '1', '100'];
  if (field === 'brandname') return [`Organisation ${users}`];
  if (field === 'file') return [csvOf([rowOf(`new${users}@a.example`)])];
  if (field === 'logo' || field === 'icon') return [logo];
  return field in examples ? [examples[field]] : [];
};

/** The problem of a response; null if it is complete. */
function problemOf({ statusCode, headers, body }: LightMyRequestResponse, method: string): string | null {
  if (statusCode >= 500) return 'a failure of the server';
  if (method === 'HEAD' || statusCode === 204 || statusCode === 304) return null;
  if (!String(headers['content-type']).startsWith('application/json')) return 'no JSON';
  const json = JSON.parse(body);
  if (statusCode < 300) return null;
  const texts = json.errors ? Object.values(json.errors).flat() : [json.message];
  if (texts.length === 0 || !texts.every((text) => typeof text === 'string' && text !== '')) return 'no message';
  return internals.test(body) ? 'too much' : null;
}

/** Sends a request and returns the problem of its response. */
async function send(request: GeneratedRequest, key: string | undefined, from: string): Promise<string[]> {
  const { method, url, headers, body } = request;
  const answer = await platform.app.inject({
    method: method as 'GET',
    url,
    headers: { ...(key && { 'api-key': key }), ...headers },
    payload: body,
    remoteAddress: from,
    signal: AbortSignal.timeout(patienceMs),
  });
  const problem = problemOf(answer, method);
  if (problem === null) return [];
  const sent = `${method} ${url} ${JSON.stringify(headers)} ${body?.toString('latin1').slice(0, 1_000)}`;
  return [`${problem}: ${sent.slice(0, 2_000)} → ${answer.statusCode} ${answer.body.slice(0, 1_000)}`];
}

test(
  'RELIABILITY-5 SECURITY-5 CASES-22 CASES-48 generated requests each get a complete response',
  async () => {
    for (let first = 0; first < count; first += batchSize) {
      platform.logs.length = 0;
      users = 0;
      await platform.reset();
      const sessions = await Promise.all((['adm', 'orgA', 'audA', 'nowhere'] as const).map(platform.signIn));
      const integration = await addIntegrationKey(platform.db, platform.users.adm.id);
      tokens = await Promise.all(
        (['reset', 'invitation', 'onboarding'] as const).map((kind) => platform.issueToken('orgB', kind)),
      );
      tokens.push(...sessions.map(({ apiKey }) => apiKey));
      const keys = [...sessions.map(({ apiKey }) => apiKey), integration, 'unknown', undefined];
      const problems = await generatedRuns({ first, runs: batchSize / atOnce }, async (g) => {
        const sent = Array.from({ length: atOnce }, (_, place) => {
          const call = all[numberUpTo(g, all.length - 1)] ?? calls.login;
          // A new IP address each time, because otherwise the limits by address would reject most requests.
          return send(
            generateRequest(g, call, known),
            keys[numberUpTo(g, keys.length - 1)],
            `10.0.${numberUpTo(g, 255)}.${place}`,
          );
        });
        return (await Promise.all(sent)).flat();
      });
      expect(problems).toEqual([]);
    }
  },
  60_000 + count * 100,
);

test(
  'RELIABILITY-5 SECURITY-5 CASES-48 malformed requests get a response or a closed connection',
  async () => {
    const paths = ['/login', '/consoles/org_list', '/consoles/bulk_user_upload', '/health/live', '/outbox'];
    expect(await sendRawRequests(origin, paths, Math.ceil(count / 20))).toEqual([]);
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  },
  60_000 + count * 20,
);
