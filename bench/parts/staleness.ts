import { sendOperation } from '../equal-answers.ts';
import type { Server } from '../processes.ts';
import { usersDocument } from '../scenarios.ts';
import { keyOf, stubOrganisations } from '../upstream/organisations.ts';

const changes = 20;

interface Seen {
  viewer: { user: { fullName: string }; organisation: { users: { nodes: { firstName: string }[] } } };
}

/** The number of changes in the product API that the next query did not show. */
export async function staleAnswers(gateway: Server, stub: Server): Promise<number> {
  let stale = 0;
  for (const world of [stubOrganisations.plain, stubOrganisations.etag]) {
    const key = keyOf(world);
    const operation = { query: usersDocument, variables: { first: 25, offset: 0 } };
    for (let change = 0; change < changes; change++) {
      // Twice, to fill the caches.
      await sendOperation(gateway.port, key, operation);
      await sendOperation(gateway.port, key, operation);
      const answer = await fetch(`http://127.0.0.1:${stub.port}/bench/change`, { headers: { 'api-key': key } });
      const { firstName } = (await answer.json()) as { firstName: string };
      const { viewer } = (await sendOperation(gateway.port, key, operation)) as Seen;
      const listed = viewer.organisation.users.nodes[0]?.firstName;
      if (listed !== firstName || !viewer.user.fullName.startsWith(`${firstName} `)) stale += 1;
    }
  }
  return stale;
}
