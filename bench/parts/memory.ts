import { graphqlRequest, load } from '../load.ts';
import type { Server } from '../processes.ts';
import { usersDocument } from '../scenarios.ts';
import { startGateway } from '../servers.ts';
import { keyOf, stubOrganisations } from '../upstream/organisations.ts';

const credentials = 300;
const passes = 4;
const clients = 8;

/** RSS of a new gateway in MB after each pass of 300 users over lists of half a megabyte. */
export async function memoryPasses(stub: Server): Promise<number[]> {
  const gateway = await startGateway(stub);
  try {
    const requests = Array.from({ length: credentials }, (_, place) => {
      const body = { query: usersDocument, variables: { first: 25, offset: 0 } };
      return graphqlRequest(keyOf(stubOrganisations.etag, `holder${place}`), body);
    });
    const rss: number[] = [];
    for (let pass = 0; pass < passes; pass++) {
      for (let from = 0; from < credentials; from += clients)
        // Each client sends one request.
        await load({ port: gateway.port, requests: requests.slice(from, from + clients), clients, amount: clients });
      rss.push((await gateway.usage()).rssMb);
    }
    return rss;
  } finally {
    await gateway.stop();
  }
}
