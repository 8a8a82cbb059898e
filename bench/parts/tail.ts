import { graphqlRequest, type LoadRequest, load } from '../load.ts';
import { type Effort, median } from '../measure.ts';
import type { Server } from '../processes.ts';
import { requestFor, scenarios, usersDocument } from '../scenarios.ts';
import type { ServerName } from '../servers.ts';
import { keyOf, stubOrganisations } from '../upstream/organisations.ts';

/** The slowest small queries, alone and while another user pages through a large list. */
interface Tail {
  aloneMs: number;
  besideMs: number;
  ratio: number;
}

/** All pages of the list in sequence. */
function pages(): LoadRequest[] {
  const key = keyOf(stubOrganisations.large);
  return Array.from({ length: 100 }, (_, place) =>
    graphqlRequest(key, { query: usersDocument, variables: { first: 25, offset: place * 500 } }),
  );
}

/** p99 of small queries with and without a client that pages through 50,000 rows. */
export async function tails(
  servers: ReadonlyMap<ServerName, Server>,
  { rounds, seconds }: Effort,
): Promise<Partial<Record<ServerName, Tail>>> {
  const small = scenarios.find(({ name }) => name === 'viewer');
  if (!small) return {};
  const tailsByServer: Partial<Record<ServerName, Tail>> = {};
  for (const name of ['gateway', 'beside', 'vanilla'] as const) {
    const server = servers.get(name);
    if (!server) continue;
    const { port } = server;
    const ask = () => load({ port, requests: [requestFor(small, name)], clients: small.clients, seconds });
    const both: [alone: number, beside: number][] = [];
    for (let round = 0; round < rounds; round++) {
      const alone = await ask();
      const over = new AbortController();
      const paging = load({ port, requests: pages(), clients: 1, seconds: 600, until: over.signal });
      const beside = await ask().finally(() => over.abort());
      await paging;
      both.push([alone.p99Ms, beside.p99Ms]);
    }
    tailsByServer[name] = {
      aloneMs: median(both.map(([alone]) => alone)),
      besideMs: median(both.map(([, beside]) => beside)),
      ratio: median(both.map(([alone, beside]) => beside / alone)),
    };
  }
  return tailsByServer;
}
