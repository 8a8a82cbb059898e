import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { graphqlRequest, requestOf, type Work } from './load/requests.ts';
import { root, type Server } from './processes.ts';
import { type Scenario, scenarios, workFor } from './scenarios.ts';
import type { ServerName } from './servers.ts';
import { signIn } from './sign-in.ts';

/** A scenario on one server. */
export interface Trial {
  scenario: string;
  server: ServerName;
  port: number;
  work: Work;
  concurrency: number;
}

const manifest = join(root, 'web/src/gql/persisted-documents.json');
/** An operation of the console that costs only REST-3, like the small query. */
const registeredName = 'LeadOn';

/** The hash of the console's own small operation in the manifest; undefined when there is no manifest. */
function registeredHash(): string | undefined {
  if (!existsSync(manifest)) return undefined;
  const documents = Object.entries(JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>);
  return documents.find(([, document]) => document.includes(`query ${registeredName} `))?.[0];
}

/** The small query as a registered operation; undefined without a manifest. */
async function registered(small: Scenario, { port }: Server): Promise<Work | undefined> {
  const sha256Hash = registeredHash();
  if (sha256Hash === undefined) return undefined;
  const body = { operationName: registeredName, extensions: { persistedQuery: { version: 1, sha256Hash } } };
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${small.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = (await answer.json()) as { data?: { viewer?: unknown } };
  return data?.viewer ? [[graphqlRequest(small.key, body)]] : undefined;
}

/** All trials on these servers, ordered by scenario. */
export async function trialsOn(servers: ReadonlyMap<ServerName, Server>): Promise<Trial[]> {
  const trials = scenarios.flatMap((scenario) =>
    scenario.servers.flatMap((name): Trial[] => {
      const server = servers.get(name);
      if (!server) return [];
      const { name: title, concurrency } = scenario;
      return [{ scenario: title, server: name, port: server.port, work: workFor(scenario, name), concurrency }];
    }),
  );
  const gateway = servers.get('gateway');
  const small = scenarios.find(({ name }) => name === 'viewer');
  if (!gateway || !small) return trials;
  const more = (scenario: string, work: Work): Trial => ({
    scenario,
    server: 'gateway',
    port: gateway.port,
    work,
    concurrency: small.concurrency,
  });
  const session = await signIn(gateway.port, small.key);
  trials.push(more('viewer-session', [[requestOf('POST', '/graphql', session, small.operation)]]));
  const hashed = await registered(small, gateway);
  if (hashed) trials.push(more('registered', hashed));
  return trials;
}
