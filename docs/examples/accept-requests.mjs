/** Accepts all mapping requests of its organisation that the key may accept. Usage: node accept-requests.mjs */
import { ask } from './console.mjs';

const pendingRequests = `query($after: String) {
  viewer {
    organisation {
      id
      mappings(states: [PENDING], first: 50, after: $after) {
        edges { node { id } counterpart { brandName } viewerCanAccept acceptBlock }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`;
const acceptMapping = `mutation($organisationId: ID!, $id: ID!) {
  acceptMapping(organisationId: $organisationId, id: $id) { edge { statusText } }
}`;

/** Accepts one request, and returns the result for the output. */
async function accept(organisationId, { node, viewerCanAccept, acceptBlock }) {
  if (!viewerCanAccept) return `skipped ${acceptBlock ?? 'NOT_ALLOWED'}`;
  try {
    await ask(acceptMapping, { organisationId, id: node.id });
    return 'accepted';
  } catch (error) {
    // After the page was read, another user rejected the request, or an organisation was disabled.
    if (error.code === 'CONFLICT') return 'skipped CONFLICT';
    throw error;
  }
}

// An accepted request leaves the list. The cursor is a position in the order, so no request is missed.
for (let after = null, more = true; more; ) {
  const { viewer } = await ask(pendingRequests, { after });
  const { id, mappings } = viewer.organisation;
  for (const edge of mappings.edges) console.log(`${edge.counterpart.brandName}: ${await accept(id, edge)}`);
  after = mappings.pageInfo.endCursor;
  more = mappings.pageInfo.hasNextPage;
}
