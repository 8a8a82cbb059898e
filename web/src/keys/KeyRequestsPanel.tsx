import { requestLogDays, requestLogLength } from '@console/contract/rules';
import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { usePageQuery } from '../apollo/usePageQuery.ts';
import { graphql } from '../gql/gql.ts';
import { SidePanel } from '../ui/dialog/Dialog.tsx';
import { CursorPaging } from '../ui/table/CursorPaging.tsx';
import { countOf, formatCount } from '../ui/values/format.ts';
import { isolated } from '../ui/values/isolated.ts';
import { KeyRequestTable } from './KeyRequestTable.tsx';

const requestsQuery = graphql(`
  query KeyRequestsPanel(
    $id: ID!
    $filter: ApiKeyRequestFilter
    $first: Int
    $after: String
    $last: Int
    $before: String
  ) {
    apiKeyRequests(apiKeyId: $id, filter: $filter, first: $first, after: $after, last: $last, before: $before) {
      nodes { id ...KeyRequestTable_request }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      missing
    }
  }
`);

const pageSize = 25;

export interface KeyRequestsPanelProps {
  id: string;
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** The requests with an API key, next to the list of keys. */
export function KeyRequestsPanel({ id, name, ...rest }: KeyRequestsPanelProps) {
  return (
    <SidePanel
      position="right"
      size="clamp(0px, 56rem, 100%)"
      title={`Requests of ${isolated(name)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...rest}
    >
      <KeyRequests id={id} />
    </SidePanel>
  );
}

type Place = { after?: string; before?: string };

function KeyRequests({ id }: { id: string }) {
  const [failedOnly, setFailedOnly] = useState(false);
  const [{ after, before }, setPlace] = useState<Place>({});
  const variables = {
    id,
    filter: failedOnly ? { failed: true } : null,
    ...(before ? { last: pageSize, before } : { first: pageSize, after: after ?? null }),
  };
  const { data, loading, retry } = usePageQuery(requestsQuery, variables, { keep: () => true });
  const requests = data?.apiKeyRequests;
  const filterBy = (failed: boolean) => {
    setFailedOnly(failed);
    setPlace({});
  };
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        {`Shows the last ${requestLogDays} days, up to ${formatCount(requestLogLength)} requests. Variables and responses are not stored.`}
      </Text>
      <Group justify="space-between" gap="xs">
        <Checkbox
          label="Failures only"
          checked={failedOnly}
          onChange={(event) => filterBy(event.currentTarget.checked)}
        />
        <Button variant="default" loading={loading && data !== undefined} onClick={retry}>
          Refresh
        </Button>
      </Group>
      {Boolean(requests?.missing) && (
        <Alert color="yellow">
          {`${countOf(requests?.missing ?? 0, 'request was', 'requests were')} not logged because too many arrived at once.`}
        </Alert>
      )}
      <KeyRequestTable
        requests={requests?.nodes}
        failedOnly={failedOnly}
        onClear={() => filterBy(false)}
        loading={loading}
        onRetry={retry}
      />
      {requests && (
        <CursorPaging
          label="Pages of requests"
          pageInfo={requests.pageInfo}
          showOlder={(cursor) => setPlace({ after: cursor })}
          showNewer={(cursor) => setPlace({ before: cursor })}
          showNewest={() => setPlace({})}
        />
      )}
    </Stack>
  );
}
