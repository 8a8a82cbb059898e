import { postRequest } from './load.ts';
import type { Trial } from './measure.ts';
import { manifestQueries } from './pages/operations.ts';
import type { Server } from './processes.ts';
import { requestFor, scenarios } from './scenarios.ts';
import type { ServerName } from './servers.ts';
import { signIn } from './sign-in.ts';

/** An operation of the console that costs only REST-3, like the small query. */
const persistedName = 'LeadOn';

/** All trials of the wanted scenarios on these servers. */
export async function trialsOn(
  servers: ReadonlyMap<ServerName, Server>,
  wanted: ReadonlySet<string>,
): Promise<Trial[]> {
  const trials = scenarios.flatMap((scenario) =>
    scenario.servers
      .filter((server) => servers.has(server))
      .map(
        (server): Trial => ({
          scenario: scenario.name,
          server,
          requests: [requestFor(scenario, server)],
          clients: scenario.clients,
        }),
      ),
  );
  const gateway = servers.get('gateway');
  const small = scenarios.find(({ name }) => name === 'viewer');
  if (gateway && small) {
    const { clients, key, operation } = small;
    const session = await signIn(gateway.port, key);
    const more = (scenario: string, headers: Record<string, string>, body: object) =>
      trials.push({ scenario, server: 'gateway', requests: [postRequest('/graphql', headers, body)], clients });
    more('viewer-session', session, operation);
    const sha256Hash = manifestQueries().get(persistedName)?.hash;
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    more('persisted', { authorization: `Bearer ${key}` }, { operationName: persistedName, extensions });
  }
  return trials.filter(({ scenario }) => wanted.has(scenario));
}
