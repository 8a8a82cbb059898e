import { load } from '../load/load.ts';
import { graphqlRequest } from '../load/requests.ts';
import type { Server } from '../processes.ts';
import { usersDocument } from '../scenarios.ts';
import { startGateway } from '../servers.ts';
import { keyOf, stubOrganisations } from '../upstream/organisations.ts';

const credentials = 300;
const passes = 4;
const concurrency = 8;

/** RSS of a new gateway in MB after each pass of 300 users over lists of half a megabyte. */
export async function memoryPasses(stub: Server): Promise<number[]> {
  const gateway = await startGateway(stub);
  try {
    const works = Array.from({ length: credentials }, (_, place) => {
      const body = { query: usersDocument, variables: { first: 25, offset: 0 } };
      return [[graphqlRequest(keyOf(stubOrganisations.etag, `holder${place}`), body)]];
    });
    const rss: number[] = [];
    for (let pass = 0; pass < passes; pass++) {
      for (let from = 0; from < credentials; from += concurrency)
        // Each client sends one request.
        await load({ port: gateway.port, works: works.slice(from, from + concurrency), concurrency, seconds: 0 });
      rss.push((await gateway.usage()).rssMb);
    }
    return rss;
  } finally {
    await gateway.stop();
  }
}
