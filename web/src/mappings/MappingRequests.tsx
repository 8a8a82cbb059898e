import { Group, Stack, Text } from '@mantine/core';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { isolated } from '../ui/values/isolated.ts';
import { MappingActions } from './MappingActions.tsx';
import { MappingRequestsPlaceholder } from './MappingRequestsPlaceholder.tsx';

const requestsQuery = graphql(`
  query MappingRequests($id: ID!) {
    organisation(id: $id) {
      id
      mappings(filter: { states: [PENDING], requestedByOrganisation: false }, first: 3) {
        # As many as in the placeholder.
        edges { ...MappingTable_edge @unmask } # an edge has no cache id
      }
    }
  }
`);

interface MappingRequestsProps {
  organisationId: string;
  /** Number of received requests. */
  count: number;
  /** Called when a request was accepted or rejected. */
  onChanged: () => void;
}

/** The first requests that the viewer's organisation has received, to accept or reject them here. Without them the page still has a link to their list. */
export function MappingRequests({ organisationId, count, onChanged }: MappingRequestsProps) {
  const { data, failed } = usePageQuery(requestsQuery, { id: organisationId }, { quiet: true });
  if (failed) return null;
  if (!data) return <MappingRequestsPlaceholder count={count} />;
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {data.organisation?.mappings?.edges.map((edge) => {
        const { node, counterpart } = edge;
        const role = node.vendor.id === counterpart.id ? 'vendor' : 'customer';
        return (
          <Group key={node.id} component="li" gap="xs" mih={{ base: 66, sm: 36 }}>
            <Text>{`${isolated(counterpart.brandName)} asks to be your ${role}.`}</Text>
            <MappingActions edge={edge} organisationId={organisationId} onChanged={onChanged} />
          </Group>
        );
      })}
    </Stack>
  );
}
